package fit_test

import (
	"context"
	"fmt"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/fit/choose"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/prox/calculus"
)

// Twelve features, of which the first two matter: what follows chooses a model and tells how good the choice is.
func prepared() (*fit.Prepared, []float64) {
	p, err := fit.Linear{Penalty: prox.L1{Lambda: 1}, Intercept: true, Seed: 1}.Prepare(signals(60, 12, 2, 1, 4))
	if err != nil {
		panic(err)
	}
	top, _ := p.LambdaMax()
	return p, fit.Geometric(top, 0.01, 20)
}

// An elastic net over λ and its share of ℓ1, by three dealings of five folds.
func Example_validate() {
	p, lambdas := prepared()
	folds, err := choose.Split(p, choose.Splits{Folds: 5, Repeats: 3})
	v, err2 := choose.Validate(context.Background(), p, choose.ElasticNet(lambdas, []float64{1, 0.5}), folds)
	fmt.Printf("%d folds, %d models each, errors %v, %v\n", len(folds), len(v.Lambdas), err, err2)
	fmt.Printf("least error with an ℓ1 ratio of %.1f\n", v.Lambdas[v.Best]/(v.Lambdas[v.Best]+v.Mus[v.Best]))
	// Output:
	// 15 folds, 40 models each, errors <nil>, <nil>
	// least error with an ℓ1 ratio of 1.0
}

// Folds that learn from the past, and are judged by what comes next.
func Example_split() {
	p, _ := prepared()
	day := make([]float64, 60)
	for i := range day {
		day[i] = float64(i)
	}
	folds, err := choose.Split(p, choose.Splits{Folds: 3, Order: day})
	for _, f := range folds {
		fmt.Printf("%d days, then %d\n", len(f.Train), len(f.Test))
	}
	fmt.Println(err)
	// Output:
	// 15 days, then 15
	// 30 days, then 15
	// 45 days, then 15
	// <nil>
}

// The model of a path with the least extended BIC.
func ExamplePrepared_Criteria() {
	p, lambdas := prepared()
	path, _ := p.Path(context.Background(), lambdas)
	best := path[0]
	for _, m := range path {
		c, _ := p.Criteria(context.Background(), m)
		if b, _ := p.Criteria(context.Background(), best); c.EBIC < b.EBIC {
			best = m
		}
	}
	df, err := p.Degrees(context.Background(), best)
	fmt.Printf("features %v, %.0f degrees of freedom with the intercept, %v\n", best.Selected(), df, err)
	// Output: features [0 1], 3 degrees of freedom with the intercept, <nil>
}

// Features that enter early on most halves of the data, with one mistake expected at most.
func Example_stability() {
	p, _ := prepared()
	s, err := choose.Stability{Errors: 1, Threshold: 0.75}.Select(context.Background(), p)
	fmt.Printf("features %v, at most %.2f mistakes expected, %v\n", s.Selected, s.Bound, err)
	// Output: features [0 1], at most 0.67 mistakes expected, <nil>
}

// The error of the whole procedure, the choice of λ included.
func Example_nested() {
	ctx := context.Background()
	p, _ := prepared()
	outer, _ := choose.Split(p, choose.Splits{Folds: 4})
	n, err := choose.Nested{
		Inner: choose.Splits{Folds: 5},
		Grid: func(train choose.Learner) (choose.Grid, error) {
			_, top, err := train.LambdaMaxBetween(ctx)
			return choose.Grid{choose.LambdaPath(fit.Geometric(top, 0.01, 20), 0)}, err
		},
	}.Judge(ctx, p, outer)
	fmt.Printf("%s %.1f ± %.1f of %d choices, %v\n", n.Measure, n.Error, n.StdError, len(n.Chosen), err)
	// Output: mean squared error 1.7 ± 0.5 of 4 choices, <nil>
}

// A grid over two strengths, of differences and of sizes of neighbouring weights.
func Example_twoStrengths() {
	ctx := context.Background()
	p, _ := prepared()
	grid := choose.Product([]float64{1, 0.1, 0.01}, []float64{0.3, 0.1}, 0, func(alpha, beta float64) toolkit.Proxable {
		return calculus.Sum{prox.Fused{Lambda: alpha, Mix: 1}, prox.L1{Lambda: beta}}
	})
	folds, _ := choose.Split(p, choose.Splits{Folds: 5})
	v, err := choose.Validate(ctx, p, grid, folds)
	fmt.Printf("the least of %d errors is %.2f, at place %d, %v\n", len(v.Error), v.Error[v.Best], v.Best, err)
	models, err := p.Follow(ctx, grid[v.Best/3])
	fmt.Printf("features %v, %v\n", models[v.Best%3].Selected(), err)
	// Output:
	// the least of 6 errors is 1.41, at place 4, <nil>
	// features [0 1 11], <nil>
}

// Intervals of the debiased lasso: the lasso's own weights are shrunk.
func ExamplePrepared_Intervals() {
	p, lambdas := prepared()
	p.Lambda = lambdas[8]
	m, _ := p.Fit(context.Background())
	v, err := p.Intervals(context.Background(), m, 0.95)
	fmt.Printf("weight %.2f, debiased %.2f, ", m.Weights[0], v.Estimate[0])
	fmt.Printf("from %.2f to %.2f, %v\n", v.Low[0], v.High[0], err)
	// Output: weight 0.81, debiased 0.91, from 0.63 to 1.18, <nil>
}
