package atoms

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/solver"
)

// ConditionalGradient minimizes the loss φ(W) = Σ_i c_i ℓ_i(Wᵀa_i) over the ball Ω(W) ≤ τ of a gauge, by the
// algorithm of Frank and Wolfe:
//
//	W = 0
//	repeat
//	    find an atom M that maximizes ⟨M, −∇φ(W)⟩
//	    γ = argmin_γ φ(W + γ(τM − W)) over 0 ≤ γ ≤ 1
//	    W = W + γ(τM − W)
//
// Gap = ⟨∇φ(W), W − τM⟩ bounds the distance of φ(W) to the minimum over the ball. It falls like 1/t; the atoms are as
// many as iterations. The losses must be smooth.
//
// Source: Jaggi, Sulovský, A Simple Algorithm for Nuclear Norm Regularized Problems, ICML 2010, with the line search
// of Frank and Wolfe 1956.
type ConditionalGradient struct {
	// Radius is τ > 0.
	Radius float64
}

// Iterations starts from W = 0. The penalty must be a toolkit.Gauge or a toolkit.MatrixGauge, the radius positive and
// finite, and the problem without ridge and unpenalized columns. The problem's λ plays no part: Ω enters through its
// ball alone.
func (c ConditionalGradient) Iterations(ctx context.Context, p *solver.Problem) solver.Seq[*State] {
	return solver.Sequence(ctx, func() (*State, solver.Step, error) {
		w, err := newCombination(p, "the conditional gradient method")
		if !(c.Radius > 0) || math.IsInf(c.Radius, 1) {
			err = fmt.Errorf("radius %g: it must be positive and finite", c.Radius)
		}
		w.s.Lambda, w.s.Epsilon = math.NaN(), math.NaN()
		return w.s, conditionalGradient{c, w}.step, err
	})
}

type conditionalGradient struct {
	ConditionalGradient
	*combination
}

func (g conditionalGradient) step(context.Context) (loss float64, err error) {
	s := g.s
	if s.Iter == 0 {
		g.assess()
	}
	if err := g.check(); err != nil {
		return s.Objective, err
	}
	line := make([]float64, g.o.Size()) // predictions of τM − W
	g.addRay(line, line, g.Radius, g.ray(g.atom))
	floats.Sub(line, g.here.z)
	s.Step = g.lineSearch(line)
	floats.AddScaled(g.here.z, s.Step, line)
	for t := range s.Atoms {
		s.Atoms[t].Theta *= 1 - s.Step
	}
	g.atom.Theta = s.Step * g.Radius
	s.Atoms = append(s.Atoms, g.atom)
	s.Iter++
	g.assess()
	return s.Objective, nil
}

// assess finds the loss at W, the atom M that the oracle finds, and the gap.
func (g conditionalGradient) assess() {
	s := g.s
	g.evaluate(&g.here)
	g.linearize()
	s.Objective = g.here.loss
	along, most := floats.Dot(g.here.slopes, g.here.z), g.Radius*g.polar
	g.rounding(math.Abs(along)+most).Fill(&s.Progress, along+most, 0)
	s.Residual = s.Gap
}

// lineSearch is the γ in [0, 1] that minimizes the loss at Z + γ·line, by bisection of its slope.
func (g conditionalGradient) lineSearch(line []float64) float64 {
	slope := func(t float64) float64 {
		floats.AddScaledTo(g.there.z, g.here.z, t, line)
		g.evaluate(&g.there)
		return floats.Dot(g.there.slopes, line)
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
