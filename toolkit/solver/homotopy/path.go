// Package homotopy has the exact path of the lasso and the elastic net: all λ at which a weight comes or goes.
package homotopy

import (
	"fmt"
	"math"
	"slices"

	"github.com/proxlab/proxlab/toolkit/internal/simd"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/internal/cholesky"
)

// Path is the family of problems
//
//	P_λ(w) = ½‖y − Aw‖² + λ‖w‖₁ + (μ/2)‖w‖²,      λ ≥ 0,
//
// that is known by G = AᵀA, b = Aᵀy and ‖y‖²: of the mean of the losses where all three are divided by n. The solution
// is linear in λ between breakpoints, at each of which one weight leaves 0 or comes to it.
//
// Source: Osborne, Presnell, Turlach, A New Approach to Variable Selection in Least Squares Problems, IMA J. Numer.
// Anal. 2000; Efron, Hastie, Johnstone, Tibshirani, Least Angle Regression, Ann. Statist. 2004; Zou and Hastie,
// Regularization and Variable Selection via the Elastic Net, J. R. Stat. Soc. B 2005.
type Path struct {
	Gram        *linalg.Dense // G, p×p and symmetric
	B           []float64     // b
	YY          float64       // ‖y‖²
	Mu          float64       // μ
	Nonnegative bool          // w ≥ 0
}

// State is a breakpoint. Objective is P_λ at its λ, and Gap that of the dual point by the residual, rounding counted.
type State struct {
	solver.Progress
	Lambda  float64
	Support []int // of weights that are not 0 just below λ, in the order they came
	Came    int   // the weight that came, −1 where none did
	Went    int   // the weight that went, −1 where none did

	of      *Path
	factor  cholesky.Factor // of G + μI on Support
	signs   []float64       // of the weights of Support
	values  []float64       // of them
	half    []float64       // L⁻¹ signs, of the factor L, as far as it is known
	along   []float64       // by which they rise where λ falls
	corr    []float64       // b − (G + μI)w
	slopes  []float64       // by which corr falls where λ does
	out     []bool          // columns that are combinations of those of Support
	places  []int32         // Support
	column  []float64       // scratch space
	dropped int
	largest float64 // λ_max
}

// dependent is the share of a column's square that is left of it beside others, below which it is one of their
// combinations.
const dependent = 1e-11

// near is the share of λ by which a correlation may miss it and have reached it.
const near = 1e-12

// Check names what is wrong with a path, where something is.
func (p *Path) Check() error {
	switch {
	case p.Gram.R != p.Gram.C || p.Gram.R != len(p.B):
		return fmt.Errorf("the Gram matrix is %d × %d, of %d correlations", p.Gram.R, p.Gram.C, len(p.B))
	case !(p.Mu >= 0) || math.IsInf(p.Mu, 1):
		return fmt.Errorf("μ = %g: it must be finite and not negative", p.Mu)
	case !(p.YY >= 0) || math.IsInf(p.YY, 1):
		return fmt.Errorf("‖y‖² = %g: it must be finite and not negative", p.YY)
	}
	for j, v := range p.B {
		if !solver.Finite(v) || !solver.Finite(p.Gram.At(j, j)) || p.Gram.At(j, j) < 0 {
			return fmt.Errorf("column %d has the square %g and the correlation %g", j+1, p.Gram.At(j, j), v)
		}
	}
	return nil
}

// Start is the first breakpoint, λ_max, where w = 0.
func (p *Path) Start() *State {
	d := len(p.B)
	s := &State{corr: make([]float64, d), slopes: make([]float64, d), out: make([]bool, d)}
	s.factor.Inner = inner
	s.restart(p)
	return s
}

// inner is an inner product: most are of a few numbers, for which a call takes longer than the sum.
func inner(a, b []float64) (sum float64) {
	if len(a) > 24 {
		return linalg.Dot(a, b)
	}
	b = b[:len(a)]
	for i, v := range a {
		sum += v * b[i]
	}
	return sum
}

// restart begins a path in the memory of another of as many columns.
func (s *State) restart(p *Path) {
	s.Progress, s.of = solver.Unknown(), p
	s.factor.Reset()
	s.Support, s.signs, s.values, s.along = s.Support[:0], s.signs[:0], s.values[:0], s.along[:0]
	s.half, s.places = s.half[:0], s.places[:0]
	copy(s.corr, p.B)
	clear(s.out)
	s.Iter, s.Lambda, s.Came, s.Went, s.dropped = 0, 0, -1, -1, -1
	first := 0
	for j, c := range s.corr {
		if c = s.reach(c); c > s.Lambda {
			first, s.Lambda = j, c
		}
	}
	if s.largest = s.Lambda; s.Lambda > 0 {
		s.admit(first)
	}
}

// Restart makes it the first breakpoint of another path, in the same memory. It panics where that has other columns.
func (s *State) Restart(p *Path) {
	if len(p.B) != len(s.corr) {
		panic("homotopy: the paths are of different columns")
	}
	s.restart(p)
}

// reach is what a correlation has to be compared with λ.
func (s *State) reach(c float64) float64 {
	if s.of.Nonnegative {
		return c
	}
	return math.Abs(c)
}

// admit takes a column into the support, if it is no combination of those there.
func (s *State) admit(j int) {
	p := s.of
	s.column = s.column[:0]
	row := p.Gram.Row(j)
	for _, i := range s.Support {
		s.column = append(s.column, row[i])
	}
	if !s.factor.Append(s.column, p.Gram.At(j, j)+p.Mu, dependent) {
		s.out[j] = true
		s.Came = -1
		return
	}
	s.Support, s.places = append(s.Support, j), append(s.places, int32(j))
	s.signs = append(s.signs, math.Copysign(1, s.corr[j]))
	s.values, s.along = append(s.values, 0), append(s.along, 0)
	s.Came = j
}

// drop takes the k-th column out of the support. Others may be no combinations any more.
func (s *State) drop(k int) {
	s.Went, s.dropped = s.Support[k], s.Support[k]
	s.places = slices.Delete(s.places, k, k+1)
	s.factor.Remove(k)
	s.half = s.half[:min(k, len(s.half))]
	s.Support, s.signs = slices.Delete(s.Support, k, k+1), slices.Delete(s.signs, k, k+1)
	s.values, s.along = slices.Delete(s.values, k, k+1), slices.Delete(s.along, k, k+1)
	clear(s.out)
}

// direct finds how weights and correlations go where λ falls. Those of the support are at λ and stay there: exactly, so
// that none of them seems to come.
func (s *State) direct() {
	p := s.of
	known := len(s.half)
	s.half = append(s.half, s.signs[known:]...)
	s.factor.Forward(s.half, known)
	copy(s.along, s.half)
	s.factor.Back(s.along)
	clear(s.slopes)
	simd.AxpyGathered(s.slopes, s.along, s.places, p.Gram.Data, p.Gram.C)
	for k, i := range s.Support {
		s.slopes[i], s.corr[i] = s.signs[k], s.signs[k]*s.Lambda
	}
}

// step is how far λ falls to the next breakpoint, at most to 0, and what happens there: column j comes, or the k-th of
// the support goes; −1 for neither.
func (s *State) step() (fall float64, j, k int) {
	fall, j, k = s.Lambda, -1, -1
	comes := func(i int, left, closing float64) bool {
		return closing > near && !s.out[i] && (i != s.dropped || left > 1e3*near*s.Lambda)
	}
	lambda, slopes := s.Lambda, s.slopes[:len(s.corr)]
	for i, c := range s.corr {
		a := slopes[i]
		if left, closing := lambda-c, 1-a; left < fall*closing && comes(i, left, closing) {
			fall, j = max(0, left/closing), i
		}
		if left, closing := lambda+c, 1+a; left < fall*closing && !s.of.Nonnegative && comes(i, left, closing) {
			fall, j = max(0, left/closing), i
		}
	}
	for i, v := range s.values {
		if rise := s.along[i]; rise*s.signs[i] < 0 {
			if t := max(0, -v/rise); t < fall {
				fall, j, k = t, -1, i
			}
		}
	}
	return fall, j, k
}

// Next goes to the next breakpoint below, or to λ = least on the way, and tells whether there is any.
func (s *State) Next(least float64) bool {
	if !(s.Lambda > least) {
		return false
	}
	s.direct()
	fall, j, k := s.step()
	s.Came, s.Went = -1, -1
	if s.Lambda-fall <= least+near*s.largest { // nothing but rounding is below
		fall, j, k = s.Lambda-least, -1, -1
	}
	s.Lambda -= fall
	for i := range s.values {
		s.values[i] += fall * s.along[i]
	}
	linalg.Axpy(s.corr, -fall, s.slopes)
	if fall > near*s.Lambda {
		s.dropped = -1
	}
	switch {
	case k >= 0:
		s.drop(k)
	case j >= 0:
		s.admit(j)
	}
	if j < 0 && k < 0 {
		s.Lambda = least
	}
	s.Iter++
	return true
}

// Weights are those of the support at λ, computed anew.
func (s *State) Weights() []float64 {
	w := s.values
	for k, j := range s.Support {
		w[k] = s.of.B[j] - s.Lambda*s.signs[k]
	}
	s.factor.Solve(w)
	for k := range w { // a weight that has just come is 0 but for rounding
		if w[k]*s.signs[k] < 0 {
			w[k] = 0
		}
	}
	return w
}

// X is w.
func (s *State) X(dst []float64) []float64 {
	if len(dst) < len(s.corr) {
		dst = make([]float64, len(s.corr))
	}
	dst = dst[:len(s.corr)]
	clear(dst)
	for k, w := range s.Weights() {
		dst[s.Support[k]] = w
	}
	return dst
}
