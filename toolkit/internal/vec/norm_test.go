package vec

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
)

// TestNorm compares with gonum's norm, for numbers of ordinary size and those whose squares are lost.
func TestNorm(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	for n := range 11 {
		for _, unit := range []float64{1, 1e-180, 1e180, 0, math.Inf(1), math.NaN()} {
			v := make([]float64, n)
			for i := range v {
				v[i] = unit * (1 + rng.Float64())
			}
			got, want := Norm(v), floats.Norm(v, 2)
			if !(math.Abs(got-want) <= 1e-15*want) && got != want && !(math.IsNaN(got) && math.IsNaN(want)) {
				t.Errorf("%d numbers of about %g: %g, not %g", n, unit, got, want)
			}
		}
	}
}
