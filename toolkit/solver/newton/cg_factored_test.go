package newton_test

import (
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
