package newton_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/newton"
)

// TestCGFewExamples: a dense matrix of few examples, some of which stand twice, has the minimum that products with the
// same as a sparse one lead to, from a start outside of the rows' range too; states that have no
// gap yet know their weights, and P there.
func TestCGFewExamples(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(12, 5))
	const n, d, k = 40, 200, 3
	x := linalg.NewDense(n, d, testproblems.Normal(rng, n*d, 1))
	copy(x.Row(n-1), x.Row(0))
	copy(x.Row(n-2), x.Row(1))
	for i := range n {
		floats.Mul(x.Row(i)[:d/2], testproblems.Normal(rand.New(rand.NewPCG(3, 4)), d/2, 30))
	}
	ones := linalg.NewDense(1, n, nil)
	floats.AddConst(1, ones.Data)
	labels, signs, counts := testproblems.Labels(rng, n, k), make([]float64, n), make([]float64, n)
	for i := range signs {
		signs[i], counts[i] = float64(2*rng.IntN(2)-1), float64(rng.IntN(5))
	}
	for name, l := range map[string]toolkit.Loss{
		"classes": loss.Multinomial{Y: labels, K: k}, "signs": loss.Logistic{Y: signs}, "counts": loss.Poisson{Y: counts},
		"tasks": loss.Tasks{Of: loss.Logistic{Y: signs}, Task: labels, K: k},
	} {
		for _, columns := range []*linalg.Dense{nil, ones} {
			p := solver.NewProblem(x, l, nil).WithRidge(1e-3).WithUnpenalized(columns)
			reference := solver.NewProblem(linalg.ToCSR(x), l, nil).WithRidge(1e-3).WithUnpenalized(columns)
			start := testproblems.Normal(rng, p.Dim()+p.Outputs(), 1e-3)
			if columns == nil {
				start = start[:p.Dim()]
			}
			for st, err := range (newton.CG{Start: start}).Iterations(t.Context(), p) {
				w := st.X(nil)
				at := p.ObjectiveAt(w[:p.Dim()], w[p.Dim():])
				if err != nil || math.Abs(at-st.Objective) > 1e-9*st.Objective {
					t.Fatalf("%s: P = %g, and %g at the weights of iteration %d (%v)", name, st.Objective, at, st.Iter, err)
				}
				if st.Gap <= 1e-9*st.Objective || st.Iter > 50 {
					break
				}
			}
			stop := solver.Any(solver.RelGap(1e-9), solver.MaxIter(50))
			got, err := solver.Run(newton.CG{Start: start}.Iterations(t.Context(), p), stop)
			want, err2 := solver.Run(newton.CG{Start: start}.Iterations(t.Context(), reference), stop)
			if err != nil || err2 != nil || !(got.Gap <= 1e-9*got.Objective) {
				t.Fatalf("%s: gap %g of %g (%v, %v)", name, got.Gap, got.Objective, err, err2)
			}
			if off := math.Abs(got.Objective - want.Objective); off > got.Gap+want.Gap+1e-12*want.Objective {
				t.Errorf("%s: P = %.12g, and %.12g by products", name, got.Objective, want.Objective)
			}
		}
	}
}
