package online_test

import (
	"testing"

	"github.com/proxlab/proxlab/toolkit/solver/online"
)

// TestDualAverageBounds: the bound stays below the minimum, and approaches it with shuffled passes.
func TestDualAverageBounds(t *testing.T) {
	t.Parallel()
	s := newSVM(200, 5, 0.01, 9)
	_, minimum := s.minimum(t)
	block, model := s.params()
	oracle, p := online.NewDualAverage(s.oracle()), s.Problem()
	c := online.Subgradient{Game: online.Game{Lambda: s.Mu, Shuffle: true, Average: true}}
	c.Params = model
	for st, err := range c.Iterations(t.Context(), oracle) {
		if err != nil {
			t.Fatal(err)
		}
		if b := oracle.Bound(p); b > minimum+1e-9 {
			t.Fatalf("pass %d: bound %g above the minimum %g", st.Iter, b, minimum)
		}
		if st.Iter == 100 {
			oracle.Reset()
			model.StartAverage()
		}
		if st.Iter == 400 {
			if gap := p.Objective(block.Averaged().Coefficients().Data) - oracle.Bound(p); gap > 2e-3 {
				t.Errorf("gap %g", gap)
			}
			return
		}
	}
}

// TestDualAverageOfNothing: 0 for all examples is a dual point too.
func TestDualAverageOfNothing(t *testing.T) {
	t.Parallel()
	s := newSVM(20, 2, 0.01, 9)
	if b := online.NewDualAverage(s.oracle()).Bound(s.Problem()); b != 0 {
		t.Errorf("bound %g before any example", b)
	}
}
