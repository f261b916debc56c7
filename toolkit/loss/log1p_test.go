package loss

import (
	"math"
	"math/rand/v2"
	"testing"
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
		if got, want := log1p(x), math.Log1p(x); !(math.Abs(got-want) <= 8e-16*math.Abs(want) || got == want) {
			t.Errorf("log1p(%g) = %g, it is %g", x, got, want)
		}
	}
	if v := log1p(math.NaN()); v == v {
		t.Errorf("log1p(NaN) = %g", v)
	}
}

// TestProbabilities: they are those that the Hessian is diag(p) − ppᵀ of.
func TestProbabilities(t *testing.T) {
	t.Parallel()
	l, f := Multinomial{Y: []int{1}, K: 3}, []float64{0.3, -700, 2}
	p, h := make([]float64, 3), make([]float64, 9)
	l.Probabilities(p, 0, f)
	l.Hessian(h, 0, f)
	for c := range p {
		for e := range p {
			want := -p[c] * p[e]
			if c == e {
				want += p[c]
			}
			if math.Abs(h[3*c+e]-want) > 1e-15 {
				t.Errorf("entry %d, %d is %g, by probabilities %g", c, e, h[3*c+e], want)
			}
		}
	}
}
