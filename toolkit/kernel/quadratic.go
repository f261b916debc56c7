package kernel

// Quadratic is k(x, z) = (Offset + ⟨x,z⟩)²; the inhomogeneous form has Offset 1, the homogeneous one 0.
type Quadratic struct {
	Offset float64
}

// OfDot is (Offset + ⟨x,z⟩)².
func (k Quadratic) OfDot(xz, _, _ float64) float64 {
	v := k.Offset + xz
	return v * v
}
