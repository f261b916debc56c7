package vec_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit/internal/vec"
)

// TestLogisticTails: they and the logarithms of what they leave are those of the mathematics library to a few units in
// the last place, at 0, far from it, and where exp underflows.
func TestLogisticTails(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 4))
	x := []float64{0, 1e-300, -1e-9, 0.5, -36, 37, -744, 746, 1e300, math.Inf(1), math.Inf(-1)}
	for range 20000 {
		x = append(x, 40*rng.NormFloat64(), rng.NormFloat64())
	}
	tails, logs := make([]float64, len(x)), make([]float64, len(x))
	vec.LogisticTails(tails, x)
	vec.Log1m(logs, tails)
	for i, v := range x {
		e := math.Exp(-math.Abs(v))
		if want := e / (1 + e); !(math.Abs(tails[i]-want) <= 1e-15*want) {
			t.Errorf("the tail at %g is %g, not %g", v, tails[i], want)
		}
		if want := -math.Log1p(e); !(math.Abs(logs[i]-want) <= 2e-15*-want) {
			t.Errorf("the logarithm of the rest at %g is %g, not %g", v, logs[i], want)
		}
	}
	vec.LogisticTails(x[:1], []float64{math.NaN()})
	if x[0] == x[0] {
		t.Errorf("the tail at NaN is %g", x[0])
	}
}

// TestLog1m is math.Log1p(−a) to a few units in the last place, at the ends and next to them.
func TestLog1m(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(5, 6))
	a := []float64{0, 5e-324, 0x1p-54, 0x1p-53, 0.5, 1 - 0x1p-53, 1}
	for range 20000 {
		v := math.Exp(-40 * rng.Float64())
		a = append(a, v, 1-v, rng.Float64())
	}
	logs := make([]float64, len(a))
	vec.Log1m(logs, a)
	for i, v := range a {
		if want := math.Log1p(-v); !(math.Abs(logs[i]-want) <= 4e-16*-want || logs[i] == want) {
			t.Errorf("log(1 − %g) is %g, not %g", v, logs[i], want)
		}
	}
}
