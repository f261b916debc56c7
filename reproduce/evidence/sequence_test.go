package evidence_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/reproduce/evidence"
)

// decidesOnTheEdge tells of how many studies of an effect that is 0 something is decided, if replications are added
// until it is: from m on as many as are said to be needed, up to 30 m in at most 8 looks.
func decidesOnTheEdge(
	rng *rand.Rand, m, studies int, all func(string, ...evidence.Effect) reproduce.Finding,
) (wrong int) {
	for range studies {
		values := normal(rng, m, 0, 1)
		for range 8 {
			f := all("x", evidence.AtLeast("x", values, 0))
			if f.Verdict != reproduce.Open {
				wrong++
				break
			}
			if f.Needed == 0 || f.Needed > 30*m {
				break
			}
			values = append(values, normal(rng, f.Needed-len(values), 0, 1)...)
		}
	}
	return wrong
}

// TestAddingReplicationsErrsRarely: of studies that add as many replications as the printed advice says, until a claim
// on the edge is decided, Student's intervals decide twice as many wrongly as the 5 % that they miss once, and the
// sequences at most 5 %.
func TestAddingReplicationsErrsRarely(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(11, 12))
	const studies = 500
	for _, m := range []int{3, 10, 20} {
		student := decidesOnTheEdge(rng, m, studies, evidence.All)
		sequence := decidesOnTheEdge(rng, m, studies, evidence.From(m).All)
		t.Logf("from %d replications, of %d studies on the edge: %d by Student's intervals, %d by sequences", m, studies,
			student, sequence)
		if student < 40 || sequence > 35 { // 25 ± 5
			t.Errorf("from %d replications: %d and %d of %d", m, student, sequence, studies)
		}
	}
}

// TestSequenceHoldsAtAllNumbers: the mean is outside of the interval at some number of replications from the first to
// fifty times that in at most 5 % of all studies, and not in far fewer.
func TestSequenceHoldsAtAllNumbers(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(13, 14))
	const studies = 200
	for _, m := range []int{3, 10} {
		missed := 0
		for range studies {
			missed += oneIf(missedSomewhere(rng, m))
		}
		if missed > 18 || missed < 2 { // 10 ± 3, less what comes later
			t.Errorf("from %d replications: missed in %d of %d", m, missed, studies)
		}
	}
}

// missedSomewhere looks after every replication at first, and then after every tenth part more.
func missedSomewhere(rng *rand.Rand, m int) bool {
	var values []float64
	for n, next := 1, m; n <= 50*m; n++ {
		values = append(values, rng.NormFloat64())
		if n < next {
			continue
		}
		next = n + 1 + n/10
		if evidence.From(m).All("x", evidence.AtLeast("x", values, 0)).Verdict != reproduce.Open {
			return true
		}
	}
	return false
}

func oneIf(is bool) int {
	if is {
		return 1
	}
	return 0
}

// TestSequenceByHand: at the first number of replications the interval is ± a standard errors, where 2(1 − F(a) +
// a f(a)) is 5 %. Of three replications, F and f of two degrees of freedom are elementary: 1 − F(a) = (1 − a/r)/2 and
// f(a) = 1/r³ with r = √(2 + a²). Later it is by the formula.
func TestSequenceByHand(t *testing.T) {
	t.Parallel()
	a := 7.5822
	r := math.Sqrt(2 + a*a)
	if p := 1 - a/r + 2*a/(r*r*r); math.Abs(p-0.05) > 1e-5 {
		t.Fatalf("2(1 − F + a f) = %v", p)
	}
	rng := rand.New(rand.NewPCG(15, 16))
	for n, errors := range map[int]float64{3: a, 12: math.Sqrt(11 * (math.Pow(math.Pow(1+a*a/2, 3)*4, 1./12) - 1))} {
		for off, want := range map[float64]reproduce.Verdict{
			1.001: reproduce.Holds, 0.999: reproduce.Open, -1.001: reproduce.Fails,
		} {
			e := evidence.AtLeast("x", stretched(normal(rng, n, 0, 1), off*errors/math.Sqrt(float64(n)), 1), 0)
			if f := evidence.From(3).All("x", e); f.Verdict != want {
				t.Errorf("%d replications, %v of %v errors: %+v", n, off, errors, f)
			}
		}
	}
}

// TestSharesHoldAtAllNumbers: of coins that are thrown until their share is decided, at most 5 % are found to fall
// otherwise than they do.
func TestSharesHoldAtAllNumbers(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(17, 18))
	const coins = 200
	missed := 0
	for range coins {
		hits := 0
		for n := 1; n <= 200; n++ {
			hits += rng.IntN(2)
			if low, high := evidence.Share(hits, n); low > 0.5 || high < 0.5 {
				missed++
				break
			}
		}
	}
	if missed > 18 || missed < 1 {
		t.Errorf("missed in %d of %d", missed, coins)
	}
}

// TestSharedErrorsStay: where what all replications share is too uncertain by itself, no number of them decides.
func TestSharedErrorsStay(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(19, 20))
	e := evidence.AtLeast("x", stretched(normal(rng, 10, 0, 1), 0.3, 1), 0)
	alone := evidence.From(10).All("x", e)
	some, most := evidence.From(10).All("x", e.Sampled(0.1, 1e6)), evidence.From(10).All("x", e.Sampled(0.2, 1e6))
	for off, want := range map[float64]reproduce.Verdict{0.99: reproduce.Open, 1.01: reproduce.Holds} { // by hand
		own := 3.396 / math.Sqrt(10)
		values := stretched(normal(rng, 10, 0, 1), off*math.Hypot(own, 1.96*0.5), 1)
		f := evidence.From(10).All("x", evidence.AtLeast("x", values, 0).Sampled(0.5, 1e6))
		if f.Verdict != want {
			t.Errorf("at %v of both half widths: %+v", off, f)
		}
	}
	open := some.Verdict == reproduce.Open && most.Verdict == reproduce.Open
	if alone.Needed < 80 || some.Needed <= alone.Needed || !open || most.Needed != 0 {
		t.Errorf("alone %+v\nsome %+v\nmost %+v", alone, some, most)
	}
}
