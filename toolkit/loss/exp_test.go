package loss

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestExpShifted(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	x, got := make([]float64, 1000), make([]float64, 1000)
	for _, scale := range []float64{1e-8, 1, 30, 300} {
		top := 0.
		for i := range x {
			x[i] = scale * rng.NormFloat64()
			top = math.Max(top, x[i])
		}
		sum, want := expShifted(got, x, top), 0.
		for i, v := range x {
			e := math.Exp(v - top)
			want += e
			if math.Abs(got[i]-e) > 5e-16*e+1e-304 {
				t.Fatalf("exp(%g) = %g, by package math %g", v-top, got[i], e)
			}
		}
		if math.Abs(sum-want) > 1e-14*want {
			t.Errorf("the sum is %g, by package math %g", sum, want)
		}
	}
	nan := math.NaN()
	if sum := expShifted(got[:2], []float64{nan, 0}, 0); !math.IsNaN(sum) || !math.IsNaN(got[0]) || got[1] != 1 {
		t.Errorf("NaN: %v, sum %g", got[:2], sum)
	}
	if expShifted(got[:2], []float64{math.Inf(-1), 0}, 0); got[0] != 0 {
		t.Errorf("exp(−∞) = %g", got[0])
	}
}

func BenchmarkSoftmax(b *testing.B) {
	f, grad := make([]float64, 500), make([]float64, 500)
	for i := range f {
		f[i] = math.Sin(float64(i)) * 10
	}
	for b.Loop() {
		softmaxLoss(grad, f, 3)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/500, "ns/class")
}
