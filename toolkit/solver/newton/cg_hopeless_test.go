package newton_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/newton"
)

// TestCGAsksForNoHopelessGap: where it is known what gap will do, dual points are asked for only near it, and the run
// ends no later than one that asks after every step. Of Poisson's loss no gap is had of the gradient alone.
func TestCGAsksForNoHopelessGap(t *testing.T) {
	t.Parallel()
	const n, d, tol = 400, 6, 1e-7
	rng := rand.New(rand.NewPCG(17, 2))
	x, y := linalg.NewDense(n, d, testproblems.Normal(rng, n*d, 0.3)), make([]float64, n)
	ones := linalg.NewDense(1, n, nil)
	for i := range y {
		ones.Data[i], y[i] = 1, math.Floor(3*rng.Float64()*math.Exp(x.At(i, 0)))
	}
	run := func(known float64) (iterations int, gaps []float64) {
		p := solver.NewProblem(x, loss.Poisson{Y: y}, nil).WithRidge(0.001).WithUnpenalized(ones)
		p.Tol = known
		for s, err := range (newton.CG{}).Iterations(t.Context(), p) {
			if err != nil || s.Iter > 30 {
				t.Fatalf("%d iterations, gap %g, error %v", s.Iter, s.Gap, err)
			}
			if gaps = append(gaps, s.Gap/s.Objective); s.Gap <= tol*s.Objective {
				return s.Iter, gaps
			}
		}
		return 0, nil
	}
	asked, all := run(0)
	iterations, gaps := run(tol)
	if iterations != asked {
		t.Errorf("%d iterations, and %d with a gap after each", iterations, asked)
	}
	var spared int
	for k, gap := range gaps {
		if all[k] > 100*tol && !math.IsNaN(gap) {
			t.Errorf("step %d: the gap %g was asked for", k, gap)
		}
		if math.IsNaN(gap) && !math.IsNaN(all[k]) {
			spared++
		}
	}
	if spared == 0 {
		t.Error("no gap was spared")
	}
}
