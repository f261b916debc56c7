package outputs

import "github.com/proxlab/proxlab/toolkit"

// LineCurved is a loss of several outputs with a bound of its own of d²ℓ_i(f + tv)/dt², over all f and t, below
// Curvature's.
type LineCurved interface {
	LineCurvature(i int, v []float64) float64
}

// Curved is a loss of several outputs that writes the diagonal of ∇²ℓ_i(f) to h.
type Curved interface {
	Diagonal(h []float64, i int, f []float64)
}

// Tasked is a loss of several outputs of which each example has one, with the same loss of one prediction.
type Tasked interface {
	Each() toolkit.Separable
}
