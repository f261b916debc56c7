package solve

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// TestHeadStart: what is begun at the solution on a sample ends where what is begun at 0 does; it begins nearer, with
// weights and an intercept too, but not where the sample has one label alone.
func TestHeadStart(t *testing.T) {
	t.Parallel()
	const n, d, lambda = headEvery * headLeast, 3, 0.01
	rng := rand.New(rand.NewPCG(6, 7))
	x, y, c := linalg.NewDense(n, d, nil), slices.Repeat([]float64{-1}, n), make([]float64, n)
	alike := make([]float64, n)
	for i := range n {
		row := x.Row(i)
		for j := range row {
			row[j] = rng.NormFloat64()
		}
		if c[i] = 1 + float64(i%2); row[0]-row[1]/2+rng.NormFloat64() > -1 {
			y[i] = 1
		}
		alike[i] = y[i]
		if i%headEvery == headEvery/2 { // those of the sample
			alike[i] = 1
		}
	}
	floats.Scale(1/floats.Sum(c), c)
	ones := linalg.NewDense(1, n, slices.Repeat([]float64{1}, n))
	for name, penalty := range map[string]toolkit.Proxable{"ridge": nil, "lasso": prox.L1{Lambda: 1}} {
		for of, labels := range map[string][]float64{"": y, ", one label": alike} {
			at := solver.NewProblem(x, loss.Logistic{Y: labels, Weights: c}, penalty).WithUnpenalized(ones)
			if penalty == nil {
				at = at.WithRidge(lambda)
			}
			p, asked := NewProblem(at), caseOf(at)
			m, err := asked.Choose()
			if err != nil {
				t.Fatal(name, err)
			}
			start := newRun(p, Settings{}, asked, m, lambda).headStart(t.Context())
			if (start == nil) != (of != "") {
				t.Fatal(name, of, "begins at", start)
			}
			got, err := p.Solve(t.Context(), Settings{}, asked, lambda, nil)
			if err != nil || got.Status != solver.Converged {
				t.Fatal(name, of, err)
			}
			want, err := p.Solve(t.Context(), Settings{}, asked, lambda, make([]float64, d+1))
			if err != nil || math.Abs(got.Objective-want.Objective) > 2e-6*want.Objective {
				t.Errorf("%s%s: %g, and from 0 %g (%v)", name, of, got.Objective, want.Objective, err)
			}
			if start != nil && got.Iterations >= want.Iterations {
				t.Errorf("%s: %d iterations, and from 0 %d", name, got.Iterations, want.Iterations)
			}
		}
	}
}
