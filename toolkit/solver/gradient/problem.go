package gradient

import (
	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// Problem is f + g on Dim numbers: f is the problem's own value, g its Regularizer. A solver.Problem is one; two
// functions of one's own are as a Composite.
//
// Where a problem is a toolkit.Certifier of f + g there are gaps, by a Certified with their rounding; where it is a
// Lipschitzer, FISTA starts with its steps.
type Problem interface {
	toolkit.Smooth
	Regularizer() toolkit.Proxable
	Dim() int
}

// Certified is a toolkit.Certifier that knows what of a gap is the bound of rounding.
type Certified interface {
	Certify(x []float64) (gap, rounding float64)
}

// Lipschitzer is a smooth function that knows a constant L ≥ 0 with ‖∇f(x) − ∇f(y)‖ ≤ L‖x − y‖: FISTA then starts with
// steps of 1/L.
type Lipschitzer interface {
	Lipschitz() float64
}

var (
	_ Problem     = (*solver.Problem)(nil)
	_ Certified   = (*solver.Problem)(nil)
	_ Lipschitzer = (*solver.Problem)(nil)
	_ Problem     = Composite{}
	_ Problem     = WithRidge{}
)

// Composite is f + g on D numbers, of two functions. What f can do beside its value is asked of f.
type Composite struct {
	F toolkit.Smooth
	G toolkit.Proxable
	D int
}

// Value is f(x).
func (c Composite) Value(x []float64) float64 { return c.F.Value(x) }

// ValueGrad writes ∇f(x) to dst and returns f(x).
func (c Composite) ValueGrad(dst, x []float64) float64 { return c.F.ValueGrad(dst, x) }

// Regularizer is g.
func (c Composite) Regularizer() toolkit.Proxable { return c.G }

// Dim is D.
func (c Composite) Dim() int { return c.D }

// smooth is f as what is asked for capabilities.
func smooth(p Problem) toolkit.Smooth {
	if c, ok := p.(Composite); ok {
		return c.F
	}
	return p
}

// begin is a copy of a start; of nil it is 0.
func begin(p Problem, start []float64) []float64 {
	x := make([]float64, p.Dim())
	if start != nil && len(start) != len(x) {
		panic("gradient: the start has another length than the point")
	}
	copy(x, start)
	return x
}

// WithRidge is a problem whose ridge is part of f: f is L(x) + (μ/2)‖x‖², and g is λΩ. A solver.Problem's own
// Regularizer takes the ridge into the prox, which is what FISTA wants; in the gradient it makes IterativeProjection a
// contraction, and leaves g one-homogeneous.
type WithRidge struct{ P *solver.Problem }

// Value is L(x) + (μ/2)‖x‖².
func (r WithRidge) Value(x []float64) float64 { return r.P.Value(x) + r.P.Mu/2*floats.Dot(x, x) }

// ValueGrad is that, with its gradient ∇L(x) + μx.
func (r WithRidge) ValueGrad(dst, x []float64) float64 {
	value := r.P.ValueGrad(dst, x)
	floats.AddScaled(dst, r.P.Mu, x)
	return value + r.P.Mu/2*floats.Dot(x, x)
}

// Regularizer is λΩ.
func (r WithRidge) Regularizer() toolkit.Proxable {
	if r.P.Lambda == 1 && r.P.Penalty != nil {
		return r.P.Penalty
	}
	return r.P.WithRidge(0).Regularizer()
}

// Dim is the problem's.
func (r WithRidge) Dim() int { return r.P.Dim() }

// Objective is the problem's.
func (r WithRidge) Objective(x []float64) float64 { return r.P.Objective(x) }

// Gap is the problem's.
func (r WithRidge) Gap(x []float64) float64 { return r.P.Gap(x) }
