// Package kernel holds kernels of vectors that depend on inner products alone, their normalization, and Gram matrices.
package kernel

import "math"

// Kernel is a kernel k(x, z) that is a function of ⟨x,z⟩, ‖x‖² and ‖z‖².
type Kernel interface {
	OfDot(xz, xx, zz float64) float64
}

// Linear is k(x, z) = ⟨x,z⟩.
type Linear struct{}

// OfDot is ⟨x,z⟩.
func (Linear) OfDot(xz, _, _ float64) float64 { return xz }

// Quadratic is k(x, z) = (Offset + ⟨x,z⟩)²; the inhomogeneous form has Offset 1, the homogeneous one 0.
type Quadratic struct {
	Offset float64
}

// OfDot is (Offset + ⟨x,z⟩)².
func (k Quadratic) OfDot(xz, _, _ float64) float64 {
	v := k.Offset + xz
	return v * v
}

// UnitDiagonal normalizes a kernel to k(x, x) = 1:
//
//	k(x, z) = κ(x, z)/√(κ(x, x) κ(z, z)),      0 where κ(x, x) or κ(z, z) is 0.
type UnitDiagonal struct {
	Of Kernel
}

// OfDot is κ(x, z)/√(κ(x, x) κ(z, z)).
func (k UnitDiagonal) OfDot(xz, xx, zz float64) float64 {
	d := k.Of.OfDot(xx, xx, xx) * k.Of.OfDot(zz, zz, zz)
	if d <= 0 {
		return 0
	}
	return k.Of.OfDot(xz, xx, zz) / math.Sqrt(d)
}
