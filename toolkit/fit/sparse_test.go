package fit_test

import (
	"context"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// regressions need features 0 to 2 in every task.
func regressions(rng *rand.Rand, d int, sizes ...int) (out []fit.Examples) {
	for range sizes {
		out = append(out, fit.Examples{})
	}
	for t, n := range sizes {
		x := linalg.NewDense(n, d, nil)
		w := []float64{1 + rng.Float64(), -1 - rng.Float64(), 0.5}
		var y []float64
		for i := range n {
			row := x.Row(i)
			for j := range row {
				row[j] = rng.NormFloat64()
			}
			y = append(y, floats.Dot(row[:3], w)+0.1*rng.NormFloat64())
		}
		out[t] = fit.Examples{X: x, Y: y}
	}
	return out
}

func TestSparseFindsTheFeatures(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 41))
	from := fit.Candidates{Shares: fit.Geometric(1, 0.01, 20), Ridges: []float64{0, 1e-3}}
	for _, sizes := range [][]int{{40}, {30, 50, 20}} {
		train, held, fresh := regressions(rng, 60, sizes...), []fit.Examples{}, []fit.Examples{}
		for k, e := range train { // the last half is held out, and a part of that is fresh
			x := e.X.(*linalg.Dense)
			part := func(lo, hi int) fit.Examples {
				return fit.Examples{X: linalg.NewDense(hi-lo, x.C, x.Data[lo*x.C:hi*x.C]), Y: e.Y[lo:hi]}
			}
			half := x.R / 2
			train[k] = part(0, half)
			held = append(held, part(half, half+half/2))
			fresh = append(fresh, part(half+half/2, x.R))
		}
		choice, err := fit.Sparse{}.HoldOut(t.Context(), from, train, held)
		if err != nil {
			t.Fatal(err)
		}
		for _, j := range []int{0, 1} {
			if !containsInt(choice.Model.Selected(), j) {
				t.Errorf("%v examples: feature %d was not selected: %v", sizes, j, choice.Model.Selected())
			}
		}
		if e := fit.MeanSquaredError(choice.Weights, held...); math.Abs(e-choice.Error) > 1e-12 {
			t.Errorf("reports an error of %g, it is %g", choice.Error, e)
		}
		if e := fit.MeanSquaredError(choice.Weights, fresh...); e > 0.5 {
			t.Errorf("%v examples: error %g on fresh ones", sizes, e)
		}
		crossed, err := fit.Sparse{}.CrossValidate(t.Context(), from, 5, 1, train...)
		if err != nil {
			t.Fatal(err)
		}
		again, err := fit.Sparse{}.CrossValidate(t.Context(), from, 5, 1, train...)
		if err != nil || crossed.Error != again.Error || crossed.Share != again.Share {
			t.Errorf("two runs gave %g at %g and %g at %g, error %v", crossed.Error, crossed.Share, again.Error, again.Share, err)
		}
		if !containsInt(crossed.Model.Selected(), 0) || crossed.Model.Gap > 1e-6*crossed.Model.Objective {
			t.Errorf("cross-validation: %v, gap %g", crossed.Model.Selected(), crossed.Model.Gap)
		}
	}
}

func containsInt(all []int, v int) bool {
	for _, a := range all {
		if a == v {
			return true
		}
	}
	return false
}

// TestDebias agrees with the normal equations, with more features than examples and with fewer.
func TestDebias(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(2, 41))
	for _, support := range [][]int{{1}, {0, 2, 5}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17}} {
		tasks := regressions(rng, 20, 9, 12)
		ridges := []float64{1e-3, 0.5}
		got, err := fit.Debias(support, ridges, tasks...)
		if err != nil {
			t.Fatal(err)
		}
		for r, rho := range ridges {
			for k, e := range tasks {
				x := e.X.(*linalg.Dense)
				n, s := x.R, len(support)
				z := mat.NewDense(n, s, nil)
				for i := range n {
					for c, j := range support {
						z.Set(i, c, x.At(i, j))
					}
				}
				var gram, right mat.Dense
				gram.Mul(z.T(), z)
				for c := range s {
					gram.Set(c, c, gram.At(c, c)+rho*float64(n))
				}
				right.Mul(z.T(), mat.NewDense(n, 1, e.Y))
				var w mat.Dense
				if err := w.Solve(&gram, &right); err != nil {
					t.Fatal(err)
				}
				for c, j := range support {
					if math.Abs(got[r][j*2+k]-w.At(c, 0)) > 1e-8 {
						t.Fatalf("support %v, ρ = %g: weight %d is %g, want %g", support, rho, j, got[r][j*2+k], w.At(c, 0))
					}
				}
			}
		}
	}
	if w, err := fit.Debias(nil, []float64{0}, regressions(rng, 4, 3)...); err != nil || floats.Norm(w[0], 1) != 0 {
		t.Errorf("no features: %v, error %v", w, err)
	}
}

func TestSparseBounds(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 41))
	e := regressions(rng, 6, 12)[0]
	most, err := fit.Sparse{}.LambdaMax(e)
	if err != nil {
		t.Fatal(err)
	}
	above, err := fit.Sparse{}.Fit(t.Context(), most*1.0001, e)
	below, err2 := fit.Sparse{}.Fit(t.Context(), most*0.9999, e)
	if err != nil || err2 != nil || len(above.Selected()) != 0 || len(below.Selected()) != 1 {
		t.Errorf("around λ_max: %v and %v, errors %v, %v", above.Selected(), below.Selected(), err, err2)
	}
	grouped := fit.Sparse{Groups: [][]int{{0, 3}, {1, 2}, {4, 5}}, Weights: []float64{1, 2, 1}, Mu: 0.1}
	models, err := grouped.Path(t.Context(), fit.Geometric(most, 0.01, 5), e)
	if err != nil || len(models) != 5 {
		t.Fatal(err)
	}
	for _, m := range models {
		if s := m.Selected(); len(s)%2 != 0 || m.Gap > 1e-6*m.Objective || m.Status != solver.Converged {
			t.Errorf("groups: %v selected, gap %g, %s", s, m.Gap, m.Status)
		}
	}
	constant := fit.Examples{X: e.X, Y: make([]float64, 12)}
	if m, err := (fit.Sparse{}).Fit(t.Context(), 0.1, constant); err != nil || len(m.Selected()) != 0 {
		t.Errorf("targets of 0: %v, error %v", m, err)
	}
	one := fit.Examples{X: linalg.NewDense(1, 2, []float64{0, 2}), Y: []float64{3}}
	if m, err := (fit.Sparse{}).Fit(t.Context(), 1, one); err != nil || m.Weights[0] != 0 || math.Abs(m.Weights[1]-1.25) > 1e-6 {
		t.Errorf("one example with a column of zeros: %v, error %v", m, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if m, err := (fit.Sparse{}).Fit(ctx, most/10, e); err == nil || m == nil {
		t.Errorf("a canceled fit gave %v, error %v", m, err)
	}
}

func TestSparseRefuses(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(4, 41))
	good := regressions(rng, 6, 5)[0]
	nan := regressions(rng, 6, 5)[0]
	nan.X.(*linalg.Dense).Data[8] = math.NaN()
	for name, c := range map[string]struct {
		fit   fit.Sparse
		tasks []fit.Examples
		says  string
	}{
		"no examples":      {fit.Sparse{}, nil, "no examples"},
		"NaN":              {fit.Sparse{}, []fit.Examples{nan}, "NaN"},
		"lengths":          {fit.Sparse{}, []fit.Examples{{good.X, good.Y[:3]}}, "3 targets"},
		"other features":   {fit.Sparse{}, []fit.Examples{good, regressions(rng, 7, 5)[0]}, "task 1"},
		"groups of tasks":  {fit.Sparse{Groups: [][]int{{0}}}, []fit.Examples{good, good}, "groups"},
		"repeated column":  {fit.Sparse{Groups: [][]int{{0, 1}, {1, 2, 3, 4, 5}}}, []fit.Examples{good}, "coordinate 1"},
		"out of range":     {fit.Sparse{Groups: [][]int{{0, 6}}}, []fit.Examples{good}, "coordinate 6"},
		"empty group":      {fit.Sparse{Groups: [][]int{{}}}, []fit.Examples{good}, "empty"},
		"negative weight":  {fit.Sparse{Weights: []float64{1, 1, -1, 1, 1, 1}}, []fit.Examples{good}, "-1"},
		"too few weights":  {fit.Sparse{Weights: []float64{1}}, []fit.Examples{good}, "1 weights"},
		"negative μ":       {fit.Sparse{Mu: -0.1}, []fit.Examples{good}, "μ = -0.1"},
		"infinite targets": {fit.Sparse{}, []fit.Examples{{good.X, []float64{1, 2, math.Inf(1), 4, 5}}}, "target 2"},
	} {
		if _, err := c.fit.Fit(t.Context(), 0.1, c.tasks...); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	for _, lambda := range []float64{0, -1, math.NaN(), math.Inf(1)} {
		if _, err := (fit.Sparse{}).Fit(t.Context(), lambda, good); err == nil && !math.IsInf(lambda, 1) {
			t.Errorf("λ = %g was accepted", lambda)
		}
	}
	for name, from := range map[string]fit.Candidates{"none": {}, "rising": {Shares: []float64{0.1, 0.2}}, "ridge": {Shares: []float64{0.1}, Ridges: []float64{-1}}} {
		if _, err := (fit.Sparse{}).HoldOut(t.Context(), from, []fit.Examples{good}, []fit.Examples{good}); err == nil {
			t.Errorf("candidates %s were accepted", name)
		}
	}
	if _, err := (fit.Sparse{}).CrossValidate(t.Context(), fit.Candidates{Shares: []float64{0.1}}, 9, 1, good); err == nil {
		t.Error("more folds than examples were accepted")
	}
}

func TestDenoise(t *testing.T) {
	t.Parallel()
	y := []float64{0, 0, 1, 1, 0, 0.1, 1, 0.9}
	image, objective, gap, err := fit.Denoise(y, 2, 4, 0.05, 1e-10)
	if err != nil || gap > 1e-10*objective {
		t.Fatalf("gap %g of %g, error %v", gap, objective, err)
	}
	truth := []float64{0, 0, 1, 1, 0, 0, 1, 1}
	if before, after := fit.PSNR(y, truth, 1), fit.PSNR(image, truth, 1); after < before-3 || math.Abs(before-10*math.Log10(8/0.02)) > 1e-9 {
		t.Errorf("%g dB became %g dB", before, after)
	}
	if image, _, _, err := fit.Denoise([]float64{0.3}, 1, 1, 2, 0); err != nil || image[0] != 0.3 {
		t.Errorf("one pixel became %v, error %v", image, err)
	}
	if !math.IsInf(fit.PSNR(y, y, 1), 1) {
		t.Error("equal images have a finite ratio")
	}
	for name, c := range map[string]struct {
		y          []float64
		rows, cols int
		lambda     float64
		says       string
	}{
		"NaN": {[]float64{0, math.NaN()}, 1, 2, 1, "(0, 1)"}, "shape": {y, 3, 3, 1, "3 × 3"}, "empty": {nil, 0, 0, 1, "0 × 0"}, "negative λ": {y, 2, 4, -1, "λ = -1"},
	} {
		if _, _, _, err := fit.Denoise(c.y, c.rows, c.cols, c.lambda, 0); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}
