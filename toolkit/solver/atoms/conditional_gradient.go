package atoms

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// ConditionalGradient minimizes Σ_i c_i ℓ_i(Wᵀx_i) over the ball Ω(W) ≤ τ of a gauge: an iteration finds the atom M that maximizes
// ⟨M, −∇⟩ and moves to the best point of the segment from W to τM. Objective is the loss, Gap = ⟨∇, W − τM⟩ bounds its distance to
// the minimum over the ball. The gap falls like 1/t; the atoms are as many as iterations. The losses must be smooth.
//
// Source: Jaggi, Sulovský, A Simple Algorithm for Nuclear Norm Regularized Problems, ICML 2010, with the line search of Frank and
// Wolfe 1956.
type ConditionalGradient struct{}

// Iterations starts from W = 0. The radius τ must be positive.
func (ConditionalGradient) Iterations(ctx context.Context, x linalg.Map, loss toolkit.MultiOutput, gauge toolkit.Gauge, radius float64) solver.Seq[*State] {
	return func(yield func(*State, error) bool) {
		a, err := newAtomDescent(Descent{}, x, loss, gauge, 1)
		if !(radius > 0) || math.IsInf(radius, 1) {
			err = fmt.Errorf("radius %g: it must be positive and finite", radius)
		}
		a.s.Lambda, a.s.Epsilon = math.NaN(), math.NaN()
		for {
			if err == nil {
				err = context.Cause(ctx)
			}
			if err == nil {
				err = a.towards(radius)
			}
			if !yield(a.s, err) || err != nil {
				return
			}
		}
	}
}

// towards is an iteration.
func (a *atomDescent) towards(radius float64) error {
	s := a.s
	if s.Iter == 0 {
		a.vertex(radius)
	}
	if !solver.Finite(s.Objective) || !solver.Finite(a.polar) {
		return solver.ErrDiverged
	}
	xu := make([]float64, a.o.N)
	a.x.MulVec(xu, a.u)
	line := make([]float64, a.o.Size()) // predictions of τM − W
	a.shift(line, line, radius, xu, a.v)
	floats.Sub(line, a.z)
	s.Step = a.bestOf(line)
	floats.AddScaled(a.z, s.Step, line)
	for t := range s.Atoms {
		s.Atoms[t].Theta *= 1 - s.Step
	}
	s.Atoms = append(s.Atoms, Atom{s.Step * radius, a.u, a.v})
	s.Iter++
	a.vertex(radius)
	return nil
}

// vertex evaluates the loss at z, the atom that promises most, and the gap.
func (a *atomDescent) vertex(radius float64) {
	s := a.s
	s.Objective = a.o.Slopes(a.slope, a.z)
	s.Evals++
	a.o.Gradient(a.gradient, a.x, a.slope)
	floats.Scale(-1, a.gradient)
	a.u, a.v = make([]float64, s.d), make([]float64, s.k)
	a.polar = a.gauge.LMO(a.u, a.v, a.gradient)
	s.Gap = math.Max(0, floats.Dot(a.slope, a.z)+radius*a.polar)
	s.Residual = s.Gap
}

// bestOf is the step in [0, 1] along a line of predictions at which the loss is least, by bisection of its slope.
func (a *atomDescent) bestOf(line []float64) float64 {
	slope := func(t float64) float64 {
		a.s.Evals++
		floats.AddScaledTo(a.trial, a.z, t, line)
		a.o.Slopes(a.trial, a.trial)
		return floats.Dot(a.trial, line)
	}
	lo, hi := 0., 1.
	if slope(1) <= 0 {
		return 1
	}
	for range 30 {
		if mid := (lo + hi) / 2; slope(mid) <= 0 {
			lo = mid
		} else {
			hi = mid
		}
		if hi-lo <= 1e-3*lo { // near enough: the next line is another
			break
		}
	}
	return lo
}
