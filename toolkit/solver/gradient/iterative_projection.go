package gradient

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// IterativeProjection minimizes f + g for smooth f and one-homogeneous g by successive approximation of a fixed point.
// With K = ∂g(0) and the projection π,
//
//	Require: σ > 0
//	Initialize: x = x0
//	while convergence not reached do
//		x ← (I − π_{K/σ})(x − ∇f(x)/σ)
//	end while
//	return x
//
// By Moreau's identity I − π_{K/σ} is prox_{g/σ}. The map is a contraction where σ suits the curvature of f (see
// Contraction); a step rule chooses σ anew in each iteration.
//
// Source: Rosasco, Mosci, Santoro, Verri, Villa, Iterative Projection Methods for Structured Sparsity Regularization,
// 2009, Algorithm 1, for F = 2f and 2τJ = 2g.
type IterativeProjection struct {
	// Start is x0; nil for 0. It is copied.
	Start []float64
	// Step chooses σ; nil for Backtracking, from f's own constant where it is a Lipschitzer.
	Step StepRule
	// MinimalNorm multiplies iterate p by 1 − 1/(p + 1): where there are several minimizers it converges, slowly, to
	// that of least norm (Halpern 1967; section 2.3 of the source).
	MinimalNorm bool
	// ProxTol is the relative gap to which the projection is found where it has no closed form (a
	// toolkit.IterativeProx), each time from the dual variables of the last; 0 for 1e-13.
	ProxTol float64
	// CheckEvery is how often Gap is computed where f is a toolkit.Certifier; 0 for 10.
	CheckEvery int
}

// project is the line of the loop, x⁺ = (I − π_{K/σ})(x − ∇f(x)/σ).
func (s *ProjectionState) project(f toolkit.Smooth, g toolkit.Proxable, sigma float64) {
	x, next := s.at.X, &s.next
	floats.AddScaledTo(s.scratch, x, -1/sigma, s.at.Grad)
	value := g.Prox(next.X, s.scratch, 1/sigma)
	if s.c.MinimalNorm {
		floats.Scale(1-1/float64(s.Iter+2), next.X)
		value = g.Value(next.X)
	}
	next.F = f.ValueGrad(next.Grad, next.X)
	next.Objective = next.F + value
	floats.SubTo(s.moved, next.X, x)
	s.Evals++
}

// step is one iteration: the search tries σ until it accepts one.
func (s *ProjectionState) step(
	ctx context.Context, f toolkit.Smooth, g toolkit.Proxable, search Search,
) (objective float64, err error) {
	taken, sigma, accepted := 0., search.Sigma(s.at), false
	for !accepted {
		if err = context.Cause(ctx); err != nil { // a search may be long
			return 0, err
		}
		if !(sigma > 0) || math.IsInf(sigma, 1) {
			return 0, s.stepError(sigma, taken > 0)
		}
		taken = sigma
		s.project(f, g, sigma)
		sigma, accepted = search.Try(Trial{Iterate: s.at, Sigma: taken, Next: s.next, Step: s.moved})
	}
	s.advance(taken)
	if !solver.Finite(s.Objective) {
		const why = "so small a σ may make no contraction; SafeStep and Safeguarded do not diverge"
		return 0, fmt.Errorf("iteration %d, σ = %g: %w: %s", s.Iter, taken, solver.ErrDiverged, why)
	}
	if cert, ok := f.(toolkit.Certifier); ok && s.Iter%s.c.CheckEvery == 0 {
		s.Gap = cert.Gap(s.at.X)
		s.Evals++
	}
	return s.Objective, nil
}

// stepError is the error of a σ that cannot be tried: the rule is at fault, or data that have led it astray.
func (s *ProjectionState) stepError(sigma float64, tried bool) error {
	err := fmt.Errorf("iteration %d: σ = %g: it must be positive and finite", s.Iter+1, sigma)
	if math.IsNaN(s.at.Objective) || tried && !solver.Finite(s.next.Objective) {
		return fmt.Errorf("%w: %w", solver.ErrDiverged, err)
	}
	return err
}

// ProjectionState is the state after an iteration. Residual is σ‖x − x⁻‖, Change ‖x − x⁻‖/‖x‖ (0 at x = x⁻), Step is
// 1/σ.
type ProjectionState struct {
	solver.Progress
	Change float64

	c              IterativeProjection
	at             Iterate // x
	next           Point   // x⁺
	moved, scratch []float64
}

// X copies the point.
func (s *ProjectionState) X(dst []float64) []float64 { return append(dst[:0], s.at.X...) }

// Iterations solves a problem, as a rule a *solver.Problem or WithRidge of one. The sequence yields an error where a σ
// to try is not positive and finite, and one that wraps ErrDiverged where the objective is not finite any more, as with
// a fixed σ below half the largest curvature. It panics where Start is of another length.
func (c IterativeProjection) Iterations(ctx context.Context, p Problem) solver.Seq[*ProjectionState] {
	if c.CheckEvery <= 0 {
		c.CheckEvery = 10
	}
	if c.ProxTol == 0 {
		c.ProxTol = 1e-13
	}
	return solver.Sequence(ctx, func() (*ProjectionState, solver.Step, error) {
		f, g := smooth(p), p.Regularizer()
		s := c.start(begin(p, c.Start))
		if c.Step == nil {
			c.Step = backtrackingOf(f)
		}
		search, warm := c.Step.Begin(), solver.WarmProx(g, c.ProxTol)
		s.at.F = f.ValueGrad(s.at.Grad, s.at.X)
		s.at.Objective = s.at.F + g.Value(s.at.X)
		s.Evals++
		return s, func(ctx context.Context) (float64, error) { return s.step(ctx, f, warm, search) }, nil
	})
}

func (c IterativeProjection) start(x0 []float64) *ProjectionState {
	d := len(x0)
	vector := func() []float64 { return make([]float64, d) }
	s := &ProjectionState{Progress: solver.Unknown(), c: c, moved: vector(), scratch: vector()}
	s.at.X, s.at.Grad = append(make([]float64, 0, d), x0...), vector()
	s.next.X, s.next.Grad = vector(), vector()
	return s
}

// advance moves from x to x⁺.
func (s *ProjectionState) advance(sigma float64) {
	if s.at.S == nil {
		s.at.S, s.at.R = make([]float64, len(s.moved)), make([]float64, len(s.moved))
	}
	floats.SubTo(s.at.R, s.next.Grad, s.at.Grad)
	s.at.S, s.moved = s.moved, s.at.S
	s.at.Point, s.next = s.next, s.at.Point
	s.Iter++
	s.at.Iter = s.Iter
	moved := floats.Norm(s.at.S, 2)
	s.Objective, s.Step, s.Residual, s.Change, s.Gap = s.at.Objective, 1/sigma, sigma*moved, 0, math.NaN()
	if moved > 0 {
		s.Change = moved / floats.Norm(s.at.X, 2)
	}
}
