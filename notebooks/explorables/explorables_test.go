package explorables_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/proxlab/proxlab/figures/explore"
	"github.com/proxlab/proxlab/notebooks/explorables"
)

// ask answers an explorable with some values changed.
func ask(t *testing.T, e explore.Explorable, v explore.Values) explore.Answer {
	t.Helper()
	a, err := e.Ask(t.Context(), v)
	if err != nil {
		t.Fatalf("%s: %v", e.Name, err)
	}
	return a
}

// TestFoldByHand compares with the energy of a hairpin that is added up by hand: three stacks of G C on G C, and a loop
// of four.
func TestFoldByHand(t *testing.T) {
	t.Parallel()
	a := ask(t, explorables.Fold, explore.Values{Words: map[string]string{"sequence": "gggg aaaa cccc"}})
	if want := 3*-3.3 + 4.8; math.Abs(a.Fact("least energy (kcal/mol)")-want) > 1e-9 {
		t.Errorf("energy %g, by hand %g", a.Fact("least energy (kcal/mol)"), want)
	}
	if want := "[GGGGAAAACCCC ((((....))))]"; fmt.Sprint(a.Aligned) != want {
		t.Errorf("%v, not %s", a.Aligned, want)
	}
	if a.Fact("of the ensemble") >= a.Fact("least energy (kcal/mol)") {
		t.Errorf("the ensemble has %v", a.Facts)
	}
}
