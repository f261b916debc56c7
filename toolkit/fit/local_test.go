package fit_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// TestLocalMinima: with MCP and SCAD the gradient of the loss is balanced by the penalty's slope at every weight, no
// single weight has a better value, FISTA stays there, and the certificate says that it is local.
func TestLocalMinima(t *testing.T) {
	t.Parallel()
	for k, c := range []fit.Linear{
		{Loss: loss.Squared{}, Penalty: prox.MCP{Lambda: 1, Gamma: 3}},
		{Loss: loss.Squared{}, Penalty: prox.SCAD{Lambda: 1, A: 3.7}, Intercept: true, Standardize: true},
		{Loss: loss.Squared{}, Penalty: prox.MCP{Lambda: 1, Gamma: 1.2}, Intercept: true},
		{Loss: loss.Logistic{}, Penalty: prox.MCP{Lambda: 1, Gamma: 3}, Intercept: true},
		{Loss: loss.Logistic{}, Penalty: prox.SCAD{Lambda: 1, A: 2.5}, Standardize: true, Mu: 0.01},
		{Loss: loss.Multinomial{}, Penalty: prox.MCP{Lambda: 1, Gamma: 30}, Intercept: true, Mu: 0.02},
	} {
		data := sample(&c, 40, 8, uint64(k))
		most, err := c.LambdaMax(data)
		if err != nil {
			t.Fatal(err)
		}
		c.Lambda, c.Tol = 0.2*most, 1e-9
		m, err := c.Fit(t.Context(), data)
		if err != nil || m.Status != solver.Converged || m.GapKind != model.LocalMinimum || m.Lambda != c.Lambda {
			t.Fatalf("%d: %s (%s), λ = %g, error %v", k, m.Status, m.GapKind, m.Lambda, err)
		}
		r := newReference(c, data, m)
		checkLocal(t, r, r.of(m), c.Penalty.(interface {
			WithStrength(lambda float64) toolkit.Proxable
		}).WithStrength(c.Lambda))
		c.Method, c.Start, c.MaxIter = fit.FISTA, m, 500
		again, err := c.Fit(t.Context(), data)
		if err != nil || math.Abs(again.Objective-m.Objective) > 1e-9*m.Objective {
			t.Errorf("%d: FISTA goes from %.12g to %.12g, error %v", k, m.Objective, again.Objective, err)
		}
	}
}

// checkLocal checks a point of reference r by differences of the whole objective.
func checkLocal(t *testing.T, r *reference, w []float64, g toolkit.Proxable) {
	t.Helper()
	grad := make([]float64, len(w))
	objective := func() float64 { return r.value(grad, w) + g.Value(w[:r.d*r.k]) }
	at := objective()
	for j := range w[:r.d*r.k] {
		before := w[j]
		for _, step := range []float64{1e-5, -1e-5, 1e-3, -1e-3} {
			if w[j] = before + step; objective() < at-1e-10*at {
				t.Errorf("weight %d: %.12g at %g, and %.12g at %g", j, at, before, objective(), w[j])
			}
		}
		w[j] = before
	}
}

// TestLocalPath: along a path each model starts from the one before, and says that it is local; from λ_max on all
// weights are 0.
func TestLocalPath(t *testing.T) {
	t.Parallel()
	c := fit.Linear{Penalty: prox.MCP{Lambda: 1, Gamma: 3}, Standardize: true, Intercept: true}
	data := sample(&c, 60, 12, 4)
	most, err := c.LambdaMax(data)
	if err != nil {
		t.Fatal(err)
	}
	models, err := c.Path(t.Context(), data, []float64{most, 0.5 * most, 0.1 * most, 0.01 * most})
	if err != nil {
		t.Fatal(err)
	}
	for k, m := range models {
		if m.Status != solver.Converged || m.GapKind != model.LocalMinimum || (m.Nonzeros() == 0) != (k == 0) {
			t.Errorf("λ = %g: %s (%s), %d weights", m.Lambda, m.Status, m.GapKind, m.Nonzeros())
		}
	}
}

// TestNonnegativeLeastSquares: without norm or ridge it has a gap where features are not dependent, and the solution
// is the best of those over all sets of features, by least squares on each; else a residual.
func TestNonnegativeLeastSquares(t *testing.T) {
	t.Parallel()
	c := fit.Linear{Penalty: prox.Nonnegative(0), Intercept: true, Tol: 1e-10}
	data := sample(&c, 30, 5, 6)
	x := data.X.(*linalg.Dense)
	m, err := c.Fit(t.Context(), data)
	if err != nil || m.Status != solver.Converged || m.GapKind != model.DualityGap || m.Gap > 1e-10*m.Objective {
		t.Fatalf("%s: gap %g (%s), error %v", m.Status, m.Gap, m.GapKind, err)
	}
	least := math.Inf(1)
	for set := range 1 << 5 {
		var of []int
		for j := range 5 {
			if set>>j&1 == 1 {
				of = append(of, j)
			}
		}
		free := fit.Linear{Intercept: true}
		part := data
		if part.X = linalg.SelectColumns(x, of); len(of) == 0 {
			part.X = linalg.NewDense(30, 1, nil)
		}
		s, err := free.Fit(t.Context(), part)
		if err != nil {
			t.Fatal(err)
		}
		feasible := true
		for _, w := range s.Weights {
			feasible = feasible && w >= 0
		}
		if feasible {
			least = math.Min(least, s.Objective)
		}
	}
	if math.Abs(m.Objective-least) > 1e-9*least {
		t.Errorf("P = %.12g, over all sets %.12g", m.Objective, least)
	}
	wide := sample(&c, 6, 12, 6)
	if m, err := c.Fit(t.Context(), wide); err != nil || m.GapKind != model.Residual || m.Status != solver.Converged {
		t.Errorf("more features than examples: %s, %s, error %v", m.Status, m.GapKind, err)
	}
}

// TestLocalMinimaOfLogistic: 500 × 200 with few features that matter is solved, at several λ, and what is called
// converged has a residual within the tolerance.
func TestLocalMinimaOfLogistic(t *testing.T) {
	t.Parallel()
	const n, d = 500, 200
	rng := rand.New(rand.NewPCG(3, 38))
	x, y := linalg.NewDense(n, d, nil), make([]float64, n)
	for i := range n {
		common := rng.NormFloat64() // makes features depend on one another
		for j := range d {
			x.Row(i)[j] = rng.NormFloat64() + common
		}
		y[i] = math.Copysign(1, x.At(i, 0)-2*x.At(i, 3)+x.At(i, 5)+2*rng.NormFloat64())
	}
	data := fit.Data{X: x, Y: y}
	for _, penalty := range []toolkit.Proxable{prox.MCP{Lambda: 1, Gamma: 3}, prox.SCAD{Lambda: 1, A: 3.7}} {
		c := fit.Linear{Loss: loss.Logistic{}, Penalty: penalty, Intercept: true}
		most, err := c.LambdaMax(data)
		if err != nil {
			t.Fatal(err)
		}
		for _, share := range []float64{0.3, 0.05} {
			c.Lambda = share * most
			m, err := c.Fit(t.Context(), data)
			if err != nil || m.Status != solver.Converged || m.Iterations > 1000 || !(m.Gap <= 1e-6) {
				t.Errorf("%s at %g of λ_max: %s after %d iterations, residual %g, error %v", penaltyOf(c), share, m.Status,
					m.Iterations, m.Gap, err)
			}
		}
	}
}
