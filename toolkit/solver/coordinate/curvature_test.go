package coordinate_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate"
)

// TestCurvature: a state tells the second derivatives of the loss at its own point, of models on working sets, of Gram
// matrices and of sparse columns, along a path too.
func TestCurvature(t *testing.T) {
	t.Parallel()
	for _, shape := range [][2]int{{40, 60}, {400, 6}} {
		x, y, ones := testproblems.Intercept(3, shape[0], shape[1])
		for i, v := range y {
			y[i] = math.Floor(math.Abs(v))
		}
		l := loss.Poisson{Y: y}
		unit := solver.NewProblem(x, l, prox.L1{Lambda: 1}).WithUnpenalized(ones)
		var start []float64
		memory := &coordinate.Memory{}
		for _, share := range []float64{0.5, 0.4, 0.1} {
			p := unit.At(share * unit.LambdaMax())
			method := coordinate.ProximalNewton{Start: start, Memory: memory}
			for s, err := range method.Iterations(t.Context(), p) {
				if err != nil {
					t.Fatal(err)
				}
				start = s.X(start)
				f, want := make([]float64, len(y)), 0.
				x.MulVec(f, start[:shape[1]])
				floats.AddScaled(f, start[shape[1]], ones.Row(0))
				for i, v := range f {
					want += l.Weight(i) * l.Second(i, v)
				}
				if got := s.Curvature(); !(math.Abs(got-want) <= 1e-12*want) {
					t.Errorf("%v, %g λ_max, iteration %d: %g, by the definition %g", shape, share, s.Iter, got, want)
				}
				if s.Gap <= 1e-9*s.Objective {
					break
				}
			}
		}
	}
}
