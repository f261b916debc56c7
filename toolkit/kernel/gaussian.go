package kernel

import (
	"math"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// Gaussian is k(x, z) = exp(−‖x − z‖²/(2σ²)) with σ² = Variance > 0.
type Gaussian struct {
	Variance float64
}

// OfDot is exp(−‖x − z‖²/(2σ²)).
func (k Gaussian) OfDot(xz, xx, zz float64) float64 {
	return math.Exp(-squaredDistance(xz, xx, zz) / (2 * k.Variance))
}

// squaredDistance is ‖x − z‖² = ‖x‖² + ‖z‖² − 2⟨x,z⟩, not below 0.
func squaredDistance(xz, xx, zz float64) float64 { return max(0, xx+zz-2*xz) }

// ofDots replaces the inner products of a point with others by the values of the kernel.
func (k Gaussian) ofDots(dots []float64, xx float64, zz []float64) {
	scale := -1 / (2 * k.Variance)
	for j, dot := range dots {
		dots[j] = scale * squaredDistance(dot, xx, zz[j])
	}
	linalg.Exp(dots, dots, 0)
}
