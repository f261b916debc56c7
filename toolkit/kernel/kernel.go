// Package kernel holds kernels of vectors that depend on inner products alone, their normalization, and Gram matrices.
package kernel

// Kernel is a kernel k(x, z) that is a function of ⟨x,z⟩, ‖x‖² and ‖z‖².
type Kernel interface {
	OfDot(xz, xx, zz float64) float64
}
