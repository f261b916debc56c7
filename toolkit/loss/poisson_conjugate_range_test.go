package loss

import (
	"math"
	"testing"
)

// TestPoissonConjugateRange is the sum of single conjugates, at the ends of their domain too, without examples of no
// weight.
func TestPoissonConjugateRange(t *testing.T) {
	t.Parallel()
	for _, weighted := range []bool{false, true} {
		l, f := counted(weighted)
		if weighted {
			l.Weights[9] = 0
		}
		bound, _ := l.Bind(l.Y, l.Weights).(Poisson)
		s := make([]float64, len(f))
		bound.Range(s, f, 0)
		s[5] = -2 * l.Weight(5) * l.Y[5] // at the end, as half of it is asked for
		const from = 3
		for _, scale := range []float64{0.5, 1e-9} {
			var want, size float64
			for i := from; i < len(s); i++ {
				if c := l.Weight(i); c > 0 {
					term := c * l.Conjugate(i, scale*s[i]/c)
					want += term
					size += math.Abs(term)
				}
			}
			sum, absolute := bound.ConjugateRange(s[from:], scale, from)
			if math.Abs(sum-want) > 1e-14*size || math.Abs(absolute-size) > 1e-13*size {
				t.Errorf("%v, %g: %.17g and %.17g, one by one %.17g and %.17g", weighted, scale, sum, absolute, want, size)
			}
		}
		s[7] = -3 * l.Weight(7) * l.Y[7]
		if sum, _ := bound.ConjugateRange(s, 0.5, 0); l.Y[7] > 0 && !math.IsInf(sum, 1) {
			t.Errorf("beyond the domain it is %g", sum)
		}
	}
}
