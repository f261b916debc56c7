package kernel

// Power is k(x, z) = (Offset + ⟨x,z⟩)^Degree, of a whole Degree ≥ 0 and Offset ≥ 0.
type Power struct {
	Degree int
	Offset float64
}

// OfDot is (Offset + ⟨x,z⟩)^Degree, by squares.
func (k Power) OfDot(xz, _, _ float64) float64 {
	out, base := 1., k.Offset+xz
	for d := k.Degree; d > 0; d >>= 1 {
		if d&1 == 1 {
			out *= base
		}
		base *= base
	}
	return out
}
