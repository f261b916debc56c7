package fit

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// TestCompressedFolds: what is learnt from second moments is what is learnt from the examples themselves, with means
// far from 0, units of any size, a constant feature, two that are one, weights, a ridge, dense and sparse.
func TestCompressedFolds(t *testing.T) {
	t.Parallel()
	const n, d = 240, 6
	rng := rand.New(rand.NewPCG(8, 9))
	x, y, weights, in := linalg.NewDense(n, d, nil), make([]float64, n), make([]float64, n), []int(nil)
	for i := range n {
		row := x.Row(i)
		for j := range row {
			row[j] = math.Pow(10, float64(j-2)) * (5 + rng.NormFloat64())
		}
		row[4], row[5] = 7, row[1]
		y[i] = 100 + row[0]*20 - row[2] + rng.NormFloat64()
		if weights[i] = float64(1 + i%3); i%5 > 0 {
			in = append(in, i)
		}
	}
	lasso := prox.L1{Lambda: 1}
	group := prox.L21{Lambda: 1, Groups: [][]int{{0, 1, 5}, {2, 3}, {4}}}
	for name, c := range map[string]Linear{
		"lasso":                    {Penalty: lasso, Lambda: 0.05},
		"an intercept":             {Penalty: lasso, Lambda: 0.05, Intercept: true},
		"an intercept and scales":  {Penalty: lasso, Lambda: 0.05, Intercept: true, Standardize: true},
		"scales":                   {Penalty: lasso, Lambda: 0.05, Standardize: true},
		"an elastic net":           {Penalty: lasso, Lambda: 0.02, Mu: 0.1, Intercept: true, Standardize: true},
		"groups":                   {Penalty: group, Lambda: 0.05, Intercept: true, Standardize: true},
		"a ridge":                  {Mu: 0.1, Intercept: true},
		"a penalty of some alone":  {Penalty: prox.L1{Lambda: 1, Weights: []float64{1, 1, 0, 1, 1, 1}}, Lambda: 0.05},
		"a smooth loss of classes": {Loss: loss.Logistic{}, Penalty: lasso, Lambda: 0.01},
	} {
		for kind, data := range map[string]Data{
			"dense": {X: x, Y: y}, "sparse": {X: linalg.ToCSR(x), Y: y}, "weights": {X: x, Y: y, Weights: weights},
		} {
			if c.Loss != nil {
				data.Y = make([]float64, n)
				for i := range y {
					data.Y[i] = float64(i % 2)
				}
			}
			c.Tol = 1e-10
			compareFolds(t, name+", "+kind, c, data, in)
		}
	}
}

// compareFolds learns from some examples both ways.
func compareFolds(t *testing.T, name string, c Linear, data Data, in []int) {
	t.Helper()
	p, err := c.Prepare(data)
	if err != nil {
		t.Fatal(name, err)
	}
	if p.few != nil && !p.in.squares() { // as Trials does
		if _, err := p.ready(); err != nil {
			t.Fatal(name, err)
		}
	}
	train, complete, err := p.trainingOn(c, in, nil)
	if err != nil {
		t.Fatal(name, err)
	}
	if compressed := train.in.n == p.in.d+1; compressed != (c.Loss == nil && (p.made == nil || p.made.penalized == nil)) {
		t.Errorf("%s: learns from %d examples", name, train.in.n)
	}
	got, err := train.Fit(t.Context())
	if err != nil {
		t.Fatal(name, err)
	}
	complete(got)
	want, err := c.Fit(t.Context(), data.Pick(in))
	if err != nil {
		t.Fatal(name, err)
	}
	if math.Abs(got.Objective-want.Objective) > 1e-8*want.Objective {
		t.Errorf("%s: objective %.12g, of the examples %.12g", name, got.Objective, want.Objective)
	}
	one, err := got.Predict(data.X, nil)
	if err != nil {
		t.Fatal(name, err)
	}
	two, err := want.Predict(data.X, nil)
	if err != nil {
		t.Fatal(name, err)
	}
	for i, f := range two.Scores.Data {
		if math.Abs(one.Scores.Data[i]-f) > 1e-4*(1+math.Abs(f)) {
			t.Fatalf("%s: example %d is predicted %g, by the examples %g", name, i, one.Scores.Data[i], f)
		}
	}
}
