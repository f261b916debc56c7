package rna

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestScaledSums: sums of scaled exponentials and of logarithms agree on longer sequences than can be enumerated, by
// weights of which the first scale does not do, too; where none does, the logarithms are taken.
func TestScaledSums(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct {
		n          int
		size, pair float64 // of weights, and what a pair has in addition
		scaled     bool
	}{
		{0, 1, 0, true}, {1, 1, 0, true}, {2, 1, 0, true}, {70, 0.5, 0, true}, {75, 0.1, 4, true},
		{110, 0, 10, true}, {75, 0.1, -20, true},
		{60, 100, 0, false}, {60, 0, 600, false},
	} {
		w, x := make([]float64, Extended), make(Sequence, c.n)
		for k := range w {
			if w[k] = c.size * rng.NormFloat64(); k < closing {
				w[k] += c.pair
			}
		}
		for i := range x {
			x[i] = Base(rng.IntN(4 + i%2)) // some are unknown
		}
		e, l := NewEnsemble(w), logSums{}
		var want tables
		logZ, pairs := e.LogPartition(x), e.Pairs(x)
		if byLogs := l.sum(x, &e.s, &want, nil); !(math.Abs(logZ-byLogs) <= 1e-11*(1+math.Abs(byLogs))) {
			t.Errorf("%+v: log Z is %.14g, by logarithms %.14g", c, logZ, byLogs)
		}
		l.expect()
		if e.inLogs == c.scaled {
			t.Errorf("%+v: logarithms are taken: %v", c, e.inLogs)
		}
		for i := range c.n {
			for j := i + 1; j < c.n; j++ {
				if got := pairs[i*c.n+j]; !(math.Abs(got-l.pair(i, j)) <= 1e-10) || got != pairs[j*c.n+i] {
					t.Fatalf("%+v: pair %d, %d has probability %g, by logarithms %g", c, i, j, got, l.pair(i, j))
				}
			}
		}
		var got, expected [Extended]float64
		e.mass.spread(func(feature int, count float64) { got[feature] += count })
		want.spread(func(feature int, count float64) { expected[feature] += count })
		for k, name := range ExtendedNames() {
			if !(math.Abs(got[k]-expected[k]) <= 1e-9) {
				t.Errorf("%+v: %s is expected %g times, by logarithms %g", c, name, got[k], expected[k])
			}
		}
	}
}
