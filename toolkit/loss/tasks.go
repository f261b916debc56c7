package loss

import (
	"github.com/proxlab/proxlab/toolkit"
)

// Tasks is a loss of one prediction an example, for K tasks at once: example i belongs to task Task[i] and its loss
// is ℓ_i(f_{Task[i]}), the prediction of that task's weights, one column each. The examples of all tasks share the
// weights c_i, so that by default L is the mean over all examples of all tasks.
//
// Source: Dudik, Harchaoui, Malick, Lifted Coordinate Descent for Learning with Trace-Norm Regularization, AISTATS
// 2012, equation (2), with one column a task: see TaskMultinomial for the form with one column a class.
type Tasks struct {
	Of   toolkit.Separable
	Task []int
	K    int
}

// Len is the number of examples.
func (l Tasks) Len() int { return l.Of.Len() }

// Each is the loss of one prediction an example.
func (l Tasks) Each() toolkit.Separable { return l.Of }

// Outputs is K.
func (l Tasks) Outputs() int { return l.K }

// Span is the one output of the example's task.
func (l Tasks) Span(i int) (lo, hi int) { return l.Task[i], l.Task[i] + 1 }

// Weight is c_i.
func (l Tasks) Weight(i int) float64 { return l.Of.Weight(i) }

// At writes the slope of ℓ_i to grad and returns the loss.
func (l Tasks) At(grad []float64, i int, f []float64) float64 {
	value, slope := l.Of.At(i, f[0])
	grad[0] = slope
	return value
}

// Conjugate is that of ℓ_i.
func (l Tasks) Conjugate(i int, u []float64) float64 { return l.Of.Conjugate(i, u[0]) }

// Hessian is ℓ_i”, where the loss is a toolkit.TwiceDifferentiable; it panics where not.
func (l Tasks) Hessian(h []float64, i int, f []float64) {
	h[0] = l.Of.(toolkit.TwiceDifferentiable).Second(i, f[0]) //nolint:errcheck // said above
}

// Curvature is that of the loss.
func (l Tasks) Curvature() float64 { return l.Of.Curvature() }
