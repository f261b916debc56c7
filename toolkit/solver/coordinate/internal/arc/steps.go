package arc

// Halve is the first of the steps t, t/2, t/4, … that is good; 0 for none.
func Halve(t float64, good func(t float64) bool) float64 {
	for ; t > 1e-10; t /= 2 {
		if good(t) {
			return t
		}
	}
	return 0
}

// Between is old + t(next − old); next to the bit for t = 1.
func Between(dst, old, next []float64, t float64) {
	copy(dst, next)
	if t == 1 {
		return
	}
	for j, v := range old {
		dst[j] = v + t*(next[j]-v)
	}
}
