package solver

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// AtomDescent minimizes P(W) = Σ_i c_i ℓ_i(Wᵀx_i) + λ Ω(W) over d×k matrices for a gauge Ω, by coordinate descent on the weights of
// its atoms: with Ψ(θ) = Σ_i c_i ℓ_i + λ Σ_a θ_a and W = Σ_a θ_a u_a v_aᵀ, θ ≥ 0,
//
//   - where an atom outside promises ∂Ψ ≤ −ε/2, the one that promises most comes in, at the θ that minimizes Ψ along it;
//   - otherwise the weights of the atoms at hand are optimized, cyclically, until |∂Ψ| ≤ ε for θ_a > 0, and ε is halved.
//
// With the lasso's atoms it is greedy coordinate descent, with those of the group lasso block coordinate descent, with those of the
// trace norm rank-one descent: W is never formed, and X u_a is kept for every atom. The smooth loss is all it needs; steps are
// by line search on the exact derivative.
//
// Source: Dudik, Harchaoui, Malick, Lifted Coordinate Descent for Learning with Trace-Norm Regularization, AISTATS 2012,
// Algorithms 1 and 3, Theorem 3.6.
type AtomDescent struct {
	// Shrink multiplies ε whenever the optimality conditions hold to ε; 0 for ½.
	Shrink float64
}

// WeightedAtom is a term θ u vᵀ of a solution.
type WeightedAtom struct {
	Theta float64
	U, V  []float64
}

// AtomState is the state after a step: an atom added, or the weights of those at hand optimized. Objective is Ψ(θ) ≥ P(W), Gap
// bounds its distance to the minimum, and Residual is the largest violation of the optimality conditions. Step is the θ of the
// atom added, 0 otherwise.
type AtomState struct {
	Progress
	Atoms []WeightedAtom // those with θ > 0
	d, k  int
}

// X forms W, row by row, in dst or in a new slice where that is too short.
func (s *AtomState) X(dst []float64) []float64 {
	dst = slices.Grow(dst[:0], s.d*s.k)[:s.d*s.k]
	clear(dst)
	for _, a := range s.Atoms {
		for j, u := range a.U {
			if u != 0 {
				floats.AddScaled(dst[j*s.k:(j+1)*s.k], a.Theta*u, a.V)
			}
		}
	}
	return dst
}

// Iterations starts from W = 0. λ must be positive.
func (c AtomDescent) Iterations(ctx context.Context, x linalg.Map, loss toolkit.MultiOutput, gauge toolkit.Gauge, lambda float64) Seq[*AtomState] {
	return func(yield func(*AtomState, error) bool) {
		n, d := x.Dims()
		s := &AtomState{Progress: unknown(), d: d, k: loss.Outputs()}
		switch {
		case n != loss.Len():
			panic("solver: the loss needs one example for each row of X")
		case !(lambda > 0) || math.IsInf(lambda, 1):
			yield(s, fmt.Errorf("λ = %g: it must be positive and finite; for λ = 0 the gauge bounds nothing", lambda))
			return
		case c.Shrink < 0 || c.Shrink >= 1:
			yield(s, fmt.Errorf("ε shrinks by %g: it must be between 0 and 1", c.Shrink))
			return
		}
		a := newAtomDescent(c, x, loss, gauge, lambda, s)
		for {
			err := context.Cause(ctx)
			if err == nil {
				err = a.iterate(ctx)
			}
			if !yield(s, err) || err != nil {
				return
			}
		}
	}
}

type atomDescent struct {
	AtomDescent
	x       linalg.Map
	loss    toolkit.MultiOutput
	gauge   toolkit.Gauge
	lambda  float64
	epsilon float64
	s       *AtomState

	xu       [][]float64 // X u_a of the atoms at hand
	z, slope []float64   // predictions and c_i ∇ℓ_i, n×k
	trial    []float64   // slopes along a line, k
	gradient []float64   // d×k
}

func newAtomDescent(c AtomDescent, x linalg.Map, loss toolkit.MultiOutput, gauge toolkit.Gauge, lambda float64, s *AtomState) *atomDescent {
	n, _ := x.Dims()
	if c.Shrink == 0 {
		c.Shrink = 0.5
	}
	return &atomDescent{
		AtomDescent: c, x: x, loss: loss, gauge: gauge, lambda: lambda, epsilon: lambda, s: s,
		z: make([]float64, n*s.k), slope: make([]float64, n*s.k), trial: make([]float64, s.k), gradient: make([]float64, s.d*s.k),
	}
}

// iterate adds an atom or optimizes the weights of those at hand.
func (a *atomDescent) iterate(ctx context.Context) error {
	s := a.s
	value := a.evaluate()
	u, v := make([]float64, s.d), make([]float64, s.k)
	linalg.MulTransMat(a.gradient, a.x, a.slope, s.k)
	floats.Scale(-1, a.gradient)
	polar := a.gauge.Extreme(u, v, a.gradient)
	if !finite(value) || !finite(polar) {
		return ErrDiverged
	}
	s.Step = 0
	for polar-a.lambda < a.epsilon/2 && a.violation() <= a.epsilon && a.epsilon > 1e-13*a.lambda {
		a.epsilon *= a.Shrink // optimal to ε: go on to a smaller one
	}
	if polar-a.lambda >= a.epsilon/2 {
		a.add(u, v)
	} else if err := a.restricted(ctx); err != nil {
		return err
	}
	s.Iter++
	s.Objective = a.evaluate()
	s.Gap = a.gap(s.Objective)
	return nil
}

// evaluate fills the slopes at z and returns Ψ.
func (a *atomDescent) evaluate() float64 {
	k := a.s.k
	var sum float64
	for i := range a.loss.Len() {
		c, g := a.loss.Weight(i), a.slope[i*k:(i+1)*k]
		sum += c * a.loss.At(g, i, a.z[i*k:(i+1)*k])
		floats.Scale(c, g)
	}
	a.s.Evals++
	for _, t := range a.s.Atoms {
		sum += a.lambda * t.Theta
	}
	return sum
}

// derivative is ∂Ψ/∂θ at θ + step for the atom with xu and v.
func (a *atomDescent) derivative(xu, v []float64, step float64) float64 {
	k := a.s.k
	at := make([]float64, k)
	sum := a.lambda
	for i, p := range xu {
		if p == 0 {
			continue
		}
		copy(at, a.z[i*k:(i+1)*k])
		floats.AddScaled(at, step*p, v)
		a.loss.At(a.trial, i, at)
		sum += a.loss.Weight(i) * p * floats.Dot(a.trial, v)
	}
	return sum
}

// minimize is the step ≥ least at which Ψ is least along an atom: where its derivative, which grows, is 0.
func (a *atomDescent) minimize(xu, v []float64, least float64) float64 {
	f0 := a.derivative(xu, v, 0)
	lo, hi, flo, fhi := 0., 0., f0, f0
	width := 1.
	if c := a.loss.Curvature() * floats.Dot(xu, xu) * floats.Dot(v, v); c > 0 {
		width = math.Abs(f0) / c // no shorter than the step by the bound of the curvature
	}
	switch {
	case f0 == 0:
		return 0
	case f0 < 0:
		for fhi < 0 && width < 1e300 {
			lo, flo = hi, fhi
			hi += width
			fhi = a.derivative(xu, v, hi)
			width *= 2
		}
	default:
		for flo > 0 && lo > least {
			hi, fhi = lo, flo
			lo = math.Max(least, lo-width)
			flo = a.derivative(xu, v, lo)
			width *= 2
		}
		if flo >= 0 {
			return lo // at the boundary
		}
	}
	return a.root(xu, v, lo, hi, flo, fhi)
}

// root finds a zero of the derivative between lo and hi by false position, halving the value at an end that stays twice
// (the Illinois method).
func (a *atomDescent) root(xu, v []float64, lo, hi, flo, fhi float64) float64 {
	stayed := 0 // of lo, negative; of hi, positive
	for range 200 {
		if fhi == 0 || !(hi-lo > 1e-16*(math.Abs(lo)+math.Abs(hi))) {
			return hi
		}
		mid := hi - fhi*(hi-lo)/(fhi-flo)
		if !(mid > lo && mid < hi) {
			mid = (lo + hi) / 2
		}
		f := a.derivative(xu, v, mid)
		switch {
		case math.Abs(f) <= 1e-15*a.lambda:
			return mid
		case f < 0:
			lo, flo = mid, f
			if stayed > 0 {
				fhi /= 2
			}
			stayed = 1
		default:
			hi, fhi = mid, f
			if stayed < 0 {
				flo /= 2
			}
			stayed = -1
		}
	}
	return hi
}

// move changes the weight of atom t by step, and z with it.
func (a *atomDescent) move(t int, step float64) {
	k, atom := a.s.k, &a.s.Atoms[t]
	atom.Theta += step
	for i, p := range a.xu[t] {
		if p != 0 {
			floats.AddScaled(a.z[i*k:(i+1)*k], step*p, atom.V)
		}
	}
}

// add brings an atom in, or raises the one at hand that it equals.
func (a *atomDescent) add(u, v []float64) {
	t := slices.IndexFunc(a.s.Atoms, func(w WeightedAtom) bool { return floats.Equal(w.U, u) && floats.Equal(w.V, v) })
	if t < 0 {
		n, _ := a.x.Dims()
		xu := make([]float64, n)
		a.x.MulVec(xu, u)
		t = len(a.s.Atoms)
		a.s.Atoms, a.xu = append(a.s.Atoms, WeightedAtom{U: u, V: v}), append(a.xu, xu)
	}
	step := a.minimize(a.xu[t], a.s.Atoms[t].V, -a.s.Atoms[t].Theta)
	a.move(t, step)
	a.s.Step = step
	a.drop()
}

// passesAStep bounds the passes over the atoms at hand in one step; what is left is for the next.
const passesAStep = 20

// restricted is the problem on the atoms at hand: passes of exact minimization, until its conditions hold to ε/2.
func (a *atomDescent) restricted(ctx context.Context) error {
	for range passesAStep {
		if err := context.Cause(ctx); err != nil {
			return err
		}
		for t := range a.s.Atoms {
			a.move(t, a.minimize(a.xu[t], a.s.Atoms[t].V, -a.s.Atoms[t].Theta))
		}
		a.drop()
		if a.violation() <= a.epsilon/2 {
			return nil
		}
	}
	return nil
}

// drop leaves out the atoms of weight 0.
func (a *atomDescent) drop() {
	keep := 0
	for t, w := range a.s.Atoms {
		if w.Theta > 1e-300 {
			a.s.Atoms[keep], a.xu[keep] = w, a.xu[t]
			keep++
		}
	}
	a.s.Atoms, a.xu = a.s.Atoms[:keep], a.xu[:keep]
}

// violation is the largest |∂Ψ/∂θ_a| over the atoms at hand.
func (a *atomDescent) violation() float64 {
	var most float64
	for t, w := range a.s.Atoms {
		most = math.Max(most, math.Abs(a.derivative(a.xu[t], w.V, 0)))
	}
	return most
}

// gap is Ψ − D, with the dual point −c_i∇ℓ_i scaled into the polar's ball, and fills in the residual.
func (a *atomDescent) gap(value float64) float64 {
	k := a.s.k
	linalg.MulTransMat(a.gradient, a.x, a.slope, k)
	floats.Scale(-1, a.gradient)
	polar := a.gauge.Extreme(make([]float64, a.s.d), make([]float64, k), a.gradient)
	a.s.Residual = math.Max(polar-a.lambda, a.violation())
	scale := 1 / math.Max(1, polar/a.lambda)
	var dual float64
	u := make([]float64, k)
	for i := range a.loss.Len() {
		if c := a.loss.Weight(i); c > 0 {
			floats.ScaleTo(u, scale/c, a.slope[i*k:(i+1)*k])
			dual -= c * a.loss.Conjugate(i, u)
		}
	}
	return math.Max(0, value-dual)
}
