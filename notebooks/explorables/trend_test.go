package explorables_test

import (
	"math"
	"testing"

	"github.com/proxlab/proxlab/figures/explore"
	"github.com/proxlab/proxlab/notebooks/explorables"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// TestTrend compares steps with what total variation on a line says by another algorithm, and finds every answer
// certified, and within its constraint.
func TestTrend(t *testing.T) {
	t.Parallel()
	var controls explore.Values
	for _, within := range []string{"no constraint", "never falling", "0 to 1"} {
		for _, order := range []string{"steps", "lines", "parabolas"} {
			for _, loss := range []string{"squares (mean)", "absolute values (median)"} {
				for _, lambda := range []float64{1e-4, 0.02, 1} {
					controls.Words = map[string]string{"within": within, "order": order, "loss": loss}
					controls.Numbers = map[string]float64{"lambda": lambda}
					a := ask(t, explorables.Trend, controls)
					p, seen, trend := a.Fact("objective P"), a.Panels[0].Series[0].Y, a.Panels[0].Series[2].Y
					if gap := a.Fact(explorables.GapFact); !(gap >= 0 && gap <= 1e-8*p) {
						t.Errorf("%v: objective %g, gap %g", controls, p, gap)
					}
					for i, w := range trend {
						falls := within == "never falling" && i > 0 && w < trend[i-1]-1e-7
						if falls || within == "0 to 1" && (w < 0 || w > 1) {
							t.Errorf("%v: point %d is %g", controls, i+1, w)
						}
					}
					if within != "no constraint" || order != "steps" || loss != "squares (mean)" {
						continue
					}
					want := make([]float64, len(seen))
					prox.Fused{Lambda: 1, Mix: 1}.Prox(want, seen, lambda*float64(len(seen)))
					for i, w := range want {
						if math.Abs(w-trend[i]) > 1e-6 {
							t.Fatalf("λ = %g: point %d is %g, not %g", lambda, i+1, trend[i], w)
						}
					}
				}
			}
		}
	}
}
