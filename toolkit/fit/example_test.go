package fit_test

import (
	"context"
	"fmt"
	"math"

	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// The target follows the first feature; the second is a distraction. The lasso finds that, and shrinks; ridge
// regression on what was selected takes the shrinkage back.
func ExampleDebias() {
	x := linalg.NewDense(4, 2, []float64{1, 1, 2, -1, 3, -1, 4, 1})
	data := fit.Data{X: x, Y: []float64{2, 4, 6, 8}}
	m, err := fit.Linear{Penalty: prox.L1{Lambda: 1}, Lambda: 1.5}.Fit(context.Background(), data)
	if err != nil {
		fmt.Println(err)
		return
	}
	debiased, _ := fit.Debias(data, m.Selected(), []float64{0})
	fmt.Printf("selected %v, weight %.2f, debiased %.2f\n", m.Selected(), m.Weights[0], debiased[0][0])
	// Output: selected [0], weight 1.80, debiased 2.00
}

// The price follows size and age; the certificate bounds how far the objective is from the minimum.
func ExampleLinear() {
	x := linalg.NewDense(6, 3, []float64{50, 10, 1, 80, 30, 2, 120, 5, 1, 60, 50, 3, 100, 20, 2, 90, 40, 1})
	data := fit.Data{X: x, Y: []float64{195, 250, 437, 150, 340, 262}, FeatureNames: []string{"size", "age", "noise"}}
	c := fit.Linear{Penalty: prox.L1{Lambda: 1}, Lambda: 5, Intercept: true, Standardize: true}
	m, err := c.Fit(context.Background(), data)
	if err != nil {
		fmt.Println(err)
		return
	}
	for j, name := range m.FeatureNames {
		fmt.Printf("%s %.2f\n", name, m.Weights[j])
	}
	fmt.Printf("%s by %s, gap below 1e-6 of the objective: %v\n", m.Status, m.Method, m.Gap <= 1e-6*m.Objective)
	// Output:
	// size 3.12
	// age -1.82
	// noise 0.00
	// converged by coordinate-descent, gap below 1e-6 of the objective: true
}

// Three labels, one column of weights each, and one number that makes their matrix of low rank.
func ExampleLinear_classes() {
	x := linalg.NewDense(6, 2, []float64{1, 0, 2, 0.1, 0, 1, 0.2, 2, -1, -1, -2, -1.5})
	data := fit.Data{X: x, Y: []float64{1, 1, 2, 2, 3, 3}}
	m, err := fit.Linear{
		Loss:    loss.Multinomial{},
		Penalty: prox.TraceNorm{Lambda: 1},
		Lambda:  0.05,
	}.Fit(
		context.Background(),
		data,
	)
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := m.Predict(linalg.NewDense(1, 2, []float64{0, 3}), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("rank %d, label %g with probability %.2f\n", *m.Rank, p.Labels[0], p.Probabilities.At(0, 1))
	// Output: rank 2, label 2 with probability 1.00
}

// A path of λ, and ten folds to choose from it.
func ExampleLinear_CrossValidate() {
	x, y := linalg.NewDense(40, 2, nil), make([]float64, 40)
	for i := range y {
		x.Row(i)[0], x.Row(i)[1] = math.Sin(float64(i)), math.Cos(float64(7*i))
		y[i] = 2*x.At(i, 0) + 0.1*math.Sin(float64(31*i))
	}
	c := fit.Linear{Penalty: prox.L1{Lambda: 1}}
	v, err := c.CrossValidate(context.Background(), fit.Data{X: x, Y: y}, []float64{1, 0.3, 0.1, 0.03, 0.01, 0.003}, 10)
	fmt.Printf("least error at λ = %g, error %v\n", v.Lambdas[v.Best], err)
	// Output: least error at λ = 0.003, error <nil>
}

// An edge survives, noise does not.
func ExampleDenoise() {
	image, _, _, err := fit.Denoise([]float64{0.1, -0.1, 1.1, 0.9}, 1, 4, 0.1, 1e-12)
	fmt.Printf("%.2f, error %v\n", image, err)
	// Output: [0.05 0.05 0.95 0.95], error <nil>
}
