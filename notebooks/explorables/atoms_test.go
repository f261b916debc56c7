package explorables_test

import (
	"testing"

	"github.com/proxlab/proxlab/figures/explore"
	"github.com/proxlab/proxlab/notebooks/explorables"
)

// TestAtoms: with six atoms all six shapes are found in a few passes from one start and not from another, and not where
// λ is small; one atom leaves most out.
func TestAtoms(t *testing.T) {
	t.Parallel()
	at := func(atoms, lambda, passes, start float64) explore.Answer {
		a := ask(t, explorables.Atoms, explore.Values{
			Numbers: map[string]float64{"atoms": atoms, "lambda": lambda, "passes": passes, "start": start, "signal": 3},
		})
		if gap := a.Fact("P − P* ≤, of the codes"); !(gap >= 0 && gap <= 1e-9*a.Fact("objective P")) {
			t.Errorf("%g atoms, λ = %g: a gap of %g", atoms, lambda, gap)
		}
		return a
	}
	six := at(6, 0.4, 20, 1)
	if six.Fact(explorables.FoundFact) != 6 || six.Fact("atoms a signal") > 3 {
		t.Errorf("six atoms: %+v", six.Facts)
	}
	if other := at(6, 0.4, 20, 3); other.Fact(explorables.FoundFact) == 6 ||
		other.Fact("objective P") <= six.Fact("objective P") {
		t.Errorf("another start: %+v", other.Facts)
	}
	if light := at(6, 0.02, 20, 1); light.Fact("atoms a signal") <= 3 ||
		light.Fact(explorables.LeftFact) >= six.Fact(explorables.LeftFact) || light.Fact(explorables.FoundFact) == 6 {
		t.Errorf("a small λ: %+v", light.Facts)
	}
	if one := at(1, 0.4, 20, 1); one.Fact(explorables.LeftFact) < 50 || one.Fact(explorables.FoundFact) > 1 {
		t.Errorf("one atom: %+v", one.Facts)
	}
	if begun := at(6, 0.4, 0, 1); begun.Fact("objective P") <= six.Fact("objective P") {
		t.Errorf("before the first pass: %+v", begun.Facts)
	}
}
