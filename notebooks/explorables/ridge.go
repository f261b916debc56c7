package explorables

import (
	"context"
	"fmt"
	"sync"

	"github.com/proxlab/proxlab/datasets/dataset"
	"github.com/proxlab/proxlab/datasets/generate"
	"github.com/proxlab/proxlab/figures/explore"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/gradient"
)

// Ridge is a lasso with a small strictly convex term: μ against the iterations it saves, the features that come in,
// and the error of prediction.
var Ridge = explore.Explorable{
	Name: "explore-ridge", Title: "Move μ: iterations fall, features appear",
	Subtitle: "synthetic data, 32 examples of 100 features, of which 3 matter",
	Controls: []explore.Control{
		{
			Kind: explore.Slider, Name: "alpha", Label: "α = 2μ/a, a the largest curvature", Min: 1e-4, Max: 1, Step: 0.05,
			Log: true, Start: 0.01,
		},
		{
			Kind: explore.Slider, Name: "lambda", Label: "λ/λ_max", Min: 0.02, Max: 0.9, Step: 0.05, Log: true, Start: 0.1,
		},
	},
	Answer: answerRidge,
}

// ridgeProblem is data to learn from and to test on, and the largest eigenvalue a of XᵀX/n.
type ridgeProblem struct {
	train, test *dataset.TaskSet
	a, most     float64
}

var ridgeData = sync.OnceValue(func() *ridgeProblem {
	train, _, test := generate.SharedFeatures(generate.SharedFeaturesConfig{
		Tasks: 1, Features: 100, Relevant: 3, Train: 32, Test: 200, Noise: 0.1, Seed: 1,
	})
	d := &ridgeProblem{train: train, test: test}
	_, d.a = linalg.SquaredNorm(train.X)
	d.a /= float64(len(train.Y))
	d.most = solver.NewProblem(train.X, loss.Squared{Y: train.Y}, prox.L1{Lambda: 1}).LambdaMax()
	return d
})

const (
	ridgeTol  = 1e-4 // of ‖f − f⁻‖/‖f‖
	ridgeMost = 2000 // iterations
)

// ridgeCourse is where an iteration comes to, by what changes, in how many iterations.
type ridgeCourse struct {
	w, change []float64
	iter      int
}

// withoutRidge keeps the course without μ while the reader moves μ; the key is λ.
var withoutRidge = explore.Last[float64, ridgeCourse]{
	Make: func(ctx context.Context, lambda float64) (ridgeCourse, error) {
		return solveRidge(ctx, ridgeData(), 0, lambda)
	},
}

// solveRidge iterates with the optimal fixed step of the paper's Proposition, σ = a/2 + μ.
func solveRidge(ctx context.Context, d *ridgeProblem, alpha, lambda float64) (c ridgeCourse, err error) {
	mu := alpha / 2 * d.a
	reg := prox.L1{Lambda: lambda}
	p := solver.NewProblem(d.train.X, loss.Squared{Y: d.train.Y}, prox.Ridge{Mu: mu, Inner: reg})
	method := gradient.IterativeProjection{Step: gradient.OptimalStep(d.a, 0, mu), CheckEvery: ridgeMost + 1}
	c.w = make([]float64, p.Dim())
	for st, err := range method.Iterations(ctx, gradient.WithRidge{P: p}) {
		if err != nil {
			return c, err
		}
		c.change, c.iter = append(c.change, st.Change), st.Iter
		if st.Change < ridgeTol || st.Iter == ridgeMost {
			st.X(c.w)
			break
		}
	}
	return c, nil
}

func answerRidge(ctx context.Context, v explore.Values) (a explore.Answer, err error) {
	d := ridgeData()
	alpha, lambda := v.Numbers["alpha"], v.Numbers["lambda"]*d.most
	course, weights := make([]explore.Series, 2), make([]explore.Series, 2)
	before, err := withoutRidge.Of(ctx, lambda)
	if err != nil {
		return a, err
	}
	after, err := solveRidge(ctx, d, alpha, lambda)
	if err != nil {
		return a, err
	}
	for k, c := range []ridgeCourse{before, after} {
		at := float64(k) * alpha
		name := fmt.Sprintf("α = %.3g", at)
		course[k].Name, weights[k] = name, explore.Series{Name: name, Dots: true}
		for i, v := range c.change {
			course[k].X, course[k].Y = append(course[k].X, float64(i+1)), append(course[k].Y, v)
		}
		for j, x := range c.w {
			if x != 0 {
				weights[k].X, weights[k].Y = append(weights[k].X, float64(j+1)), append(weights[k].Y, x)
			}
		}
		f := make([]float64, len(d.test.Y))
		d.test.X.MulVec(f, c.w)
		wrong := 0.
		for i, y := range d.test.Y {
			wrong += (f[i] - y) * (f[i] - y) / float64(len(f))
		}
		a.Facts = append(a.Facts, explore.Fact{Name: name + ": iterations", Value: float64(c.iter)},
			explore.Fact{Name: "features", Value: float64(nonzero(c.w))}, explore.Fact{Name: "test error", Value: wrong})
		if c.iter == ridgeMost {
			a.Said = append(a.Said, fmt.Sprintf("%s was stopped after %d iterations.", name, ridgeMost))
		}
	}
	a.Columns = 2
	a.Panels = []explore.Panel{
		{
			Title: "the iteration", X: explore.Axis{Label: "iteration", Log: true, Min: 1, Max: ridgeMost},
			Y: explore.Axis{Label: "‖f − f⁻‖/‖f‖", Log: true, Min: ridgeTol / 2, Max: 1}, Series: course,
		},
		{
			Title: "the features chosen; 1 to 3 matter", X: explore.Axis{Label: "feature", Min: 0, Max: 101},
			Y: explore.Axis{Label: "weight"}, Series: weights,
		},
	}
	return a, nil
}
