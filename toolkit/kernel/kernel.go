// Package kernel holds kernels of vectors that depend on inner products alone, their normalization, and Gram matrices.
package kernel

import "github.com/proxlab/proxlab/toolkit/linalg"

// Kernel is a kernel k(x, z) that is a function of ⟨x,z⟩, ‖x‖² and ‖z‖².
type Kernel interface {
	OfDot(xz, xx, zz float64) float64
}

// Explicit is a kernel that knows few features φ with k(x, z) = ⟨φ(x), φ(z)⟩: it can be held as explicit weights, one
// a feature, in place of one an example. Features returns φ(x), a row for each row of x.
type Explicit interface {
	Features(x *linalg.Dense) *linalg.Dense
}
