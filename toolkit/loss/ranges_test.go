package loss

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestMultinomialRange agrees with example by example, with weights or without, in the place of predictions.
func TestMultinomialRange(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(81, 3))
	const from = 3
	for _, k := range []int{2, 5, 257} {
		n := from + 512/k + 7
		l, f := Multinomial{K: k, Y: make([]int, n)}, make([]float64, n*k)
		for i := range f {
			l.Y[i/k], f[i] = rng.IntN(k), math.Exp(12*rng.Float64()-6)*rng.NormFloat64()
		}
		for _, weights := range [][]float64{nil, f} {
			if l.Weights = nil; weights != nil {
				for range n {
					l.Weights = append(l.Weights, rng.Float64())
				}
			}
			slopes, p, row, want := append([]float64(nil), f...), make([]float64, n*k), make([]float64, k), 0.
			sum := l.Range(slopes[from*k:], slopes[from*k:], from)
			l.RangeProbabilities(p[from*k:], f[from*k:])
			for i := from; i < n; i++ {
				want += l.Weight(i) * l.At(row, i, f[i*k:(i+1)*k])
				for c, s := range row {
					if s *= l.Weight(i); math.Abs(slopes[i*k+c]-s) > 1e-14*math.Abs(s) {
						t.Errorf("k = %d: slope %d, %d is %g, and %g alone", k, i, c, slopes[i*k+c], s)
					}
				}
				l.Probabilities(row, i, f[i*k:(i+1)*k])
				for c, q := range row {
					if math.Abs(p[i*k+c]-q) > 1e-14*q {
						t.Errorf("k = %d: probability %d, %d is %g, and %g alone", k, i, c, p[i*k+c], q)
					}
				}
			}
			if math.Abs(sum-want) > 1e-13*want {
				t.Errorf("k = %d: the sum is %.16g, and %.16g one by one", k, sum, want)
			}
		}
	}
}

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
