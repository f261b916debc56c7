package profile

// tridiagonal is a symmetric positive definite matrix with numbers on the diagonal and beside it, as LDLᵀ once it is
// factored, and a slope of the same size.
type tridiagonal struct {
	diagonal, beside, slope []float64
	pivots, below           []float64 // D, and L below its diagonal of ones
}

func newTridiagonal(n int) *tridiagonal {
	room := func(n int) []float64 { return make([]float64, n) }
	return &tridiagonal{room(n), room(n - 1), room(n), room(n), room(n - 1)}
}

func (t *tridiagonal) clear() {
	clear(t.diagonal)
	clear(t.beside)
	clear(t.slope)
}

func (t *tridiagonal) factor() {
	for k, d := range t.diagonal {
		if t.pivots[k] = d; k > 0 {
			t.below[k-1] = t.beside[k-1] / t.pivots[k-1]
			t.pivots[k] -= t.below[k-1] * t.beside[k-1]
		}
	}
}

// solve overwrites b with the solution for it.
func (t *tridiagonal) solve(b []float64) {
	for k := 1; k < len(b); k++ {
		b[k] -= t.below[k-1] * b[k-1]
	}
	for k := len(b) - 1; k >= 0; k-- {
		if b[k] /= t.pivots[k]; k < len(b)-1 {
			b[k] -= t.below[k] * b[k+1]
		}
	}
}
