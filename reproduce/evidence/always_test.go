package evidence_test

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/reproduce/evidence"
)

// TestShare: at either end of the interval, as few or as many as were seen have a probability of 2.5 %.
func TestShare(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ hits, n int }{{0, 300}, {6, 300}, {1, 2}, {20, 20}} {
		low, high := evidence.Share(c.hits, c.n)
		of := func(p float64) distuv.Binomial { return distuv.Binomial{N: float64(c.n), P: p} }
		if c.hits == 0 && low != 0 || c.hits > 0 && math.Abs(1-of(low).CDF(float64(c.hits-1))-0.025) > 1e-9 {
			t.Errorf("%d of %d: at least %v", c.hits, c.n, low)
		}
		if c.hits == c.n && high != 1 || c.hits < c.n && math.Abs(of(high).CDF(float64(c.hits))-0.025) > 1e-9 {
			t.Errorf("%d of %d: at most %v", c.hits, c.n, high)
		}
	}
}

func TestAlways(t *testing.T) {
	t.Parallel()
	f := evidence.Always("x", 300, 0)
	if f.Verdict != reproduce.Holds || !strings.Contains(f.Spread, "between 0 and 1.2 %") { // 1 − 0.025^(1/300)
		t.Errorf("%+v", f)
	}
	if f := evidence.Always("x", 300, 1); f.Verdict != reproduce.Fails || f.Ours != "x" {
		t.Errorf("%+v", f)
	}
	if f := evidence.Always("x", 0, 0); f.Ours != "" {
		t.Errorf("of nothing: %+v", f)
	}
}
