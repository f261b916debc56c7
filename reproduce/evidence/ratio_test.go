package evidence_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"github.com/proxlab/proxlab/reproduce/evidence"
)

// TestRatios compares mean and standard error with the ratio itself and with the jackknife, which leaves out one
// replication after another.
func TestRatios(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(7, 8))
	const n = 300
	a, b := normal(rng, n, 2, 0.3), normal(rng, n, 5, 0.8)
	floats.AddScaled(a, 0.2, b) // the same draws are in both
	values := evidence.Ratios(a, b)
	sa, sb := floats.Sum(a), floats.Sum(b)
	if mean := stat.Mean(values, nil); math.Abs(mean-sa/sb) > 1e-14 {
		t.Errorf("the mean is %v, the ratio %v", mean, sa/sb)
	}
	without := make([]float64, n)
	for k := range without {
		without[k] = (sa - a[k]) / (sb - b[k])
	}
	jackknife := math.Sqrt(stat.PopVariance(without, nil) * (n - 1))
	if e := evidence.AtLeast("x", values, 0); math.Abs(e.Error/jackknife-1) > 0.02 {
		t.Errorf("the standard error is %v, the jackknife's %v", e.Error, jackknife)
	}
}
