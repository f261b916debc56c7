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
	gradient []float64   // −∇, d×k
	u, v     []float64   // the atom that promises most at z
	polar    float64     // Ω°(−∇), what it promises
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
	if s.Iter == 0 {
		a.look()
	}
	if !finite(s.Objective) || !finite(a.polar) {
		return ErrDiverged
	}
	s.Step = 0
	for a.polar-a.lambda < a.epsilon/2 && a.violation() <= a.epsilon && a.epsilon > 1e-13*a.lambda {
		a.epsilon *= a.Shrink // optimal to ε: go on to a smaller one
	}
	if a.polar-a.lambda >= a.epsilon/2 {
		a.add(a.u, a.v)
	} else if err := a.restricted(ctx); err != nil {
		return err
	}
	s.Iter++
	a.look()
	return nil
}

// look evaluates Ψ at z, the atom that promises most, the gap Ψ − D with the dual point −c_i∇ℓ_i scaled into the polar's ball, and
// the residual.
func (a *atomDescent) look() {
	s := a.s
	s.Objective = slopesOf(a.loss, a.slope, a.z)
	for _, t := range s.Atoms {
		s.Objective += a.lambda * t.Theta
	}
	s.Evals++
	linalg.MulTransMat(a.gradient, a.x, a.slope, s.k)
	floats.Scale(-1, a.gradient)
	a.u, a.v = make([]float64, s.d), make([]float64, s.k) // an atom keeps them
	a.polar = a.gauge.Extreme(a.u, a.v, a.gradient)
	s.Residual = math.Max(a.polar-a.lambda, a.violation())
	s.Gap = math.Max(0, s.Objective-dualOf(a.loss, a.slope, 1/math.Max(1, a.polar/a.lambda)))
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
