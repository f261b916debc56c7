package loss

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestLogisticRange agrees with example by example, with weights or without, in the place of predictions.
func TestLogisticRange(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(81, 2))
	const n, from = 700, 3
	l, f := Logistic{Y: make([]float64, n)}, make([]float64, n)
	for i := range f {
		l.Y[i], f[i] = float64(2*rng.IntN(2)-1), math.Exp(12*rng.Float64()-6)*rng.NormFloat64()
	}
	f[10], f[11], f[12], f[13] = 0, 800, -800, 1e-300
	for _, weights := range [][]float64{nil, f} {
		if l.Weights = nil; weights != nil {
			for range n {
				l.Weights = append(l.Weights, rng.Float64())
			}
		}
		slopes, seconds, want := append([]float64(nil), f...), make([]float64, n), 0.
		sum := l.Range(slopes[from:], slopes[from:], from)
		l.SecondRange(seconds[from:], f[from:], from)
		for i := from; i < n; i++ {
			value, slope := l.At(i, f[i])
			want += l.Weight(i) * value
			if s := l.Weight(i) * slope; math.Abs(slopes[i]-s) > 1e-14*math.Abs(s) {
				t.Errorf("slope %d at %g is %g, and %g alone", i, f[i], slopes[i], s)
			}
			if h := l.Weight(i) * l.Second(i, f[i]); math.Abs(seconds[i]-h) > 1e-14*h {
				t.Errorf("second derivative %d at %g is %g, and %g alone", i, f[i], seconds[i], h)
			}
		}
		if math.Abs(sum-want) > 1e-13*want {
			t.Errorf("the sum is %.16g, and %.16g one by one", sum, want)
		}
	}
}
