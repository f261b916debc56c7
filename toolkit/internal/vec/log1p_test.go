package vec_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit/internal/vec"
)

// TestLog1p: it is math.Log1p to a few units in the last place, at the ends of its range too.
func TestLog1p(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	xs := []float64{0, 1, -1 + 0x1p-53, 0x1p-53, 0x1p-52, -0x1p-54, 5e-324}
	for range 20000 {
		x := math.Exp(-40 * rng.Float64())
		xs = append(xs, x, -x*(1-1e-9), rng.Float64())
	}
	for _, x := range xs {
		if got, want := vec.Log1p(x), math.Log1p(x); !(math.Abs(got-want) <= 8e-16*math.Abs(want) || got == want) {
			t.Errorf("Log1p(%g) = %g, it is %g", x, got, want)
		}
	}
	if v := vec.Log1p(math.NaN()); v == v {
		t.Errorf("Log1p(NaN) = %g", v)
	}
}
