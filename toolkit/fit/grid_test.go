package fit_test

import (
	"math"
	"runtime"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/fit/choose"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/prox/calculus"
)

// TestRidgePath: models of a path of μ solve the normal equations, and the path begins above the largest eigenvalue.
func TestRidgePath(t *testing.T) {
	t.Parallel()
	c := fit.Linear{Tol: 1e-12}
	data := sample(&c, 30, 6, 3)
	data.Weights = nil
	p := ready(t, c, data)
	top, err := p.MuMax()
	if err != nil {
		t.Fatal(err)
	}
	gram, right := momentsOf(data)
	var eigen mat.EigenSym
	eigen.Factorize(gram, false)
	if values := eigen.Values(nil); top < values[5] || math.Abs(top-floats.Sum(values)) > 1e-9*top {
		t.Errorf("μ begins at %g, the eigenvalues are %v", top, values)
	}
	mus := []float64{top, 0.1 * top, 0.01 * top, 0}
	path, err := p.Follow(t.Context(), choose.RidgePath(mus))
	if err != nil || len(path) != 4 {
		t.Fatal(err)
	}
	for k, m := range path {
		shifted := mat.NewSymDense(6, nil)
		shifted.CopySym(gram)
		for j := range 6 {
			shifted.SetSym(j, j, gram.At(j, j)+mus[k])
		}
		var want mat.VecDense
		if err := want.SolveVec(shifted, right); err != nil {
			t.Fatal(err)
		}
		if m.Mu != mus[k] || !floats.EqualApprox(m.Weights, want.RawVector().Data, 1e-5) {
			t.Errorf("μ = %g: %v, by the normal equations %v", mus[k], m.Weights, want.RawVector().Data)
		}
	}
}

// momentsOf are XᵀX/n and Xᵀy/n.
func momentsOf(data fit.Data) (*mat.SymDense, *mat.VecDense) {
	n, d := data.X.Dims()
	x := mat.NewDense(n, d, data.X.(*linalg.Dense).Data)
	var gram mat.SymDense
	gram.SymOuterK(1/float64(n), x.T())
	var right mat.VecDense
	right.MulVec(x.T(), mat.NewVecDense(n, data.Y))
	right.ScaleVec(1/float64(n), &right)
	return &gram, &right
}

// twoStrengths is α Σ|w_{j+1} − w_j| + β‖w‖₁.
func twoStrengths(alpha, beta float64) toolkit.Proxable {
	return calculus.Sum{
		calculus.Scaled{C: alpha, Of: prox.Fused{Lambda: 1, Mix: 1}}, calculus.Scaled{C: beta, Of: prox.L1{Lambda: 1}},
	}
}

// TestGridIsItsModels: each model and each error of a grid are those of its λ, μ and penalty alone, and no number of
// processors changes a bit.
func TestGridIsItsModels(t *testing.T) {
	for _, c := range []fit.Linear{
		{Penalty: prox.L1{Lambda: 1}, Intercept: true, Standardize: true},
		{Loss: loss.Logistic{}, Penalty: prox.L1{Lambda: 1, Weights: []float64{0, 1, 1, 1, 1, 1}}},
		{Loss: loss.Logistic{}, Mu: 1},
		{Penalty: twoStrengths(1, 1), Intercept: true, Standardize: true},
		{Loss: loss.Quantile{Tau: 0.3}, Penalty: twoStrengths(1, 1)},
	} {
		c.Tol, c.Seed = 1e-11, 3
		data := sample(&c, 50, 6, 3)
		p := ready(t, c, data)
		grid := choose.Grid{choose.RidgePath([]float64{0.3, 0.1}), choose.RidgePath([]float64{0.03})}
		if _, two := c.Penalty.(calculus.Sum); two {
			grid = choose.Product([]float64{0.2, 0.05}, []float64{0.1, 0.01}, c.Mu, twoStrengths)
		} else if c.Penalty != nil {
			grid = choose.ElasticNet([]float64{0.1, 0.03}, []float64{1, 0.5, 0.1})
		}
		folds, err := choose.Split(p, choose.Splits{Folds: 3})
		if err != nil {
			t.Fatal(err)
		}
		v, err := choose.Validate(t.Context(), p, grid, folds)
		if err != nil {
			t.Fatal(err)
		}
		before := runtime.GOMAXPROCS(1)
		w, err := choose.Validate(t.Context(), p, grid, folds)
		runtime.GOMAXPROCS(before)
		if err != nil || !floats.Equal(v.Error, w.Error) {
			t.Errorf("one processor gives other errors: %v, %v", v.Error, w.Error)
		}
		at := 0
		for _, path := range grid {
			models, err := p.Follow(t.Context(), path)
			if err != nil {
				t.Fatal(err)
			}
			for k, s := range path {
				alone := c
				if alone.Lambda, alone.Mu = s.Lambda, s.Mu; s.Penalty != nil {
					alone.Penalty = s.Penalty
				}
				want, err := alone.Fit(t.Context(), data)
				if err != nil || math.Abs(models[k].Objective-want.Objective) > 1e-9*want.Objective || models[k].Mu != s.Mu {
					t.Errorf("%+v: P = %.12g, alone %.12g; error %v", s, models[k].Objective, want.Objective, err)
				}
				of, err := alone.CrossValidate(t.Context(), data, []float64{s.Lambda}, 3)
				if err != nil || math.Abs(of.Error[0]-v.Error[at]) > 1e-5*of.Error[0] || v.Mus[at] != s.Mu {
					t.Errorf("%+v: error %g, alone %g; %v", s, v.Error[at], of.Error[0], err)
				}
				at++
			}
		}
	}
}

// TestOneStdErrorStaysOnItsPath: the rule of one standard error compares with models of the same path.
func TestOneStdErrorStaysOnItsPath(t *testing.T) {
	t.Parallel()
	c := fit.Linear{Penalty: prox.L1{Lambda: 1}, Seed: 1}
	p := ready(t, c, sample(&c, 50, 6, 3))
	folds, err := choose.Split(p, choose.Splits{Folds: 5})
	if err != nil {
		t.Fatal(err)
	}
	lambdas := []float64{1, 0.5, 0.2, 0.1, 0.05}
	grid := choose.Grid{choose.LambdaPath([]float64{0.45}, 0.05), choose.LambdaPath(lambdas, 0)}
	v, err := choose.Validate(t.Context(), p, grid, folds)
	if err != nil {
		t.Fatal(err)
	}
	near := v.Error[v.Best] + v.StdError[v.Best]
	want := 1
	for v.Error[want] > near {
		want++
	}
	if v.Error[0] > near || v.Best < 1 || v.OneStdError != want || v.Begins[1] != 1 {
		t.Errorf("best %d, within one standard error %d: %v", v.Best, v.OneStdError, v.Error)
	}
}

func TestGridRefuses(t *testing.T) {
	t.Parallel()
	c := fit.Linear{Penalty: prox.L1{Lambda: 1}}
	p := ready(t, c, sample(&c, 20, 3, 3))
	for _, g := range []struct {
		path []choose.Strength
		says string
	}{
		{nil, "nothing to choose from"},
		{choose.RidgePath([]float64{1}), "λ = 0"},
		{choose.LambdaPath([]float64{1}, -1), "μ = -1"},
	} {
		if _, err := p.Follow(t.Context(), g.path); err == nil || !strings.Contains(err.Error(), g.says) {
			t.Errorf("%v: %v", g.path, err)
		}
	}
}
