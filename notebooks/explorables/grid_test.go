package explorables_test

import (
	"math"
	"testing"

	"github.com/proxlab/proxlab/figures/explore"
	"github.com/proxlab/proxlab/notebooks/explorables"
)

// TestGrid: neighbours that mind nothing leave cells as they are; with couplings of either sign four neighbours have a
// best labelling, and eight that repel each other a bound above.
func TestGrid(t *testing.T) {
	t.Parallel()
	at := func(coupling float64, neighbours string) explore.Answer {
		return ask(t, explorables.Grid, explore.Values{
			Numbers: map[string]float64{"coupling": coupling, "noise": 0.5, "passes": 30},
			Words:   map[string]string{"neighbours": neighbours},
		})
	}
	alone := at(0, "4")
	if alone.Fact("cells that neighbours changed") != 0 || alone.Fact("bound − S") > 1e-9 {
		t.Errorf("without couplings: %+v", alone.Facts)
	}
	for _, w := range []float64{-2, -0.7, 0.5, 2} {
		a := at(w, "4")
		if gap := a.Fact("bound − S"); !(gap < 1e-9*math.Abs(a.Fact(explorables.ScoreFact))) {
			t.Errorf("coupling %g: the bound is %g above the score", w, gap)
		}
		for k, bounds := 1, a.Panels[2].Series[0].Y; k < len(bounds); k++ {
			if bounds[k] > bounds[k-1]+1e-9 {
				t.Errorf("coupling %g: the bound rises from %g to %g", w, bounds[k-1], bounds[k])
			}
		}
	}
	if a := at(-2, "8, diagonals too"); !(a.Fact("bound − S") > 1) || !(a.Fact("cells that are not certain") > 0) {
		t.Errorf("neighbours in circles of three that all would differ: %+v", a.Facts)
	}
}
