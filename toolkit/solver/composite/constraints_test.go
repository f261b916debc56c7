package composite_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/prox/sets"
	"github.com/proxlab/proxlab/toolkit/prox/terms"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/composite"
)

// own is a function of somebody else: Value and Prox alone.
type own struct{ of toolkit.Proxable }

func (g own) Value(x []float64) float64                    { return g.of.Value(x) }
func (g own) Prox(dst, v []float64, gamma float64) float64 { return g.of.Prox(dst, v, gamma) }

// TestConstraintsByProjectedGradients: least squares in a set ends at what projected gradient steps end at.
func TestConstraintsByProjectedGradients(t *testing.T) {
	t.Parallel()
	const n, d = 30, 9
	a, y, _ := drawn(n, d, 7)
	for name, c := range map[string]struct {
		set    toolkit.Proxable
		gap    bool
		rounds int
	}{
		"simplex":      {sets.Simplex{Sum: 2}, true, 60},
		"monotone":     {sets.Monotone{}, true, 60},
		"falling":      {sets.Monotone{Decreasing: true}, true, 60},
		"l1":           {sets.L1Ball{Radius: 1}, true, 60},
		"l2":           {sets.L2Ball{Radius: 1}, true, 60},
		"linf":         {sets.LInfBall(0.3), true, 60},
		"cone":         {sets.SecondOrderCone{}, true, 60},
		"semidefinite": {sets.Semidefinite{}, true, 400},
		"half-space":   {sets.HalfSpace{A: []float64{1, 2, 0, 0, 0, 0, 0, 0, 1}, B: -1}, true, 60},
		"own":          {own{sets.L1Ball{Radius: 1}}, false, 100},
	} {
		of, ok := terms.Of(c.set, d)
		if !ok {
			t.Fatalf("%s states no terms", name)
		}
		p := &composite.Problem{Terms: append(of.Of, composite.Term{Function: terms.Loss{Of: loss.Squared{Y: y}}, Map: a})}
		res, err := solver.Run(composite.Method{}.Iterations(t.Context(), p), solver.Any(solver.RelGap(1e-9),
			solver.MaxIter(c.rounds)))
		if err != nil || c.gap && res.Status != solver.Converged {
			t.Errorf("%s: %s, gap %.1e of %g, error %v", name, res.Status, res.Gap, res.Objective, err)
			continue
		}
		if !c.gap && !math.IsNaN(res.Gap) {
			t.Errorf("%s: a gap of %g without a conjugate", name, res.Gap)
		}
		want := projectedGradients(a, y, c.set)
		if !floats.EqualApprox(res.X, want, 1e-4) {
			t.Errorf("%s: x = %.6g, by projected gradients %.6g", name, res.X, want)
		}
	}
}

func projectedGradients(a *linalg.Dense, y []float64, set toolkit.Proxable) []float64 {
	n, d := a.Dims()
	x, g, r := make([]float64, d), make([]float64, d), make([]float64, n)
	_, top := linalg.SquaredNorm(a)
	for range 20000 {
		a.MulVec(r, x)
		floats.Sub(r, y)
		a.MulTransVec(g, r)
		floats.AddScaled(x, -1/top, g)
		set.Prox(x, x, 1)
	}
	return x
}

// TestViolationIsTold: with equations that a lasso does not satisfy by itself, the point satisfies them as nearly as is
// told, and P is no less than its bound but by what that costs.
func TestViolationIsTold(t *testing.T) {
	t.Parallel()
	const n, d = 40, 10
	a, y, _ := drawn(n, d, 8)
	ones := linalg.NewDense(1, d, nil)
	for j := range d {
		ones.Data[j] = 1
	}
	p := &composite.Problem{Terms: []composite.Term{
		{Function: terms.Loss{Of: loss.Quantile{Y: y, Tau: 0.5}}, Map: a},
		{Function: terms.L1{L1: prox.L1{Lambda: 0.05}}, Map: linalg.Identity(d)},
		{Function: sets.Point(0), Map: ones},
		{Function: sets.Box{Upper: []float64{0.4}}, Map: linalg.Identity(d)},
	}}
	for st, err := range (composite.Method{}).Iterations(t.Context(), p) {
		if err != nil || st.Iter > 60 {
			t.Fatalf("iteration %d, gap %g, violation %g, error %v", st.Iter, st.Gap, st.Violation, err)
		}
		x := st.X(nil)
		far := math.Max(math.Abs(floats.Sum(x)), p.Terms[3].Function.(sets.Box).Violation(x))
		if math.Abs(far-st.Violation) > 1e-12 {
			t.Fatalf("iteration %d: %g from the constraints, told %g", st.Iter, far, st.Violation)
		}
		if st.Gap <= 1e-9*st.Objective {
			if far > 1e-8 || math.Abs(x[0]-0.4) > 1e-6 {
				t.Errorf("%g from the constraints at x = %g", far, x)
			}
			return
		}
	}
}
