package evidence_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat"

	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/reproduce/evidence"
)

func normal(rng *rand.Rand, n int, mean, spread float64) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = mean + spread*rng.NormFloat64()
	}
	return out
}

// TestIntervals compares the least clear effect's verdict with Student's interval by hand: of 0.1, 0.2, 0.3 the mean is
// 0.2 and the standard error 0.1/√3; the quantile of 2 degrees of freedom is 4.302653 (Student's table).
func TestIntervals(t *testing.T) {
	t.Parallel()
	values := []float64{0.1, 0.2, 0.3}
	edge := 0.2 - 4.302653*0.1/math.Sqrt(3)
	for least, want := range map[float64]reproduce.Verdict{
		edge - 1e-6: reproduce.Holds, edge + 1e-6: reproduce.Open, 0.2: reproduce.Open,
		0.4 - edge - 1e-6: reproduce.Open, 0.4 - edge + 1e-6: reproduce.Fails,
	} {
		f := evidence.All("x", evidence.AtLeast("x", values, least))
		if f.Verdict != want || f.Spread == "" || f.Ours != "x" {
			t.Errorf("at least %v: %+v", least, f)
		}
	}
}

// TestErrorsAreRare: of 400 claims of which the truth is on the edge, or beyond in either direction, at most a few
// percent are decided against the truth, however many effects a claim has.
func TestErrorsAreRare(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	for _, effects := range []int{1, 20} {
		wrong := map[string]int{}
		for range 400 {
			true0, false0 := make([]evidence.Effect, effects), make([]evidence.Effect, effects)
			for i := range true0 {
				shared := normal(rng, 8, 0, 10)
				with, without := normal(rng, 8, 1, 0.5), normal(rng, 8, 1, 0.5)
				for k := range shared {
					with[k] += shared[k]
					without[k] += shared[k]
				}
				true0[i] = evidence.Paired("edge", with, without, 0)
				false0[i] = evidence.AtLeast("true", normal(rng, 8, 5, 1), 0)
			}
			false0[0] = evidence.Paired("edge", normal(rng, 8, 0, 1), normal(rng, 8, 0, 1), 0)
			if evidence.All("x", true0...).Verdict == reproduce.Fails {
				wrong["fails"]++
			}
			if evidence.All("x", false0...).Verdict == reproduce.Holds {
				wrong["holds"]++
			}
		}
		if wrong["fails"] > 20 || wrong["fails"] < 2 || wrong["holds"] > 20 || wrong["holds"] < 2 {
			t.Errorf("%d effects: of 400 claims on the edge %v", effects, wrong)
		}
	}
}

// TestNeededDecides: with as many replications as were said to be needed, about half of the claims are decided and
// with twice as many nearly all, as the truth is.
func TestNeededDecides(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 4))
	first := evidence.AtLeast("x", stretched(normal(rng, 10, 0, 1), 0.3, 1), 0)
	f := evidence.All("x", first)
	if f.Verdict != reproduce.Open || f.Needed < 40 || f.Needed > 60 { // (1.96 to 2.01)²/0.09 = 43 to 46
		t.Fatalf("%+v", f)
	}
	for times, least := range map[int]int{1: 35, 2: 75} {
		decided := 0
		for range 100 {
			again := evidence.AtLeast("x", normal(rng, times*f.Needed, 0.3, 1), 0)
			if evidence.All("x", again).Verdict == reproduce.Holds {
				decided++
			}
		}
		if decided < least {
			t.Errorf("%d × %d replications decide %d of 100", times, f.Needed, decided)
		}
	}
	against := evidence.AtLeast("y", stretched(normal(rng, 10, 0, 1), -0.5, 1), 0)
	if g := evidence.All("x", first, against); g.Verdict != reproduce.Open || g.Needed >= f.Needed || g.Needed < 12 {
		t.Errorf("one effect for and one against: %+v", g)
	}
}

// TestNeededIsTheLeast: as many replications as are said to be needed decide a claim, if their mean and deviation are
// the same, and one less do not; also from three replications on, where Student's quantile changes with every one.
func TestNeededIsTheLeast(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(9, 10))
	for _, n := range []int{2, 3, 4, 8, 30} {
		for _, mean := range []float64{-1.5, -0.2, 0.1, 0.4, 1.2, 2} {
			f := evidence.All("x", evidence.AtLeast("x", stretched(normal(rng, n, 0, 1), mean, 1), 0))
			if f.Verdict != reproduce.Open {
				continue
			}
			for more, open := range map[int]bool{0: false, -1: true} {
				again := evidence.AtLeast("x", stretched(normal(rng, f.Needed+more, 0, 1), mean, 1), 0)
				if g := evidence.All("x", again); (g.Verdict == reproduce.Open) != open {
					t.Errorf("%d replications of mean %v need %d: %d are %s", n, mean, f.Needed, f.Needed+more, g.Verdict)
				}
			}
		}
	}
}

// stretched moves values so that their mean and deviation are what is wanted.
func stretched(values []float64, mean, spread float64) []float64 {
	m, s := stat.MeanStdDev(values, nil)
	for i, v := range values {
		values[i] = mean + spread*(v-m)/s
	}
	return values
}

func TestWithin(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(5, 6))
	base := normal(rng, 20, 10, 3)
	for factor, want := range map[float64]reproduce.Verdict{
		1.01: reproduce.Holds, 0.92: reproduce.Holds, 1.2: reproduce.Fails, 0.85: reproduce.Fails,
	} {
		other := make([]float64, len(base))
		for k, v := range base {
			other[k] = factor*v + 0.05*rng.NormFloat64()
		}
		if f := evidence.All("x", evidence.Within("x", other, base, 0.1)...); f.Verdict != want {
			t.Errorf("%v times as large: %+v", factor, f)
		}
	}
}

func TestUnpaired(t *testing.T) {
	t.Parallel()
	// By hand: means 2 and 5, variances 1 and 4 of 3 and 4 values: error √(1/3 + 1), freedom (4/3)²/((1/9)/2 + 1/3).
	e := evidence.Unpaired("x", []float64{1, 2, 3}, []float64{3, 3, 7, 7}, 0)
	variance := (4 + 4 + 4 + 4) / 3.
	want := math.Sqrt(1./3 + variance/4)
	freedom := math.Pow(1./3+variance/4, 2) / (1./18 + variance*variance/48)
	if e.Mean != -3 || math.Abs(e.Error-want) > 1e-15 || math.Abs(e.Freedom-freedom) > 1e-12 || e.N != 3 {
		t.Errorf("%+v, and not %v with %v", e, want, freedom)
	}
}

func TestWhatDoesNotVary(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		effects []evidence.Effect
		want    reproduce.Verdict
	}{
		{[]evidence.Effect{evidence.Exact("x", 1)}, reproduce.Holds},
		{[]evidence.Effect{evidence.Exact("x", 0)}, reproduce.Holds},
		{[]evidence.Effect{evidence.Exact("x", -1)}, reproduce.Fails},
		{[]evidence.Effect{evidence.AtLeast("one replication", []float64{7}, 0)}, reproduce.Open},
		{[]evidence.Effect{evidence.AtLeast("one replication", []float64{7}, 0), evidence.Exact("x", -1)}, reproduce.Fails},
		{[]evidence.Effect{evidence.AtLeast("NaN", []float64{1, math.NaN()}, 0)}, ""},
		{nil, ""},
	} {
		f := evidence.All("x", c.effects...)
		if f.Verdict != c.want || f.Needed != 0 || (f.Ours == "") != (c.want == "") {
			t.Errorf("%v: %+v", c.effects, f)
		}
	}
}
