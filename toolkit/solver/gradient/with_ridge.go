package gradient

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
)

// WithRidge is f + (μ/2)‖x‖² as a smooth function. A solver.Problem has μ itself, and its Regularizer takes it into the
// prox: that is what FISTA wants. WithRidge puts the term into the gradient instead, which makes IterativeProjection a
// contraction and leaves g one-homogeneous. Where f certifies f + g for a g that has the same term (a Problem with this
// μ), so does WithRidge.
type WithRidge struct {
	F  toolkit.Smooth
	Mu float64
}

// Value is f(x) + (μ/2)‖x‖².
func (r WithRidge) Value(x []float64) float64 { return r.F.Value(x) + r.Mu/2*floats.Dot(x, x) }

// ValueGrad is that, with its gradient ∇f(x) + μx.
func (r WithRidge) ValueGrad(dst, x []float64) float64 {
	value := r.F.ValueGrad(dst, x)
	floats.AddScaled(dst, r.Mu, x)
	return value + r.Mu/2*floats.Dot(x, x)
}

// Objective is f's own as a certifier, NaN where it is none.
func (r WithRidge) Objective(x []float64) float64 {
	if c, ok := r.F.(toolkit.Certifier); ok {
		return c.Objective(x)
	}
	return math.NaN()
}

// Gap is f's own as a certifier, +Inf where it is none.
func (r WithRidge) Gap(x []float64) float64 {
	if c, ok := r.F.(toolkit.Certifier); ok {
		return c.Gap(x)
	}
	return math.Inf(1)
}
