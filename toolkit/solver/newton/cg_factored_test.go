package newton_test

import (
	"math"
	"testing"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/newton"
)

// TestCGPromise: what a step promises is about what the objective was above the minimum before it, be it by new factors
// of the Hessian or by old ones, which some steps take.
func TestCGPromise(t *testing.T) {
	t.Parallel()
	x, y, ones := testproblems.Intercept(4, 300, 4)
	p := solver.NewProblem(x, loss.Logistic{Y: testproblems.Signs(y)}, prox.Ridge{Mu: 0.05}).WithUnpenalized(ones)
	var objectives, promises []float64
	evals, old := 0, 0
	for st, err := range (newton.CG{}).Iterations(t.Context(), p) {
		if err != nil {
			t.Fatal(err)
		}
		objectives, promises = append(objectives, st.Objective), append(promises, st.Promise)
		if st.Iter > 0 && st.Evals-evals == 2 { // a trial and a gradient
			old++
		}
		if evals = st.Evals; st.Iter == 11 {
			break
		}
	}
	least := objectives[len(objectives)-1]
	for k := 1; k < len(objectives); k++ {
		above := objectives[k-1] - least
		if above > 1e-12 && above < 1e-2 && !(promises[k] > above/2 && promises[k] < 2*above) {
			t.Errorf("step %d promises %g, and the objective was %g above the minimum", k, promises[k], above)
		}
	}
	if old == 0 {
		t.Error("no step is by old factors")
	}
}

// TestCGEndsForFactors: where columns say nearly the same, a step by products ends once these have cost what factors do
// twice, a product for every 16 columns and few more, and does not go on to the most there may be.
func TestCGEndsForFactors(t *testing.T) {
	t.Parallel()
	const n, d = 3000, 250
	const most = 2 * (d/16 + 3)
	x, y, ones := testproblems.Intercept(5, n, d)
	for i := range n {
		row := x.Row(i)
		for j := 1; j < d; j++ {
			row[j] = row[j-1] + row[j]*math.Pow(0.9, float64(j))
		}
	}
	p := solver.NewProblem(x, loss.Logistic{Y: testproblems.Signs(y)}, prox.Ridge{Mu: 1e-6}).WithUnpenalized(ones)
	evals, steps := 0, 0
	for st, err := range (newton.CG{}).Iterations(t.Context(), p) {
		if err != nil {
			t.Fatal(err)
		}
		if taken := st.Evals - evals; st.Iter > 0 && taken > most+5 {
			t.Errorf("iteration %d took %d products", st.Iter, taken)
		}
		if evals, steps = st.Evals, st.Iter; st.Gap <= 1e-9*st.Objective || st.Iter == 100 {
			break
		}
	}
	if steps == 100 {
		t.Error("no end after 100 iterations")
	}
}
