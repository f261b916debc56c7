package vec

// Resize returns a slice of n numbers, x's storage where that suffices and new storage otherwise; the numbers are not
// cleared.
func Resize(x []float64, n int) []float64 {
	if cap(x) < n {
		return make([]float64, n)
	}
	return x[:n]
}

// Pick are some of the numbers, in the memory of others.
func Pick(to, x []float64, at []int) []float64 {
	to = Resize(to, len(at))
	for k, i := range at {
		to[k] = x[i]
	}
	return to
}
