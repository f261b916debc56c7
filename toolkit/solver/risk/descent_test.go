package risk_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/risk"
	"github.com/proxlab/proxlab/toolkit/structured"
)

// TestDescend: log cosh and a steep quadratic have their minimum where it is known; by the Hessian's diagonal there the
// steps are few, and where rounding allows no more none is taken.
func TestDescend(t *testing.T) {
	t.Parallel()
	steep, centre := []float64{1, 100, 1e4, 1e6}, []float64{3, -2, 1, -0.5}
	at := func(g, x []float64) (f float64, err error) {
		for k, h := range steep {
			d := x[k] - centre[k]
			f += h * (d*d/2 + math.Log(math.Cosh(d)))
			g[k] = h * (d + math.Tanh(d))
		}
		return f, nil
	}
	steps := map[bool]int{}
	for _, known := range []bool{false, true} {
		l := risk.LBFGS{Memory: 3}
		if known {
			l.Diagonal = steep
		}
		x, first := make([]float64, len(steep)), true
		for st, err := range l.Descend(t.Context(), x, at) {
			if err != nil {
				t.Fatal(err)
			}
			g := make([]float64, len(x))
			f, _ := at(g, x)
			if first != (st.Iter == 0) || f != st.Objective || !floats.Equal(g, st.Gradient) ||
				floats.Norm(g, 2) != st.Residual {
				t.Fatalf("step %d is said to be at f = %g, %v; it is at %g, %v", st.Iter, st.Objective, st.Gradient, f, g)
			}
			if first = false; st.Iter > 0 && st.Step == 0 || st.Iter == 300 {
				steps[known] = st.Iter
				break
			}
		}
		if !floats.EqualApprox(x, centre, 1e-6) {
			t.Errorf("diagonal %t: the minimum is at %v and not %v", known, x, centre)
		}
	}
	if steps[true] > 20 || steps[false] < 2*steps[true] || steps[false] == 300 {
		t.Errorf("%d steps with the diagonal, %d without", steps[true], steps[false])
	}
	testproblems.Says(t, risk.LBFGS{Memory: -1}.Descend(t.Context(), []float64{1}, at), "memory of -1")
	testproblems.Says(t, risk.LBFGS{Diagonal: steep}.Descend(t.Context(), []float64{1}, at), "diagonal of 4, for 1")
	nan := func([]float64, []float64) (float64, error) { return math.NaN(), nil }
	testproblems.Says(t, risk.LBFGS{}.Descend(t.Context(), []float64{1}, nan), solver.ErrDiverged.Error())
}

// TestLBFGSByDiagonal: whatever the first matrix is, the minimum is the same.
func TestLBFGSByDiagonal(t *testing.T) {
	t.Parallel()
	const mu = 0.1
	c := newChains(4)
	oracle := &structured.CRF{Data: c.data}
	w, _ := c.model("").Vector()
	diagonal := make([]float64, len(w))
	for k := range diagonal {
		diagonal[k] = mu + 1/float64(1+k%5)
	}
	var found []float64
	for _, l := range []risk.LBFGS{{Mu: mu}, {Mu: mu, Diagonal: diagonal}} {
		stop := solver.Any(solver.RelGap(1e-9), solver.MaxIter(200))
		l.Params = c.model("")
		res, err := solver.Run(l.Iterations(t.Context(), oracle), stop)
		if err != nil || res.Status != solver.Converged {
			t.Fatalf("%s: %v", res.Status, err)
		}
		found = append(found, res.Objective)
	}
	if !testproblems.Near(found[0], found[1], 2e-9) {
		t.Errorf("minima %v", found)
	}
	l := risk.LBFGS{Mu: mu, Diagonal: diagonal[1:]}
	l.Params = c.model("")
	testproblems.Says(t, l.Iterations(t.Context(), oracle), "parameters")
}
