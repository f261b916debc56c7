package kernel

import "github.com/proxlab/proxlab/toolkit/linalg"

// Linear is k(x, z) = ⟨x,z⟩.
type Linear struct{}

// OfDot is ⟨x,z⟩.
func (Linear) OfDot(xz, _, _ float64) float64 { return xz }

// Features are x themselves: φ with k(x, z) = ⟨φ(x), φ(z)⟩, a row an example. A kernel that has them can be held as
// explicit weights, one a feature, in place of one an example.
func (Linear) Features(x *linalg.Dense) *linalg.Dense { return x }
