package levels_test

import (
	"math"
	"testing"

	"github.com/proxlab/proxlab/notebooks/explorables/levels"
)

// TestLines: of a cone a circle, which is closed; of a slope a straight line, which ends at the edges; else none.
func TestLines(t *testing.T) {
	t.Parallel()
	const cells, half = 20, 2
	corners := levels.Corners(cells, half)
	cone, slope := make([]float64, corners.R), make([]float64, corners.R)
	for i := range corners.R {
		cone[i], slope[i] = math.Hypot(corners.At(i, 0), corners.At(i, 1)), corners.At(i, 0)+0.3*corners.At(i, 1)
	}
	circle := levels.Lines(cone, cells, half, 1.3)
	if len(circle) != 1 {
		t.Fatalf("%d lines", len(circle))
	}
	last := len(circle[0].X) - 1
	for k, x := range circle[0].X {
		if r := math.Hypot(x, circle[0].Y[k]); math.Abs(r-1.3) > 0.02 {
			t.Errorf("point %d has the radius %g", k, r)
		}
	}
	if circle[0].X[0] != circle[0].X[last] || circle[0].Y[0] != circle[0].Y[last] {
		t.Error("the circle is not closed")
	}
	straight := levels.Lines(slope, cells, half, 0.25)
	if len(straight) != 1 || len(straight[0].X) < cells || math.Abs(math.Abs(straight[0].Y[0])-half) > 1e-12 {
		t.Errorf("%+v", straight)
	}
	for k, x := range straight[0].X {
		if math.Abs(x+0.3*straight[0].Y[k]-0.25) > 1e-12 {
			t.Errorf("point %d is off", k)
		}
	}
	if none := levels.Lines(slope, cells, half, 9); len(none) > 0 {
		t.Errorf("%d lines of a value that is not there", len(none))
	}
}
