package rna

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestScaledEnsemble: scaled sums and logarithms agree, with weights so large that the first scale does not do, and
// where no scale does.
func TestScaledEnsemble(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct {
		n       int
		size    float64
		inRange bool
	}{{0, 1, true}, {1, 1, true}, {2, 1, true}, {5, 1, true}, {12, 0.5, true}, {70, 0.5, true}, {60, 8, true},
		{70, 300, false}} {
		w := make([]float64, Features)
		for k := range w {
			w[k] = c.size * rng.NormFloat64()
		}
		x := make(Sequence, c.n)
		for i := range x {
			x[i] = Base(rng.IntN(4 + i%2)) // some are unknown
		}
		e := NewEnsemble(w)
		var got, want [Features]float64
		z := e.Expected(x, func(k int, count float64) { got[k] += count })
		logs := NewEnsemble(w)
		if d := math.Abs(z - logs.expected(x, func(k int, count float64) { want[k] += count })); !(d <= 1e-9*(1+math.Abs(z))) {
			t.Errorf("%d bases, weights of %g: log Z is off by %g", c.n, c.size, d)
		}
		for k := range got {
			if !(math.Abs(got[k]-want[k]) <= 1e-8) {
				t.Fatalf("%d bases, weights of %g: feature %d is expected %g times, and %g", c.n, c.size, k, got[k], want[k])
			}
		}
		pairs, byLogs := e.Pairs(x), logs.pairs(x)
		for k := range pairs {
			if !(math.Abs(pairs[k]-byLogs[k]) <= 1e-8) {
				t.Fatalf("%d bases, weights of %g: a pair of probability %g, and %g", c.n, c.size, pairs[k], byLogs[k])
			}
		}
		if _, ok := e.sum(x); ok != c.inRange {
			t.Errorf("%d bases, weights of %g: in range is %v", c.n, c.size, ok)
		}
	}
}

func BenchmarkExpected(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	x := make(Sequence, 200)
	for i := range x {
		x[i] = Base(rng.IntN(4))
	}
	e := NewEnsemble(make([]float64, Features))
	for _, c := range []struct {
		name string
		run  func(Sequence, func(int, float64)) float64
	}{{"scaled", e.Expected}, {"logarithms", e.expected}} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				c.run(x, func(int, float64) {})
			}
		})
	}
}
