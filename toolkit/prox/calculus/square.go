package calculus

import (
	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
)

// Square is (μ/2)‖x‖², μ > 0.
type Square struct{ Mu float64 }

// Value is (μ/2)‖x‖².
func (g Square) Value(x []float64) float64 { return g.Mu / 2 * floats.Dot(x, x) }

// Prox is v/(1 + γμ).
func (g Square) Prox(dst, v []float64, gamma float64) float64 {
	check(dst, v, gamma)
	floats.ScaleTo(dst, 1/(1+gamma*g.Mu), v)
	return g.Value(dst)
}

// ProxJacobian is γμ/(1 + γμ) I.
func (g Square) ProxJacobian(m *toolkit.Jacobian, v []float64, gamma float64) {
	m.Reset(len(v))
	for j := range v {
		m.Diagonal[j] = gamma * g.Mu / (1 + gamma*g.Mu)
	}
}

// Conjugate is ‖v‖²/(2μ).
func (g Square) Conjugate(v []float64) float64 { return floats.Dot(v, v) / (2 * g.Mu) }

// Polar is 0: the conjugate is finite everywhere.
func (g Square) Polar([]float64) float64 { return 0 }
