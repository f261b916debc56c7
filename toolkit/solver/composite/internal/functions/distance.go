package functions

import (
	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
)

// squaredDistance is half the squared distance from a set, the Moreau envelope of its indicator.
type squaredDistance struct {
	toolkit.Composable
	set toolkit.SupportFunction
}

// Distance is half the squared distance from a set with its projection.
func Distance(projection toolkit.Proxable, set toolkit.SupportFunction) toolkit.Proxable {
	return squaredDistance{Composable(projection), set}
}

// Value is half the squared distance.
func (g squaredDistance) Value(x []float64) float64 {
	far := g.set.Violation(x)
	return far * far / 2
}

// Prox is v + γ/(1 + γ) (proj(v) − v).
func (g squaredDistance) Prox(dst, v []float64, gamma float64) float64 {
	z := make([]float64, len(v))
	g.Composable.Prox(z, v, 1)
	for j, x := range v {
		dst[j] = x + gamma/(1+gamma)*(z[j]-x)
	}
	return g.Value(dst)
}

// ProxJacobian is γ/(1 + γ) times that of the projection.
func (g squaredDistance) ProxJacobian(m *toolkit.Jacobian, v []float64, gamma float64) {
	g.Composable.ProxJacobian(m, v, 1)
	floats.Scale(gamma/(1+gamma), m.Diagonal)
	for k := range m.Ones {
		m.Ones[k].Weight *= gamma / (1 + gamma)
	}
}

// Conjugate is σ(v) + ‖v‖²/2.
func (g squaredDistance) Conjugate(v []float64) float64 {
	return g.set.Conjugate(v) + floats.Dot(v, v)/2
}

// Clip takes v to where the support function is finite.
func (g squaredDistance) Clip(v []float64, cone bool) {
	if c, ok := g.set.(Clipped); ok {
		c.Clip(v, cone)
	}
}
