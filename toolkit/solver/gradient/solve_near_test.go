package gradient

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// A direction that a system does not see is not gone along, where rounding makes the system barely regular too.
func TestSolveNearLeavesFlatDirections(t *testing.T) {
	for _, off := range []float64{0, 1e-16, 3e-16} {
		system := mat.NewDense(2, 2, []float64{1, -1, -1, 1 + off})
		got := solveNear(system, mat.NewVecDense(2, []float64{1, -1 + 1e-16}), 1e4)
		if got == nil || floats.Norm(got, math.Inf(1)) > 10 || math.Abs(got[0]-got[1]-1) > 1e-6 {
			t.Errorf("off by %g: step %v, whose difference is to be 1", off, got)
		}
	}
}
