package onlinemkl

import (
	"math"
	"testing"
)

// TestRegretBounds measures on a small set: the dual bound is below the minimum, and the regret below the bound of the
// proposition's proof, which is below that of the proposition.
func TestRegretBounds(t *testing.T) {
	t.Parallel()
	data := handwriting(t, 300, 10, 9)
	res, err := split(data, 0).regret(t.Context(), 200)
	if err != nil {
		t.Fatal(err)
	}
	if len(res.Runs) != len(regretRules) {
		t.Fatalf("%d runs", len(res.Runs))
	}
	for _, r := range res.Runs {
		if r.Dual > r.Minimum || r.Dual < 0.7*r.Minimum {
			t.Errorf("%s: minimum %g, at least %g", r.Rule, r.Minimum, r.Dual)
		}
		if r.Comparator > r.Radius {
			t.Errorf("%s: ‖θ*‖ = %g lies outside of the radius %g of Proposition 8", r.Rule, r.Comparator, r.Radius)
		}
		share, most := 0., r.most()
		for i, regret := range r.Regret {
			if !(0 < regret && regret < most[i] && most[i] <= r.Met[i] && r.Met[i] <= r.Bound[i]) {
				t.Errorf("%s after %g rounds: regret from %g to %g, bound %g, with the subgradients met %g",
					r.Rule, r.Rounds[i], regret, most[i], r.Bound[i], r.Met[i])
			}
			share = max(share, (regret+r.Rounds[i]*(r.Minimum-r.Dual))/r.Bound[i])
		}
		if math.Abs(r.share()-share) > 1e-9*share || share >= 1 {
			t.Errorf("%s: at most %g of the bound, and not %g", r.Rule, r.share(), share)
		}
		first, last := r.Regret[0]/r.Rounds[0], r.Regret[epochs-1]/r.Rounds[epochs-1]
		if last >= first {
			t.Errorf("%s: mean regret grew from %g to %g", r.Rule, first, last)
		}
	}
}

// TestLipschitz compares G with the norms of the features of all labellings of the letters of a two-letter word.
func TestLipschitz(t *testing.T) {
	t.Parallel()
	data := handwriting(t, 60, 10, 4)
	f := split(data, 0)
	for w := range f.train.sequences.Len() {
		lo := f.train.sequences.Start[w]
		f.train.sequences.Start[w+1] = min(f.train.sequences.Start[w+1], lo+2) // the first two letters
	}
	sources := specOf(regretRow).sources
	var most float64
	for w := range f.train.sequences.Len() {
		lo, hi := f.train.sequences.Start[w], f.train.sequences.Start[w+1]
		if hi-lo != 2 {
			continue
		}
		same, different := 1., 1. // the transition
		for _, s := range sources {
			g, err := f.gram(t.Context(), source{s.id, dense, s.weight, s.of})
			if err != nil {
				t.Fatal(err)
			}
			same += g.At(lo, lo) + g.At(lo+1, lo+1) + 2*g.At(lo, lo+1)
			different += g.At(lo, lo) + g.At(lo+1, lo+1)
		}
		most = max(most, same, different)
	}
	if got := f.lipschitz(sources); math.Abs(got-2*math.Sqrt(most)) > 1e-6*got {
		t.Errorf("G = %g, by the Gram matrices %g", got, 2*math.Sqrt(most))
	}
}
