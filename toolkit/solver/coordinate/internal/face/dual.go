// Package face takes Newton's steps on the dual variables of a loss with kinks that are at none of their bounds.
package face

import (
	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// Dual is the dual of (μ/2)‖w‖² + Σ_i c_i ℓ_i(⟨a_i, w⟩), and a point of it: v, and w = −Σ_i c_i v_i a_i/μ.
type Dual struct {
	A        linalg.Rows
	Loss     toolkit.Separable
	Envelope toolkit.MoreauEnvelope
	C        []float64
	Diagonal []float64 // ‖a_i‖²/μ
	Mu       float64
	V, W     []float64
}
