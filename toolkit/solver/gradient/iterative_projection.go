package gradient

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// Damped is f + (μ/2)‖x‖² as a smooth function: the perturbation that makes IterativeProjection a contraction. Where f certifies f + g for a g
// that has the same term (a Problem with prox.Ridge{Mu, Inner}), so does Damped.
type WithRidge struct {
	F  toolkit.Smooth
	Mu float64
}

// Value is f(x) + (μ/2)‖x‖².
func (d WithRidge) Value(x []float64) float64 { return d.F.Value(x) + d.Mu/2*floats.Dot(x, x) }

// ValueGrad is that, with its gradient ∇f(x) + μx.
func (d WithRidge) ValueGrad(dst, x []float64) float64 {
	value := d.F.ValueGrad(dst, x)
	floats.AddScaled(dst, d.Mu, x)
	return value + d.Mu/2*floats.Dot(x, x)
}

// Objective is f's own as a certifier, NaN where it is none.
func (d WithRidge) Objective(x []float64) float64 {
	if c, ok := d.F.(toolkit.Certifier); ok {
		return c.Objective(x)
	}
	return math.NaN()
}

// Gap is f's own as a certifier, +Inf where it is none.
func (d WithRidge) Gap(x []float64) float64 {
	if c, ok := d.F.(toolkit.Certifier); ok {
		return c.Gap(x)
	}
	return math.Inf(1)
}

// IterativeProjection minimizes f + g for smooth f and one-homogeneous g by
//
//	x ← (I − π)(x − ∇f(x)/σ) = prox_{g/σ}(x − ∇f(x)/σ),
//
// where π projects on ∂g(0)/σ: successive approximation of a fixed point, a contraction where σ suits the curvature of f (see Contraction).
//
// Source: Rosasco, Mosci, Santoro, Verri, Villa, Iterative Projection Methods for Structured Sparsity Regularization, 2009, Algorithm 1, for
// F = 2f and 2τJ = 2g.
type IterativeProjection struct {
	// Step chooses σ. It must be set.
	Step StepRule
	// MinimalNorm multiplies iterate p by 1 − 1/(p + 1): where there are several minimizers it converges, slowly, to that of least norm
	// (Halpern 1967; section 2.3 of the source).
	MinimalNorm bool
	// ProxTol is the relative gap to which the projection is found where it has no closed form (a toolkit.IterativeProx), each time from the dual
	// variables of the last; 0 for 1e-13.
	ProxTol float64
	// CheckEvery is how often Gap is computed where f is a toolkit.Certifier; 0 for 10.
	CheckEvery int
}

// ProjectionState is the state after an iteration. Residual is σ‖x − x⁻‖, Change ‖x − x⁻‖/‖x‖ (0 at x = x⁻), Step is 1/σ.
type ProjectionState struct {
	solver.Progress
	Change float64
	x      []float64
}

// X copies the point.
func (s *ProjectionState) X(dst []float64) []float64 { return append(dst[:0], s.x...) }

// Iterations starts from x0, which is not changed. The sequence yields an error where the rule's σ is not positive and finite, and one that wraps
// ErrDiverged where the objective is not finite any more, as with a fixed σ below half the largest curvature.
func (c IterativeProjection) Iterations(ctx context.Context, f toolkit.Smooth, g toolkit.Proxable, x0 []float64) solver.Seq[*ProjectionState] {
	return func(yield func(*ProjectionState, error) bool) {
		p := newProjection(c, f, g, x0)
		if c.Step == nil {
			yield(p.s, errors.New("IterativeProjection needs a step rule, such as SafeStep of the largest curvature"))
			return
		}
		for {
			err := context.Cause(ctx)
			if err == nil {
				err = p.iterate()
			}
			if !yield(p.s, err) || err != nil {
				return
			}
		}
	}
}

type projection struct {
	IterativeProjection
	f             toolkit.Smooth
	g             toolkit.Proxable
	warm          warmProx // of g
	s             *ProjectionState
	grad          []float64 // ∇f at x
	step, change  []float64 // s and r of the iteration before
	next, scratch []float64
	smooth        float64   // f at x
	past          []float64 // objectives, the last ones, for Safeguarded
}

func newProjection(c IterativeProjection, f toolkit.Smooth, g toolkit.Proxable, x0 []float64) *projection {
	d := len(x0)
	if c.CheckEvery <= 0 {
		c.CheckEvery = 10
	}
	if c.ProxTol == 0 {
		c.ProxTol = 1e-13
	}
	s := &ProjectionState{Progress: solver.Unknown(), x: append(make([]float64, 0, d), x0...)}
	return &projection{
		IterativeProjection: c, f: f, g: g, warm: warmProx{g: g, tol: c.ProxTol}, s: s,
		grad: make([]float64, d), next: make([]float64, d), scratch: make([]float64, d),
	}
}

func (p *projection) iterate() error {
	s := p.s
	if s.Iter == 0 {
		p.smooth = p.f.ValueGrad(p.grad, s.x)
		p.past = append(p.past, p.smooth+p.g.Value(s.x))
		s.Evals++
	}
	sigma := p.Step.Sigma(s.Iter, p.step, p.change)
	if !(sigma > 0) || math.IsInf(sigma, 1) {
		return fmt.Errorf("iteration %d: σ = %g: it must be positive and finite", s.Iter+1, sigma)
	}
	grad := make([]float64, len(s.x))
	objective, sigma := p.move(sigma, grad)
	if p.step == nil {
		p.step, p.change = make([]float64, len(s.x)), make([]float64, len(s.x))
	}
	floats.SubTo(p.step, p.next, s.x)
	floats.SubTo(p.change, grad, p.grad)
	moved := floats.Norm(p.step, 2)
	s.x, p.next, p.grad = p.next, s.x, grad
	s.Iter++
	s.Objective, s.Step, s.Residual, s.Change, s.Gap = objective, 1/sigma, sigma*moved, 0, math.NaN()
	if moved > 0 {
		s.Change = moved / floats.Norm(s.x, 2)
	}
	if !solver.Finite(objective) {
		return fmt.Errorf("iteration %d, σ = %g: %w: so short a σ does not make a contraction, see Contraction; SafeStep and Safeguarded converge", s.Iter, sigma, solver.ErrDiverged)
	}
	if cert, ok := p.f.(toolkit.Certifier); ok && s.Iter%p.CheckEvery == 0 {
		s.Gap = cert.Gap(s.x)
		s.Evals++
	}
	return nil
}

// sufficient is the share of what a step promises that it must keep, for Safeguarded.
const sufficient = 1e-4

// move writes the next point and the gradient there, and returns the objective there and the σ it took.
func (p *projection) move(sigma float64, grad []float64) (objective, taken float64) {
	guard, guarded := p.Step.(Safeguarded)
	_, backtracks := p.Step.(Backtracking)
	if backtracks && p.s.Iter > 0 {
		sigma = sink / p.s.Step
	}
	for {
		floats.AddScaledTo(p.scratch, p.s.x, -1/sigma, p.grad)
		value := p.warm.prox(p.next, p.scratch, 1/sigma)
		if p.MinimalNorm {
			floats.Scale(1-1/float64(p.s.Iter+2), p.next)
			value = p.g.Value(p.next)
		}
		smooth := p.f.ValueGrad(grad, p.next)
		objective = smooth + value
		p.s.Evals++
		switch {
		case guarded && sigma < guard.Most && !p.falls(objective, sigma):
			sigma = math.Min(2*sigma, guard.Most)
			continue
		case backtracks && sigma < math.MaxFloat64/4 && !p.below(smooth, sigma, grad):
			sigma *= 2
			continue
		}
		p.smooth = smooth
		if guarded {
			p.past = append(p.past, objective)
			p.past = p.past[max(0, len(p.past)-guard.memory()):]
		}
		return objective, sigma
	}
}

// falls tells whether the objective is far enough below the largest of the last ones, for Safeguarded.
func (p *projection) falls(objective, sigma float64) bool {
	moved := floats.Distance(p.next, p.s.x, 2)
	return objective <= floats.Max(p.past)-sufficient*sigma/2*moved*moved
}

// below tells whether f at the next point is below its model around x, for Backtracking. Near the minimum, where that is a difference of numbers
// that agree to rounding, half the change of the gradient along the step stands for it, as for a quadratic.
func (p *projection) below(smooth, sigma float64, grad []float64) bool {
	floats.SubTo(p.scratch, p.next, p.s.x)
	excess := smooth - p.smooth - floats.Dot(p.grad, p.scratch)
	if math.Abs(excess) <= blurred*(math.Abs(smooth)+math.Abs(p.smooth)) {
		excess = (floats.Dot(grad, p.scratch) - floats.Dot(p.grad, p.scratch)) / 2
	}
	return !(excess > sigma/2*floats.Dot(p.scratch, p.scratch)) // NaN is not to be cured
}

// blurred is the relative size below which a difference of objectives has too few digits left.
const blurred = 1e-9
