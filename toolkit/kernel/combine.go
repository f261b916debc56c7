package kernel

// Scaled is k(x, z) = C·κ(x, z), with C > 0.
type Scaled struct {
	C  float64
	Of Kernel
}

// OfDot is C·κ(x, z).
func (k Scaled) OfDot(xz, xx, zz float64) float64 { return k.C * k.Of.OfDot(xz, xx, zz) }

// Average is the mean of several kernels.
type Average []Kernel

// OfDot is the mean of the kernels' values.
func (k Average) OfDot(xz, xx, zz float64) float64 {
	var sum float64
	for _, of := range k {
		sum += of.OfDot(xz, xx, zz)
	}
	return sum / float64(len(k))
}
