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

// TestMostRunsIsASignTest compares verdicts with tosses of a coin: what the interval decides the sign test decides too,
// which is made once, and looks of all numbers need some runs more: seven of one kind where that needs six.
func TestMostRunsIsASignTest(t *testing.T) {
	t.Parallel()
	for _, n := range []int{1, 5, 6, 10, 20, 41} {
		for hits := range n + 1 {
			want := reproduce.Open
			if tail(hits, n) < 0.025 {
				want = reproduce.Holds
			} else if tail(n-hits, n) < 0.025 {
				want = reproduce.Fails
			}
			f := evidence.MostRuns("x", 1, evidence.Runs{Name: "a", Seen: runs(hits, n)})
			asks := f.Verdict == reproduce.Open && 2*hits != n
			clear := min(tail(hits, n), tail(n-hits, n)) < 0.002
			if f.Verdict != want && (f.Verdict != reproduce.Open || clear) || f.Ours == "" || f.Spread == "" ||
				(f.Needed > 0) != asks {
				t.Errorf("%d of %d: %+v", hits, n, f)
			}
		}
	}
	if f := evidence.MostRuns("x", 1, evidence.Runs{Seen: runs(1, 1)}); f.Needed != 7 {
		t.Errorf("one run: %+v", f)
	}
	for name, of := range map[string][]evidence.Runs{"nothing": nil, "no run": {{Seen: runs(3, 9)}, {}}} {
		if f := evidence.MostRuns("x", 1, of...); f.Ours != "" {
			t.Errorf("%s: %+v", name, f)
		}
	}
}

// TestMostRunsOfSeveral: so many experiments of five have to be decided for a claim, or too many against it.
func TestMostRunsOfSeveral(t *testing.T) {
	t.Parallel()
	yes, no, open := runs(20, 20), runs(0, 20), runs(12, 20)
	for _, c := range []struct {
		least int
		seen  [][]bool
		want  reproduce.Verdict
	}{
		{5, [][]bool{yes, yes, yes, yes, yes}, reproduce.Holds},
		{5, [][]bool{yes, yes, yes, yes, open}, reproduce.Open},
		{5, [][]bool{yes, yes, yes, open, no}, reproduce.Fails},
		{4, [][]bool{yes, yes, yes, yes, no}, reproduce.Holds},
		{4, [][]bool{yes, yes, yes, open, no}, reproduce.Open},
		{4, [][]bool{yes, yes, open, no, no}, reproduce.Fails},
	} {
		var of []evidence.Runs
		for _, s := range c.seen {
			of = append(of, evidence.Runs{Name: "a", Seen: s})
		}
		if f := evidence.MostRuns("x", c.least, of...); f.Verdict != c.want {
			t.Errorf("%d of %v: %+v", c.least, c.seen, f)
		}
	}
}

// TestMostRunsErrsRarely: of claims that four of five experiments are seen in most runs, few are decided against the
// truth on its edge: three coins that always fall well and two fair ones; four fair ones and one that never does.
func TestMostRunsErrsRarely(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(9, 10))
	wrong := map[reproduce.Verdict]int{}
	for range 400 {
		for verdict, shares := range map[reproduce.Verdict][]float64{
			reproduce.Holds: {1, 1, 1, 0.5, 0.5}, reproduce.Fails: {0.5, 0.5, 0.5, 0.5, 0},
		} {
			var of []evidence.Runs
			for _, share := range shares {
				r := evidence.Runs{Seen: make([]bool, 40)} // looked at once: sequences err more rarely still
				for k := range r.Seen {
					r.Seen[k] = rng.Float64() < share
				}
				of = append(of, r)
			}
			if evidence.MostRuns("x", 4, of...).Verdict == verdict {
				wrong[verdict]++
			}
		}
	}
	if wrong[reproduce.Holds] > 18 || wrong[reproduce.Fails] > 18 {
		t.Errorf("of 400 claims on the edge %v", wrong)
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
