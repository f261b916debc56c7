package axes

import (
	"math"
	"testing"

	"gonum.org/v1/plot/plotter"
)

// TestThinned: a smooth curve keeps few points, from which no other is further than a quarter of a pixel, and a rough
// one keeps all.
func TestThinned(t *testing.T) {
	t.Parallel()
	var smooth, rough plotter.XYs
	for k := range 2000 {
		x := float64(k) / 2000
		smooth = append(smooth, plotter.XY{X: x, Y: math.Exp(-3 * x)})
		rough = append(rough, plotter.XY{X: x, Y: float64(k % 2)})
	}
	if n := len(Thinned(rough)); n != len(rough) {
		t.Errorf("%d points of a rough curve are left", n)
	}
	few := Thinned(smooth)
	if len(few) > 60 || few[0] != smooth[0] || few[len(few)-1] != smooth[len(smooth)-1] {
		t.Errorf("%d points of a smooth curve are left", len(few))
	}
	span := 1 - math.Exp(-3*smooth[1999].X)
	k := 0
	for _, p := range smooth {
		for few[k+1].X < p.X {
			k++
		}
		a, b := few[k], few[k+1]
		y := a.Y + (b.Y-a.Y)*(p.X-a.X)/(b.X-a.X)
		if pixels := math.Abs(y-p.Y) / span * chartHeight; pixels > 2*chartError { // measured upwards, not across
			t.Fatalf("at %g the curve is off by %g pixels", p.X, pixels)
		}
	}
}
