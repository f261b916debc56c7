package kernel

import "math"

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
