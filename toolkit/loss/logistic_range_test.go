package loss_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/solver"
)

var _ solver.RangedConjugate = loss.Logistic{}

// TestLogisticConjugateRange is the sum of single conjugates, at the ends of their domain too, without examples of no
// weight, from any of them on, and infinite where one is.
func TestLogisticConjugateRange(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(8, 9))
	n := 700
	l := loss.Logistic{Y: make([]float64, n), Weights: make([]float64, n)}
	s := make([]float64, n)
	for i := range n {
		if l.Y[i] = 1; rng.IntN(2) == 0 {
			l.Y[i] = -1
		}
		l.Weights[i] = float64(rng.IntN(4)) / 700 // some are 0
		share := []float64{0, 1, rng.Float64(), math.Exp(-40 * rng.Float64())}[rng.IntN(4)]
		s[i] = -l.Y[i] * l.Weights[i] * share * 2
	}
	for _, from := range []int{0, 1, 300} {
		var want, size float64
		for i := from; i < n; i++ {
			if c := l.Weights[i]; c > 0 {
				term := c * l.Conjugate(i, 0.5*s[i]/c)
				want, size = want+term, size+math.Abs(term)
			}
		}
		sum, absolute := l.ConjugateRange(s[from:], 0.5, from)
		if !(math.Abs(sum-want) <= 1e-14*size && math.Abs(absolute-size) <= 1e-14*size) {
			t.Errorf("from %d on it is %.17g of size %.17g, not %.17g of %.17g", from, sum, absolute, want, size)
		}
	}
	l.Weights[5], s[5] = 1, -1.01*l.Y[5]
	if sum, _ := l.ConjugateRange(s, 1, 0); !math.IsInf(sum, 1) {
		t.Errorf("beyond the domain it is %g", sum)
	}
}
