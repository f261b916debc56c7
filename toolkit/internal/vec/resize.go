package vec

// Resize returns a slice of n numbers, x's storage where that suffices and new storage otherwise; the numbers are not
// cleared.
func Resize(x []float64, n int) []float64 {
	if cap(x) < n {
		return make([]float64, n)
	}
	return x[:n]
}
