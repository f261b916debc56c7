package evidence_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/reproduce/evidence"
)

func runs(hits, n int) []bool {
	out := make([]bool, n)
	for k := range hits {
		out[k] = true
	}
	return out
}

// tail is the probability of at least so many heads of n tosses, by adding it up.
func tail(hits, n int) (p float64) {
	for k := hits; k <= n; k++ {
		lgn, _ := math.Lgamma(float64(n + 1))
		lgk, _ := math.Lgamma(float64(k + 1))
		lgr, _ := math.Lgamma(float64(n - k + 1))
		p += math.Exp(lgn - lgk - lgr - float64(n)*math.Ln2)
	}
	return p
}

// TestMostRunsIsTheSignTest compares verdicts with tosses of a coin: the interval leaves one half exactly where so many
// runs, or so few, have a probability below 2.5 % for a coin.
func TestMostRunsIsTheSignTest(t *testing.T) {
	t.Parallel()
	for _, n := range []int{1, 5, 6, 10, 20, 41} {
		for hits := range n + 1 {
			want := reproduce.Open
			if tail(hits, n) < 0.025 {
				want = reproduce.Holds
			} else if tail(n-hits, n) < 0.025 {
				want = reproduce.Fails
			}
			f := evidence.MostRuns("x", runs(hits, n))
			asks := want == reproduce.Open && 2*hits != n
			if f.Verdict != want || f.Ours != "x" || f.Spread == "" || (f.Needed > 0) != asks {
				t.Errorf("%d of %d: %+v", hits, n, f)
			}
		}
	}
	if f := evidence.MostRuns("x", runs(1, 1)); f.Needed != 6 {
		t.Errorf("one run: %+v", f) // (1/2)⁶ < 2.5 % < (1/2)⁵
	}
	if f := evidence.MostRuns("x", nil); f.Ours != "" {
		t.Errorf("no run: %+v", f)
	}
}

// TestOneMoreRun: of 500 numbers that are one more run, about 5 % are outside, and 1 % far outside; of numbers seven
// deviations off, all.
func TestOneMoreRun(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(7, 8))
	found := map[reproduce.Verdict]int{}
	for range 500 {
		x := normal(rng, 9, 3, 0.5)
		y := normal(rng, 7, -3, 2)
		found[evidence.OneMore("x",
			evidence.Number{Name: "a", Paper: x[8], Runs: x[:8]}, evidence.Number{Name: "b", Paper: y[6], Runs: y[:6]},
		).Verdict]++
		if f := evidence.OneMore("x", evidence.Number{Paper: 3 + 20*0.5, Runs: x}); f.Verdict != reproduce.Fails {
			t.Fatalf("far off: %+v", f)
		}
	}
	failed, open := found[reproduce.Fails], found[reproduce.Open]
	if failed < 1 || failed > 15 || open < 7 || open > 40 {
		t.Errorf("%v", found)
	}
	same := []float64{2, 2, 2, 2, 2}
	for paper, want := range map[float64]reproduce.Verdict{2.04: reproduce.Holds, 2.06: reproduce.Fails} {
		f := evidence.OneMore("x", evidence.Number{Name: "a", Paper: paper, Half: 0.05, Runs: same})
		if f.Verdict != want || !strings.Contains(f.Spread, "between 1.950 and 2.050") {
			t.Errorf("%v: %+v", paper, f)
		}
	}
	if f := evidence.OneMore("x", evidence.Number{Runs: same[:4]}); f.Verdict != reproduce.Open || f.Needed != 5 {
		t.Errorf("four runs: %+v", f)
	}
	if f := evidence.OneMore("x", evidence.Number{Runs: append(same, math.NaN())}); f.Ours != "" {
		t.Errorf("a run without a number: %+v", f)
	}
}
