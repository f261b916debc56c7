package fit_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/prox/calculus"
	"github.com/proxlab/proxlab/toolkit/prox/sets"
)

// bare is a matrix of which products alone are known.
type bare struct{ of linalg.Map }

func (m bare) Dims() (r, c int)             { return m.of.Dims() }
func (m bare) MulVec(dst, x []float64)      { m.of.MulVec(dst, x) }
func (m bare) MulTransVec(dst, y []float64) { m.of.MulTransVec(dst, y) }

// TestProducts: features known by their products alone have the solutions that their matrix has.
func TestProducts(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(5, 6))
	const n, d = 40, 9
	x := linalg.NewDense(n, d, nil)
	data := fit.Data{X: x, Y: make([]float64, n)}
	for i := range x.Data {
		x.Data[i] = random.NormFloat64() + .5
	}
	for i := range n {
		data.Y[i] = float64(random.IntN(2))
	}
	groups := prox.Groups{{0, 1, 2}, {3, 4, 5}, {6, 7, 8}}
	for name, c := range map[string]fit.Linear{
		"lasso":            {Penalty: prox.L1{Lambda: 1}, Lambda: .03, Intercept: true},
		"groups, logistic": {Loss: loss.Logistic{}, Penalty: prox.L21{Lambda: 1, Groups: groups}, Lambda: .02},
		"tv":               {Penalty: prox.TotalVariation{Lambda: 1, Rows: 3, Cols: 3}, Lambda: .01, Intercept: true},
		"ridge":            {Mu: .1, Intercept: true},
		"logistic, ridge":  {Loss: loss.Logistic{}, Mu: .1},
		"fused":            {Penalty: prox.Fused{Lambda: 1, Mix: .5}, Lambda: .02, Mu: .01},
		"quantile, lasso":  {Loss: loss.Quantile{Tau: .5}, Penalty: prox.L1{Lambda: 1}, Lambda: .03, Intercept: true},
		"quantile, tv": {Loss: loss.Quantile{Tau: .3}, Penalty: prox.TotalVariation{Lambda: 1, Rows: 3, Cols: 3},
			Lambda: .02},
		"hinge, ridge": {Loss: loss.Hinge{}, Mu: .1},
		"hinge, slope": {Loss: loss.Hinge{}, Penalty: prox.Slope{Lambda: 1, Weights: prox.Oscar(d, .1)}, Lambda: .02,
			Intercept: true},
		"a sum in a box": {Penalty: calculus.Sum{prox.L1{Lambda: 1}, prox.Fused{Lambda: 1, Mix: 1}}, Lambda: .02,
			Constraints: []toolkit.Proxable{sets.Box{Lower: []float64{0}, Upper: []float64{.1}}}},
		"a feature in no group": {Penalty: prox.L21{Lambda: 1, Groups: groups[:2]}, Lambda: .02, Mu: .01},
	} {
		want, err := c.Fit(t.Context(), data)
		if err != nil {
			t.Fatal(name, err)
		}
		by := data
		by.X = bare{x}
		got, err := c.Fit(t.Context(), by)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got.GapKind != model.DualityGap || got.Status != "converged" ||
			math.Abs(got.Objective-want.Objective) > 2*(got.Gap+want.Gap) {
			t.Errorf("%s: %s at %.12g by %s, gap %.1e; %.12g by %s, gap %.1e", name, got.Status, got.Objective, got.Method,
				got.Gap, want.Objective, want.Method, want.Gap)
		}
		explained, err := c.Explain(by)
		if err != nil || !strings.Contains(explained, "coordinate-descent: not here, it needs features that enumerate") {
			t.Errorf("%s: %v\n%s", name, err, explained)
		}
	}
}

// TestProductsRefused: what needs entries says so.
func TestProductsRefused(t *testing.T) {
	t.Parallel()
	x := linalg.NewDense(4, 2, []float64{1, 2, 3, 4, 5, 6, 7, 9})
	data := fit.Data{X: bare{x}, Y: []float64{1, 2, 1, 3}}
	lasso := fit.Linear{Penalty: prox.L1{Lambda: 1}, Lambda: .1}
	with := func(change func(d *fit.Data)) fit.Data {
		d := data
		change(&d)
		return d
	}
	infinite := linalg.NewDense(4, 2, []float64{1, math.Inf(1), 3, 4, 5, 6, 7, 9})
	for name, c := range map[string]struct {
		of   fit.Linear
		data fit.Data
		says string
	}{
		"standardized": {fit.Linear{Penalty: prox.L1{Lambda: 1}, Lambda: 1, Standardize: true}, data, "to standardize needs"},
		"tasks":        {lasso, with(func(d *fit.Data) { d.Task = []int64{0, 0, 1, 1} }), "a problem of tasks needs"},
		"weight 0":     {lasso, with(func(d *fit.Data) { d.Weights = []float64{1, 0, 1, 1} }), "leave out example 2"},
		"infinite":     {lasso, with(func(d *fit.Data) { d.X = bare{infinite} }), "makes +Inf of ones"},
		"asked for": {fit.Linear{Penalty: prox.L1{Lambda: 1}, Lambda: 1, Method: fit.CoordinateDescent}, data,
			"enumerate their entries"},
		"concave": {fit.Linear{Loss: loss.Quantile{Tau: .5}, Penalty: prox.MCP{Lambda: 1, Gamma: 3}, Lambda: 1}, data,
			"reweighted-l1: it needs features that enumerate their entries"},
	} {
		if _, err := c.of.Fit(t.Context(), c.data); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := lasso.CrossValidate(t.Context(), data, []float64{.1}, 2); err == nil ||
		!strings.Contains(err.Error(), "dealt out") {
		t.Errorf("folds: %v", err)
	}
}
