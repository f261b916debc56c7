package coordinate

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// TestProductsAtZero: a run that begins at W = 0 takes the products of the columns from the problem's gradient there,
// with one unpenalized column at most; they are those with the residuals at its best weight, and its own is 0.
func TestProductsAtZero(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(4, 95))
	const n, d = 30, 12
	a := linalg.NewDense(n, d, testproblems.Normal(rng, n*d, 1))
	for free := range 3 {
		p := solver.NewProblem(a, loss.Squared{Y: testproblems.Normal(rng, n, 1)}, prox.L1{Lambda: 1})
		if free > 0 {
			p = p.WithUnpenalized(linalg.NewDense(free, n, testproblems.Normal(rng, free*n, 1)))
		}
		r, err := newDescent(Descent{}, p.At(0.01))
		if err != nil {
			t.Fatal(err)
		}
		r.begin()
		got, want := r.memory.remembered.Products, make([]float64, len(r.Columns))
		allProducts(&r.Blocks, want, floats.MulTo(make([]float64, r.N), r.residual.C, r.residual.R))
		if !floats.EqualApprox(got, want, 1e-12) {
			t.Errorf("%d unpenalized columns: %v, by the columns %v", free, got, want)
		}
	}
}
