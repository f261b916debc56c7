package loss

import (
	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// SquaredOutputs is ℓ_i(f) = ½‖f − y_i‖² for k outputs; Y has the targets y_i one after another.
type SquaredOutputs struct {
	Y       []float64
	K       int
	Weights []float64 // c_i ≥ 0; nil for 1/n
}

// Len is the number of examples.
func (l SquaredOutputs) Len() int { return len(l.Y) / l.K }

// Targets are Y, and whether the weights are 1/n.
func (l SquaredOutputs) Targets() (y []float64, even bool) { return l.Y, l.Weights == nil }

// Outputs is k.
func (l SquaredOutputs) Outputs() int { return l.K }

// Link is the identity.
func (l SquaredOutputs) Link() string { return Identity }

// Span is all of them.
func (l SquaredOutputs) Span(int) (lo, hi int) { return 0, l.K }

// Weight is c_i.
func (l SquaredOutputs) Weight(i int) float64 { return weight(l.Weights, l.Len(), i) }

// At writes f − y_i to grad and returns half its squared norm.
func (l SquaredOutputs) At(grad []float64, i int, f []float64) float64 {
	floats.SubTo(grad, f, l.Y[i*l.K:(i+1)*l.K])
	return floats.Dot(grad, grad) / 2
}

// ByOutput is the same loss as one of n·k examples of one prediction each, those of the first output first.
func (l SquaredOutputs) ByOutput() toolkit.Separable {
	n := l.Len()
	out := Squared{Y: make([]float64, n*l.K), Weights: make([]float64, n*l.K)}
	linalg.Transpose(out.Y, l.Y, n, l.K)
	for i := range n {
		out.Weights[i] = l.Weight(i)
	}
	for c := 1; c < l.K; c++ {
		copy(out.Weights[c*n:], out.Weights[:n])
	}
	return out
}

// Diagonal is 1.
func (l SquaredOutputs) Diagonal(h []float64, _ int, _ []float64) {
	for c := range h {
		h[c] = 1
	}
}

// Hessian is the identity.
func (l SquaredOutputs) Hessian(h []float64, _ int, f []float64) {
	clear(h)
	for c := range f {
		h[c*len(f)+c] = 1
	}
}

// Conjugate is ½‖u‖² + ⟨u, y_i⟩.
func (l SquaredOutputs) Conjugate(i int, u []float64) float64 {
	return floats.Dot(u, u)/2 + floats.Dot(u, l.Y[i*l.K:(i+1)*l.K])
}

// Curvature is max_i c_i.
func (l SquaredOutputs) Curvature() float64 { return maxWeight(l.Weights, l.Len()) }
