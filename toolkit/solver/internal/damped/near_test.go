package damped_test

import (
	"math"
	"testing"

	"github.com/proxlab/proxlab/toolkit/solver/internal/damped"
)

func TestNear(t *testing.T) {
	t.Parallel()
	for _, want := range []float64{0, 3, -1e7, 700, 1e15} {
		for name, slope := range map[string]func(float64) float64{
			"straight": func(b float64) float64 { return b - want },
			"saturated": func(b float64) float64 {
				return 1/(1+math.Exp(want-b)) - 0.5
			},
			"overflowing": func(b float64) float64 { return math.Exp(b-want) - math.Exp(want-b) },
		} {
			for _, start := range []float64{0, -5, 1e6} {
				got := damped.Near(slope, start)
				if math.IsNaN(slope(start)) {
					continue
				}
				if math.Abs(got-want) > 1e-2+1e-12*math.Abs(want) {
					t.Errorf("%s from %g: %g, the root is %g", name, start, got, want)
				}
			}
		}
	}
	if got := damped.Near(func(float64) float64 { return -1 }, 0); !(got > 1e50) {
		t.Errorf("a slope without a root ends at %g", got)
	}
}
