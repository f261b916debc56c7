package decomposition

import (
	"fmt"
	"math"
	"slices"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// Problem is the learning of a function f of a kernel's space and, with an intercept, of a number b:
//
//	P(f, b) = ½‖f‖² + Σ_i (H_i max(0, y_i − ε − z_i) + L_i max(0, z_i − y_i − ε)) + s b,      z_i = f(x_i) + b.
//
// Its minimum is that of the dual over the coefficients of f = Σ_i a_i k(x_i, ·), with a sign,
//
//	½aᵀKa + Σ_i (ε|a_i| − y_i a_i),      −L_i ≤ a_i ≤ H_i, and with an intercept Σ_i a_i = s.
//
// With C_i = c_i/μ for the weights c_i of examples and a ridge (μ/2)‖f‖², P is the 1/μ of the objective of
//
//	hinge loss              y_i = ±1, ε = 0, H_i = C_i and L_i = 0 where y_i = 1, the other way round where −1
//	ε-insensitive loss      H_i = L_i = C_i
//	τ-quantile              ε = 0, H_i = τC_i, L_i = (1 − τ)C_i
//	one class               y_i = ε = 0, H_i = C_i, L_i = 0, s = ν/μ
//
// as a rule with s = 0. The last one is the ν of Schölkopf et al., with −b as their ρ.
type Problem struct {
	Gram      toolkit.Gram
	Y         []float64
	Epsilon   float64   // ε ≥ 0
	Up, Down  []float64 // H_i and L_i, finite and not negative
	Intercept bool
	Sum       float64 // s, with an intercept
}

// check names what is wrong.
func (p Problem) check() error {
	n := p.Gram.Len()
	if n == 0 || len(p.Y) != n || len(p.Up) != n || len(p.Down) != n {
		return fmt.Errorf("decomposition: %d examples with %d targets and %d and %d bounds", n, len(p.Y), len(p.Up),
			len(p.Down))
	}
	if !(p.Epsilon >= 0) || math.IsInf(p.Epsilon, 1) {
		return fmt.Errorf("decomposition: ε = %g: it must be finite and not negative", p.Epsilon)
	}
	var up, down float64
	for i, y := range p.Y {
		d := p.Gram.Diagonal()[i]
		switch {
		case !solver.Finite(y):
			return fmt.Errorf("target %d is %g", i+1, y)
		case !(p.Up[i] >= 0) || !(p.Down[i] >= 0) || math.IsInf(p.Up[i]+p.Down[i], 1):
			return fmt.Errorf("the bounds of example %d are %g and %g: they must be finite and not negative", i+1, p.Up[i],
				p.Down[i])
		case !(d >= 0) || math.IsInf(d, 1):
			return fmt.Errorf("the Gram matrix is not positive semidefinite: entry (%d, %d) is %g", i+1, i+1, d)
		}
		up += p.Up[i]
		down += p.Down[i]
	}
	if p.Intercept && !(p.Sum <= up && p.Sum >= -down) {
		return fmt.Errorf("the coefficients are to sum to %g, and can to %g at least and %g at most", p.Sum, -down, up)
	}
	return nil
}

// feasible are coefficients within their bounds that sum to s: those nearest in order to what is given; nil for 0.
func (p Problem) feasible(start []float64) []float64 {
	a := make([]float64, len(p.Y))
	var sum float64
	for i := range start {
		a[i] = math.Max(-p.Down[i], math.Min(p.Up[i], start[i]))
		sum += a[i]
	}
	for i := 0; p.Intercept && i < len(a) && sum != p.Sum; i++ {
		now := math.Max(-p.Down[i], math.Min(p.Up[i], a[i]+p.Sum-sum))
		sum += now - a[i]
		a[i] = now
	}
	return a
}

// term is what an example adds to the gap, H max(0, y − ε − z) + L max(0, z − y − ε) + ε|a| − ya + az ≥ 0, the loss of
// it, and the slope of that.
func (p Problem) term(i int, a, z float64) (gap, loss, slope float64) {
	r := p.Y[i] - z
	switch {
	case r > p.Epsilon:
		loss, slope = p.Up[i]*(r-p.Epsilon), p.Up[i]
	case r < -p.Epsilon:
		loss, slope = p.Down[i]*(-r-p.Epsilon), p.Down[i]
	}
	return loss + p.Epsilon*math.Abs(a) - a*r, loss, slope
}

// Slope is what the coefficient of an example is at a minimum of which z is its prediction, where that is no kink.
func (p Problem) Slope(i int, z float64) float64 {
	_, _, slope := p.term(i, 0, z)
	if z > p.Y[i] {
		slope = -slope
	}
	return slope
}

// level is the b at which P is least for f at the examples: where its slope in b changes its sign.
func (p Problem) level(f []float64) float64 {
	type kink struct{ at, turn float64 }
	kinks := make([]kink, 0, 2*len(f))
	slope := p.Sum
	for i, v := range f {
		slope -= p.Up[i]
		if p.Up[i] > 0 {
			kinks = append(kinks, kink{p.Y[i] - p.Epsilon - v, p.Up[i]})
		}
		if p.Down[i] > 0 {
			kinks = append(kinks, kink{p.Y[i] + p.Epsilon - v, p.Down[i]})
		}
	}
	slices.SortFunc(kinks, func(x, y kink) int {
		if x.at < y.at {
			return -1
		}
		return 1
	})
	for _, k := range kinks {
		if slope += k.turn; slope >= 0 {
			return k.at
		}
	}
	if len(kinks) > 0 {
		return kinks[len(kinks)-1].at
	}
	return 0
}
