package lowrank

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/solver"
)

// quasiNewtonStep moves the factors by one step of limited-memory BFGS on Ψ with an Armijo line search; it is false
// where none lowers Ψ.
func (f *factoredDescent) quasiNewtonStep() bool {
	f.refresh()
	f.precondition()
	f.steps++
	direction := f.hessian.Direction(f.grad)
	slope := floats.Dot(direction, f.grad)
	if f.hessian.Pairs() == 0 && f.hessian.Initial == nil {
		// a step of unknown length: as scaled before, or a tenth of the point's
		scale := f.hessian.Scale()
		if scale == 0 {
			scale = 0.1 * floats.Norm(f.at, 2) / floats.Norm(direction, 2)
		}
		floats.Scale(scale, direction)
		slope *= scale
	}
	if slope < 0 && f.armijo(direction, slope) {
		return true
	}
	known := f.hessian.Pairs() > 0
	f.hessian.Forget()
	return known // without the pairs the next step may help
}

// refresh evaluates Ψ and ∇Ψ at the factors, unless that was done.
func (f *factoredDescent) refresh() {
	if f.at != nil && f.current {
		return
	}
	f.at = f.point()
	f.objective = f.value(f.at)
	f.grad = f.gradAt(f.at)
	f.current = true
}

// armijo looks for a step along a direction by Armijo's condition. Where rounding hides the change of Ψ, the slope
// along the direction decides instead: it must shrink.
//
// Source: Hager, Zhang, A New Conjugate Gradient Method with Guaranteed Descent and an Efficient Line Search, SIAM J.
// Optim. 2005, the approximate Wolfe conditions (4.1).
func (f *factoredDescent) armijo(direction []float64, slope float64) bool {
	hidden := solver.Slack * math.Abs(f.objective)
	next := make([]float64, len(f.at))
	f.current = false
	t := 1.
	for range 40 {
		floats.AddScaledTo(next, f.at, t, direction)
		value := f.value(next)
		if value <= f.objective+1e-4*t*slope && f.objective-value > hidden {
			f.accept(next, value, f.gradAt(next))
			f.s.Step = t
			return true
		}
		if math.Abs(value-f.objective) <= hidden {
			grad := f.gradAt(next)
			slopeT := floats.Dot(grad, direction)
			switch {
			case slopeT > -0.8*slope: // beyond the minimum
				t *= slope / (slope - slopeT)
				continue
			case slopeT < 0.9*slope && t < 100:
				t *= 3
				continue
			}
			f.accept(next, value, grad)
			f.s.Step = t
			return floats.Norm(f.grad, 2) > 1e-15*f.lambda*floats.Norm(f.at, 2)
		}
		parabola := -slope * t * t / (2 * (value - f.objective - t*slope)) // its minimum
		if !(parabola >= 0.1*t) {
			parabola = 0.1 * t
		}
		t = math.Min(parabola, 0.5*t)
	}
	return false
}

// gradAt is ∇Ψ where value was called last.
func (f *factoredDescent) gradAt(x []float64) []float64 {
	grad := make([]float64, len(x))
	f.factored.grad(grad, x, true, true)
	return grad
}

// accept moves to a point.
func (f *factoredDescent) accept(next []float64, value float64, grad []float64) {
	step, change := make([]float64, len(next)), make([]float64, len(next))
	floats.SubTo(step, next, f.at)
	floats.SubTo(change, grad, f.grad)
	f.hessian.Add(step, change)
	f.at, f.grad, f.objective = next, grad, value
	f.setPoint(next)
	f.current = true
}

// precondition builds a preconditioner where one is due; the pairs of the quasi-Newton method stay.
func (f *factoredDescent) precondition() {
	due := f.steps >= firstPrecondition && (f.steps-firstPrecondition)%reprecondition == 0
	if !due || f.NoPreconditioner || f.s.Rank < preconditionRank {
		return
	}
	loss, ok := f.o.Loss.(solver.Curved)
	if !ok {
		return
	}
	f.refresh()
	diagonal := func(h []float64, i int) {
		z, _ := f.o.Span(f.z, i)
		loss.Diagonal(h, i, z)
		floats.Scale(f.o.Loss.Weight(i), h)
	}
	if p := newPreconditioner(f.factored, f.at, diagonal, f.lambda, nil); p != nil {
		f.hessian.Initial = p.apply
	}
}
