package functions

import (
	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
)

// Sloped is a function whose (w − prox(w))/s is known to be in the domain of its conjugate whatever the rounding.
type Sloped interface {
	Slopes(dst, w []float64, s float64)
}

// Clipped is a function that takes multipliers into its conjugate's domain; where cone is true, into the cone that
// dividing by the polar does not lead to.
type Clipped interface {
	Clip(v []float64, cone bool)
}

// receding is h(tz)/t, which is near the recession function of h for large t.
type receding struct {
	toolkit.Composable
	of toolkit.Proxable
	t  float64
}

// Receding is h(tz)/t with what h knows of itself.
func Receding(h toolkit.Proxable, t float64) toolkit.Proxable {
	far := receding{Composable(h), h, t}
	if set, ok := h.(toolkit.SupportFunction); ok {
		return recedingSet{far, set}
	}
	if _, ok := h.(Sloped); ok {
		return recedingSlopes{far}
	}
	return far
}

func (g receding) scaled(z []float64) []float64 {
	return floats.ScaleTo(make([]float64, len(z)), g.t, z)
}

// Value is h(tz)/t.
func (g receding) Value(z []float64) float64 { return g.Composable.Value(g.scaled(z)) / g.t }

// Prox is prox_{γt h}(tv)/t.
func (g receding) Prox(dst, v []float64, gamma float64) float64 {
	value := g.Composable.Prox(dst, g.scaled(v), gamma*g.t)
	floats.Scale(1/g.t, dst)
	return value / g.t
}

// ProxJacobian is that of h.
func (g receding) ProxJacobian(m *toolkit.Jacobian, v []float64, gamma float64) {
	g.Composable.ProxJacobian(m, g.scaled(v), gamma*g.t)
}

// Conjugate is h*(v)/t.
func (g receding) Conjugate(v []float64) float64 { return g.Composable.Conjugate(v) / g.t }

// Clip takes v into the domain of the conjugate, where h can.
func (g receding) Clip(v []float64, cone bool) {
	if c, ok := g.of.(Clipped); ok {
		c.Clip(v, cone)
	}
}

// recedingSlopes is receding of a function that knows slopes.
type recedingSlopes struct{ receding }

// Slopes are those of h.
func (g recedingSlopes) Slopes(dst, v []float64, gamma float64) {
	g.of.(Sloped).Slopes(dst, g.scaled(v), gamma*g.t)
}

// recedingSet is receding of a set.
type recedingSet struct {
	receding
	set toolkit.SupportFunction
}

// Violation is that of tz, over t.
func (g recedingSet) Violation(z []float64) float64 { return g.set.Violation(g.scaled(z)) / g.t }
