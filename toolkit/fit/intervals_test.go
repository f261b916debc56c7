package fit_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/fit/inference"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// intervalsOf learns and returns the intervals at 0.95.
func intervalsOf(t *testing.T, c fit.Linear, data fit.Data) *inference.Intervals {
	t.Helper()
	p, m := fitted(t, c, data)
	out, err := p.Intervals(t.Context(), m, 0.95)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// withOnes are features with a column of ones behind.
func withOnes(data fit.Data) *mat.Dense {
	n, d := data.X.Dims()
	out := mat.NewDense(n, d+1, nil)
	for i := range n {
		copy(out.RawRowView(i), data.X.(*linalg.Dense).Row(i))
		out.Set(i, d, 1)
	}
	return out
}

// TestIntervalsOfLeastSquares: estimates and errors are those of the normal equations, and the quantile is Student's:
// 2.0860 for 20 degrees of freedom.
func TestIntervalsOfLeastSquares(t *testing.T) {
	t.Parallel()
	data := signals(25, 4, 2, 1, 5)
	x := withOnes(data)
	var gram, inverse mat.Dense
	gram.Mul(x.T(), x)
	if err := inverse.Inverse(&gram); err != nil {
		t.Fatal(err)
	}
	var right, w, f mat.VecDense
	y := mat.NewVecDense(25, data.Y)
	right.MulVec(x.T(), y)
	w.MulVec(&inverse, &right)
	f.MulVec(x, &w)
	f.SubVec(y, &f)
	sigma := math.Sqrt(mat.Dot(&f, &f) / 20)
	for _, standardize := range []bool{false, true} {
		got := intervalsOf(t, fit.Linear{Intercept: true, Standardize: standardize, Tol: 1e-12}, data)
		for j := range 4 {
			se := sigma * math.Sqrt(inverse.At(j, j))
			if math.Abs(got.Estimate[j]-w.AtVec(j)) > 1e-9 || math.Abs(got.StdError[j]-se) > 1e-9 ||
				math.Abs(got.High[j]-w.AtVec(j)-2.0859634*se) > 1e-6 || math.Abs(got.Sigma-sigma) > 1e-9 {
				t.Errorf("weight %d: %g ± %g up to %g, by the normal equations %g ± %g", j, got.Estimate[j], got.StdError[j],
					got.High[j], w.AtVec(j), se)
			}
		}
	}
}

// TestIntervalsOfLogistic: the estimate is the maximum of the likelihood, and the errors are those of the Hessian by
// finite differences of it, whatever the ridge was.
func TestIntervalsOfLogistic(t *testing.T) {
	t.Parallel()
	data := signals(80, 3, 2, 2, 5)
	for i, y := range data.Y {
		data.Y[i] = math.Copysign(1, y)
	}
	got := intervalsOf(t, fit.Linear{Loss: loss.Logistic{}, Mu: 0.1, Intercept: true, Standardize: true}, data)
	if !strings.Contains(got.Caution, "shrunken by μ = 0.1") || !strings.Contains(got.Theory, "without the ridge") {
		t.Errorf("of the ridge it says %q, and of the theory %q", got.Caution, got.Theory)
	}
	x := withOnes(data)
	likelihood := func(w []float64) (sum float64) {
		for i, y := range data.Y {
			sum -= math.Log1p(math.Exp(-y * floats.Dot(w, x.RawRowView(i))))
		}
		return sum
	}
	// the intercept that goes with these weights, by bisection of the slope
	w := append(append([]float64(nil), got.Estimate...), 0)
	slope := func(j int) float64 {
		const h = 1e-5
		up, down := append([]float64(nil), w...), append([]float64(nil), w...)
		up[j] += h
		down[j] -= h
		return (likelihood(up) - likelihood(down)) / (2 * h)
	}
	lo, hi := -10., 10.
	for range 60 {
		if w[3] = (lo + hi) / 2; slope(3) > 0 {
			lo = w[3]
		} else {
			hi = w[3]
		}
	}
	information := mat.NewDense(4, 4, nil)
	for j := range 4 {
		if s := slope(j); math.Abs(s) > 1e-5 {
			t.Errorf("the likelihood has the slope %g at the estimate, along weight %d", s, j)
		}
		for k := range 4 {
			const h = 1e-4
			at := w[k]
			w[k] = at + h
			up := slope(j)
			w[k] = at - h
			information.Set(j, k, -(up-slope(j))/(2*h))
			w[k] = at
		}
	}
	var inverse mat.Dense
	if err := inverse.Inverse(information); err != nil {
		t.Fatal(err)
	}
	for j := range 3 {
		if se := math.Sqrt(inverse.At(j, j)); math.Abs(got.StdError[j]-se) > 1e-4*se ||
			math.Abs(got.Low[j]-got.Estimate[j]+1.959964*se) > 1e-3*se {
			t.Errorf("weight %d: standard error %g, by differences %g", j, got.StdError[j], se)
		}
	}
}

// TestDebiasedOnOrthogonal: where features are orthogonal the debiased lasso is least squares, whatever the λ.
func TestDebiasedOnOrthogonal(t *testing.T) {
	t.Parallel()
	const n, d = 16, 5
	x, y := linalg.NewDense(n, d, nil), make([]float64, n)
	rng := rand.New(rand.NewPCG(3, 3))
	for i := range n {
		for j, bits := range []int{1, 2, 4, 8, 15} { // columns of a Hadamard matrix
			x.Row(i)[j] = 2
			for b := i & bits; b > 0; b &= b - 1 {
				x.Row(i)[j] = -x.Row(i)[j]
			}
		}
		y[i] = 3*x.Row(i)[0] + rng.NormFloat64()
	}
	c := fit.Linear{Penalty: prox.L1{Lambda: 1}, Lambda: 1, Intercept: true, Tol: 1e-12}
	got := intervalsOf(t, c, fit.Data{X: x, Y: y})
	mean := floats.Sum(y) / n
	residual, spent := make([]float64, n), 1.
	for i, v := range y {
		residual[i] = v - mean
	}
	for j := range d {
		var want float64
		for i := range n {
			want += x.At(i, j) * y[i] / (4 * n)
		}
		if lasso := math.Abs(want) - 0.25; lasso > 0 { // soft thresholding, as ‖x_j‖² = 4n
			spent++
			for i := range n {
				residual[i] -= math.Copysign(lasso, want) * x.At(i, j)
			}
		}
		if math.Abs(got.Estimate[j]-want) > 1e-9 || math.Abs(got.StdError[j]-got.Sigma/(2*math.Sqrt(n))) > 1e-9 {
			t.Errorf("weight %d: %g ± %g, by least squares %g ± %g", j, got.Estimate[j], got.StdError[j], want,
				got.Sigma/(2*math.Sqrt(n)))
		}
	}
	if sigma := floats.Norm(residual, 2) / math.Sqrt(n-spent); math.Abs(got.Sigma-sigma) > 1e-9 {
		t.Errorf("σ = %g, by hand %g", got.Sigma, sigma)
	}
}

// TestDebiasedCovers: of intervals at 0.95 over simulated data with more features than examples about so many hold the
// weight; those of the lasso itself would not.
func TestDebiasedCovers(t *testing.T) {
	t.Parallel()
	const runs, d, few = 8, 30, 2
	held, mean := 0, 0.
	for run := range runs {
		data := signals(28, d, few, 1, uint64(run))
		for i := range data.Y { // some that do not matter follow one that does
			row := data.X.(*linalg.Dense).Row(i)
			for j := few; j < 12; j++ {
				row[j] = 0.8*row[0] + 0.6*row[j]
			}
		}
		got := intervalsOf(t, fit.Linear{Penalty: prox.L1{Lambda: 1}, Lambda: 0.3}, data)
		for j := range d {
			truth := 0.
			if j < few {
				truth = 1
			}
			if got.Low[j] <= truth && truth <= got.High[j] {
				held++
			}
			mean += truth * got.Estimate[j] / (few * runs)
		}
	}
	if share := float64(held) / (runs * d); share < 0.9 || share > 0.99 || mean < 0.7 {
		t.Errorf("%.3f of the intervals hold the weight, and the mean of estimates of 1 is %.3f", share, mean)
	}
}

// TestIntervalsBits: neither a second run nor the number of processors changes a bit, and a context ends it.
func TestIntervalsBits(t *testing.T) {
	c := fit.Linear{Loss: loss.Logistic{}, Penalty: prox.L1{Lambda: 1}, Lambda: 0.05, Intercept: true, Standardize: true}
	data := signals(60, 12, 2, 1, 3)
	for i, y := range data.Y {
		data.Y[i] = math.Copysign(1, y)
	}
	several := intervalsOf(t, c, data)
	before := runtime.GOMAXPROCS(1)
	one := intervalsOf(t, c, data)
	runtime.GOMAXPROCS(before)
	if !floats.Equal(several.Low, one.Low) || !floats.Equal(several.P, one.P) {
		t.Error("one processor gives other intervals")
	}
	p, m := fitted(t, c, data)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := p.Intervals(ctx, m, 0.95); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
}

func TestIntervalsRefuse(t *testing.T) {
	t.Parallel()
	data, labels := signals(20, 4, 2, 1, 3), signals(20, 4, 2, 1, 3)
	separable := signals(20, 2, 2, 0, 3)
	for i, y := range labels.Y {
		labels.Y[i], separable.Y[i] = math.Copysign(1, y), math.Copysign(1, separable.Y[i])
	}
	weighted := data
	weighted.Weights = make([]float64, 20)
	for i := range weighted.Weights {
		weighted.Weights[i] = float64(1 + i%2)
	}
	for _, c := range []struct {
		linear fit.Linear
		data   fit.Data
		says   string
	}{
		{fit.Linear{Mu: 1}, data, "with a ridge"},
		{fit.Linear{Penalty: prox.L1{Lambda: 1}, Lambda: 0.1, Mu: 1}, data, "with a ridge"},
		{fit.Linear{Penalty: prox.L21{Lambda: 1, Groups: prox.Groups{{0, 1}}}, Lambda: 0.1}, data, "not with group"},
		{fit.Linear{Loss: loss.Hinge{}, Mu: 1}, labels, "not for hinge"},
		{fit.Linear{}, weighted, "not with weights"},
		{fit.Linear{}, signals(5, 5, 1, 1, 3), "too few"},
		{fit.Linear{Loss: loss.Logistic{}, Mu: 1}, separable, "separate the labels"},
	} {
		p, m := fitted(t, c.linear, c.data)
		if _, err := p.Intervals(t.Context(), m, 0.95); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", c.says, err)
		}
		if _, err := p.Intervals(t.Context(), m, 1); err == nil {
			t.Error("a level of 1")
		}
	}
}
