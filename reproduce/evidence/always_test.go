package evidence_test

import (
	"math"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/reproduce/evidence"
)

// TestShare: at either end of the interval, the mixture of all coins has 20 times the probability of what was seen; it
// is the product of (k − ½)/n over hits and misses one after another.
func TestShare(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ hits, n int }{{0, 300}, {6, 300}, {1, 2}, {20, 20}} {
		low, high := evidence.Share(c.hits, c.n)
		mixture := 1.
		for k := range c.n {
			of := k
			if k >= c.hits {
				of = k - c.hits
			}
			mixture *= (float64(of) + 0.5) / float64(k+1)
		}
		gain := func(p float64) float64 {
			return mixture / (math.Pow(p, float64(c.hits)) * math.Pow(1-p, float64(c.n-c.hits)))
		}
		if c.hits == 0 && low != 0 || c.hits > 0 && math.Abs(gain(low)-20) > 1e-6 {
			t.Errorf("%d of %d: at least %v", c.hits, c.n, low)
		}
		if c.hits == c.n && high != 1 || c.hits < c.n && math.Abs(gain(high)-20) > 1e-6 {
			t.Errorf("%d of %d: at most %v", c.hits, c.n, high)
		}
	}
}

func TestAlways(t *testing.T) {
	t.Parallel()
	f := evidence.Always("x", 300, 0)
	if f.Verdict != reproduce.Holds || !strings.Contains(f.Spread, "between 0 and 2.1 %") {
		t.Errorf("%+v", f)
	}
	if f := evidence.Always("x", 300, 1); f.Verdict != reproduce.Fails || f.Ours != "x" {
		t.Errorf("%+v", f)
	}
	if f := evidence.Always("x", 0, 0); f.Ours != "" {
		t.Errorf("of nothing: %+v", f)
	}
}
