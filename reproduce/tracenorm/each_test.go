package tracenorm

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/proxlab/proxlab/datasets/generate"
	"github.com/proxlab/proxlab/internal/machine"
	"github.com/proxlab/proxlab/reproduce"
)

// TestLeastErrorOfOtherSplits: where the error of a split is looked at is chosen on the others, so that a dip of one
// split alone is none.
func TestLeastErrorOfOtherSplits(t *testing.T) {
	t.Parallel()
	at := func(errors ...float64) pairing {
		return pairing{course: course{
			Evals: []float64{10, 20, 40}, CPU: []float64{1, 2, 4}, Iter: []float64{1, 2, 3}, TestError: errors,
		}}
	}
	values := literal2Kept.Values(raced{all: []pairing{at(9, 1, 9), at(5, 6, 4), at(5, 7, 4)}})
	// Of the last two the mean is least at the end; with the first, in the middle.
	want := reproduce.Values{"each_test_error": []float64{9, 4, 4}, "each_error_least": []float64{9, 6, 7}}
	for key, v := range want {
		if d := cmp.Diff(v, values[key]); d != "" {
			t.Errorf("%s:\n%s", key, d)
		}
	}
	shares := values["each_error_least_share"].([]float64)
	if shares[0] != 1 || !(shares[1] >= 0.5 && shares[1] < 0.6) {
		t.Errorf("shares of the work %v", shares)
	}
	if values = literal2Kept.Values(raced{all: []pairing{at(9, 1, 9)}}); values["each_error_least"] != nil {
		t.Errorf("the least error of one split is chosen on itself: %v", values)
	}
}

// TestStepRates: two steps of kind 3 in a second each lower the accuracy tenfold, one of kind 4 in four seconds
// twofold.
func TestStepRates(t *testing.T) {
	t.Parallel()
	s := &steps{
		CPU: []float64{1, 2, 6, 7}, Objective: []float64{101, 11, 6, 1.5}, Restricted: []float64{0, 0, 1, 0},
	}
	got := s.rates(replication{Best: 1})
	want := map[string]float64{
		"turns": 2, "step3_iterations": 1, "step3_cpu": 1, "step4_iterations": math.Log10(2), "step4_cpu": math.Log10(2) / 4,
	}
	if d := cmp.Diff(want, got, cmpopts.EquateApprox(1e-12, 0)); d != "" {
		t.Error(d)
	}
}

// TestRankOfAtoms runs the literal method for longer than the rank can be: its atoms are more, and the rank is not.
func TestRankOfAtoms(t *testing.T) {
	t.Parallel()
	train, test := generate.Choices(generate.Conjoint1).Fold(0, 10, 1)
	p, err := fromTasks(train, test)
	if err != nil {
		t.Fatal(err)
	}
	found, err := race{Method: literal, Evals: 120}.run(t.Context(), p, 0.02*p.lambdaMax, machine.ProcessorSeconds)
	if err != nil {
		t.Fatal(err)
	}
	most := float64(min(p.d, p.k))
	for i, rank := range found.Rank {
		if rank > most || rank > found.Atoms[i] {
			t.Fatalf("iteration %g: rank %g of at most %g, %g atoms", found.Iter[i], rank, most, found.Atoms[i])
		}
	}
	if !(last(found.Atoms) > most) || !(last(found.Rank) > 1) {
		t.Errorf("rank %g and %g atoms at the end", last(found.Rank), last(found.Atoms))
	}
}
