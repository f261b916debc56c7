package explorables_test

import (
	"math"
	"testing"

	"github.com/proxlab/proxlab/figures/explore"
	"github.com/proxlab/proxlab/notebooks/explorables"
)

// TestWidth: a narrow kernel needs nearly all points, a wide one with a small C is nearly linear and cannot tell the
// ring from the cloud; what is drawn closes around the cloud between both.
func TestWidth(t *testing.T) {
	t.Parallel()
	const wrong = "wrong among 1,000 other points"
	at := func(width, c float64) explore.Answer {
		a := ask(t, explorables.Width, explore.Values{Numbers: map[string]float64{"width": width, "c": c}})
		if gap := a.Fact(explorables.GapFact); !(gap <= 1e-6*a.Fact("P")) {
			t.Errorf("σ = %g, C = %g: gap %g of %g", width, c, gap, a.Fact("P"))
		}
		return a
	}
	narrow, fit, wide := at(0.1, 10), at(1, 1), at(10, 0.01)
	if narrow.Fact(explorables.SupportFact) < 80 || fit.Fact(explorables.SupportFact) > 60 {
		t.Errorf("support vectors: %g and %g", narrow.Fact(explorables.SupportFact), fit.Fact(explorables.SupportFact))
	}
	if !(fit.Fact(wrong) < 0.15 && wide.Fact(wrong) > 0.3 && narrow.Fact(wrong) > fit.Fact(wrong)) {
		t.Errorf("wrong: %g, %g, %g", narrow.Fact(wrong), fit.Fact(wrong), wide.Fact(wrong))
	}
	for _, s := range fit.Panels[0].Series {
		if n := len(s.X); s.Name == "f = 0" && (s.X[0] != s.X[n-1] || s.Y[0] != s.Y[n-1] || n < 20) {
			t.Errorf("a line of %d points from (%g, %g) to (%g, %g)", n, s.X[0], s.Y[0], s.X[n-1], s.Y[n-1])
		}
		for k := range s.X[1:] {
			if s.Name == "f = 0" && math.Hypot(s.X[k+1]-s.X[k], s.Y[k+1]-s.Y[k]) > 0.3 {
				t.Errorf("%s leaps at %d", s.Name, k)
			}
		}
	}
}
