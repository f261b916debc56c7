package atoms

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/internal/outputs"
)

// AtomDescent minimizes P(W) = Σ_i c_i ℓ_i(Wᵀx_i) + λ Ω(W) over d×k matrices for a gauge Ω, by coordinate descent on the weights of
// its atoms: with Ψ(θ) = Σ_i c_i ℓ_i + λ Σ_a θ_a and W = Σ_a θ_a u_a v_aᵀ, θ ≥ 0,
//
//   - where an atom outside promises ∂Ψ ≤ −ε/2, the one that promises most comes in, with a step along it;
//   - otherwise the weights of the atoms at hand are optimized, one at a time, until |∂Ψ| ≤ ε for θ_a > 0, and ε shrinks.
//
// With the lasso's atoms it is greedy coordinate descent, with those of the group lasso block coordinate descent, with those of the
// trace norm rank-one descent: W is never formed, and X u_a is kept for every atom. The smooth loss is all it needs.
//
// Source: Dudik, Harchaoui, Malick, Lifted Coordinate Descent for Learning with Trace-Norm Regularization, AISTATS 2012,
// Algorithms 1 and 3, Theorem 3.6.
type Descent struct {
	// Shrink multiplies ε whenever the optimality conditions hold to ε; 0 for ½. The first ε is λ.
	Shrink float64
	// BoundedSteps takes the step −∂Ψ/h into a new atom, h a bound of the curvature along it, in place of a line search.
	BoundedSteps bool
	// Random draws the atoms at hand whose weights are optimized, from Seed; by default they take turns.
	Random bool
	Seed   uint64
}

// WeightedAtom is a term θ u vᵀ of a solution.
type Atom struct {
	Theta float64
	U, V  []float64
}

// AtomState is the state after a step: an atom added, or the weights of those at hand optimized. Objective is Ψ(θ) ≥ P(W), Gap
// bounds its distance to the minimum, and Residual is the largest violation of the optimality conditions. Step is what θ of the
// atom grew by, 0 where the weights were optimized.
type State struct {
	solver.Progress
	Atoms           []Atom  // those with θ > 0
	Lambda, Epsilon float64 // those in force
	d, k            int
}

// X forms W, row by row, in dst or in a new slice where that is too short.
func (s *State) X(dst []float64) []float64 {
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
func (c Descent) Iterations(ctx context.Context, x linalg.Map, loss toolkit.MultiOutput, gauge toolkit.Gauge, lambda float64) solver.Seq[*State] {
	return func(yield func(*State, error) bool) {
		a, err := newAtomDescent(c, x, loss, gauge, lambda)
		if err != nil {
			yield(a.s, err)
			return
		}
		for {
			err := context.Cause(ctx)
			if err == nil {
				err = a.iterate(ctx, true)
			}
			if !yield(a.s, err) || err != nil {
				return
			}
		}
	}
}

type atomDescent struct {
	Descent
	x       linalg.Map
	o       *outputs.Loss
	gauge   toolkit.Gauge
	lambda  float64
	epsilon float64
	s       *State
	rng     *rand.Rand

	xu        [][]float64 // X u_a of the atoms at hand
	z, slope  []float64   // predictions and c_i ∇ℓ_i at them, of the pattern
	trial     []float64   // slopes along a line
	gradient  []float64   // −∇, d×k
	u, v      []float64   // the atom that promises most at z
	polar     float64     // Ω°(−∇), what it promises
	violation float64     // the largest |∂Ψ/∂θ_a| of the atoms at hand
}

func newAtomDescent(c Descent, x linalg.Map, loss toolkit.MultiOutput, gauge toolkit.Gauge, lambda float64) (*atomDescent, error) {
	n, d := x.Dims()
	s := &State{Progress: solver.Unknown(), Lambda: lambda, d: d, k: loss.Outputs()}
	a := &atomDescent{Descent: c, x: x, gauge: gauge, lambda: lambda, epsilon: lambda, s: s}
	switch {
	case n != loss.Len():
		panic("solver: the loss needs one example for each row of X")
	case !(lambda > 0) || math.IsInf(lambda, 1):
		return a, fmt.Errorf("λ = %g: it must be positive and finite; for λ = 0 the gauge bounds nothing", lambda)
	case c.Shrink < 0 || c.Shrink >= 1:
		return a, fmt.Errorf("ε shrinks by %g: it must be between 0 and 1", c.Shrink)
	case c.Shrink == 0:
		a.Shrink = 0.5
	}
	a.o, a.rng = outputs.New(loss), rand.New(rand.NewPCG(c.Seed, 9))
	a.z, a.slope, a.trial = make([]float64, a.o.Size()), make([]float64, a.o.Size()), make([]float64, a.o.Size())
	a.gradient = make([]float64, d*s.k)
	return a, nil
}

// optimal tells whether the optimality conditions (a') and (b') hold to ε.
func (a *atomDescent) optimal() bool {
	return a.polar-a.lambda < a.epsilon/2 && a.violation <= a.epsilon
}

// iterate adds an atom or optimizes the weights of those at hand; where all is optimal to ε, ε shrinks first, if it may.
func (a *atomDescent) iterate(ctx context.Context, mayShrink bool) error {
	s := a.s
	if s.Iter == 0 {
		a.look()
	}
	if !solver.Finite(s.Objective) || !solver.Finite(a.polar) {
		return solver.ErrDiverged
	}
	s.Step = 0
	for mayShrink && a.optimal() && a.epsilon > 1e-13*a.lambda {
		a.epsilon *= a.Shrink
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
	s.Objective = a.o.Slopes(a.slope, a.z)
	for _, t := range s.Atoms {
		s.Objective += a.lambda * t.Theta
	}
	s.Evals++
	a.o.Gradient(a.gradient, a.x, a.slope)
	floats.Scale(-1, a.gradient)
	a.u, a.v = make([]float64, s.d), make([]float64, s.k) // an atom keeps them
	a.polar = a.gauge.LMO(a.u, a.v, a.gradient)
	a.violation = a.worst()
	s.Lambda, s.Epsilon = a.lambda, a.epsilon
	s.Residual = math.Max(a.polar-a.lambda, a.violation)
	s.Gap = math.Max(0, s.Objective-a.o.Dual(a.slope, 1/math.Max(1, a.polar/a.lambda)))
}

// worst is the largest |∂Ψ/∂θ_a| = |λ + Σ_i ⟨x_i, u_a⟩⟨c_i∇ℓ_i, v_a⟩| over the atoms at hand, by the slopes.
func (a *atomDescent) worst() (most float64) {
	r := len(a.s.Atoms)
	if r == 0 {
		return 0
	}
	v := make([]float64, 0, r*a.s.k)
	for _, t := range a.s.Atoms {
		v = append(v, t.V...)
	}
	rv := make([]float64, a.o.N*r)
	a.o.TimesRows(rv, a.slope, v, r)
	for t := range r {
		sum := a.lambda
		for i, p := range a.xu[t] {
			sum += p * rv[i*r+t]
		}
		most = math.Max(most, math.Abs(sum))
	}
	return most
}

// move changes the weight of atom t by step, and z with it.
func (a *atomDescent) move(t int, step float64) {
	if step == 0 {
		return
	}
	atom := &a.s.Atoms[t]
	atom.Theta += step
	a.shift(a.z, a.z, step, a.xu[t], atom.V)
}

// shift is dst = z + step·p vᵀ on the pattern.
func (a *atomDescent) shift(dst, z []float64, step float64, p, v []float64) {
	a.o.Parallel(func(_, from, to int) {
		for i := from; i < to; i++ {
			out, lo := a.o.Span(dst, i)
			in, _ := a.o.Span(z, i)
			floats.AddScaledTo(out, in, step*p[i], v[lo:lo+len(out)])
		}
	})
}

// add brings an atom in, or raises the one at hand that it equals.
func (a *atomDescent) add(u, v []float64) {
	t := slices.IndexFunc(a.s.Atoms, func(w Atom) bool { return floats.Equal(w.U, u) && floats.Equal(w.V, v) })
	if t < 0 {
		xu := make([]float64, a.o.N)
		a.x.MulVec(xu, u)
		t = len(a.s.Atoms)
		a.s.Atoms, a.xu = append(a.s.Atoms, Atom{U: u, V: v}), append(a.xu, xu)
	}
	var step float64
	if slope := a.lambda - a.polar; a.BoundedSteps {
		step = -slope / a.curvature(a.xu[t], v)
	} else {
		step = a.minimize(a.xu[t], v, -a.s.Atoms[t].Theta)
	}
	a.move(t, step)
	a.s.Step = step
	a.drop()
}

// passesAStep bounds the passes over the atoms at hand in one step; what is left is for the next.
const passesAStep = 20

// restricted is the problem on the atoms at hand: passes of minimization, until its conditions hold to ε/2.
func (a *atomDescent) restricted(ctx context.Context) error {
	for range passesAStep {
		for t := range a.s.Atoms {
			if err := context.Cause(ctx); err != nil {
				return err
			}
			if a.Random {
				t = a.rng.IntN(len(a.s.Atoms))
			}
			a.move(t, a.minimize(a.xu[t], a.s.Atoms[t].V, -a.s.Atoms[t].Theta))
		}
		a.drop()
		a.o.Slopes(a.slope, a.z)
		if a.worst() <= a.epsilon/2 {
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
