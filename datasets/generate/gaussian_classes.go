package generate

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/datasets/dataset"
	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// GaussianClassesConfig describes classes that are normal clouds of one shape.
type GaussianClassesConfig struct {
	Features, Classes int
	Train, Test       int     // examples of each class
	Correlation       float64 // ρ: the covariance is σ² ρ^|i−j|
	Seed              uint64
}

// PaperClasses has the sizes of Dudik, Harchaoui and Malick (AISTATS 2012), section 4.1, with as many test examples as
// training examples.
var PaperClasses = GaussianClassesConfig{Features: 250, Classes: 500, Train: 10, Test: 10, Correlation: 0.9, Seed: 1}

// GaussianClasses draws the classes: means of ±1 in the first fifth of the features and 0 elsewhere, and covariance σ²
// ρ^|i−j| with σ such that two means are 3σ apart on average.
//
// Source: Dudik, Harchaoui, Malick, Lifted Coordinate Descent for Learning with Trace-Norm Regularization, AISTATS
// 2012, section 4.1.
func GaussianClasses(c GaussianClassesConfig) *dataset.Classes {
	rng := rand.New(rand.NewPCG(c.Seed, 41))
	active := max(1, c.Features/5)
	means := make([][]float64, c.Classes)
	for y := range means {
		means[y] = make([]float64, active)
		for j := range means[y] {
			means[y][j] = float64(2*rng.IntN(2) - 1)
		}
	}
	var total float64
	for y := range means {
		for z := range y {
			total += floats.Distance(means[y], means[z], 2)
		}
	}
	sigma := 1.
	if pairs := c.Classes * (c.Classes - 1) / 2; total > 0 {
		sigma = total / float64(pairs) / 3
	}
	draw := func(each int) dataset.Labelled {
		n := each * c.Classes
		out := dataset.Labelled{X: linalg.NewDense(n, c.Features, nil), Y: make([]int, n)}
		for i := range n {
			out.Y[i] = i % c.Classes
			row := out.X.Row(i)
			correlated(rng, row, sigma, c.Correlation)
			floats.Add(row[:active], means[out.Y[i]])
		}
		return out
	}
	out := &dataset.Classes{K: c.Classes, Train: draw(c.Train), Test: draw(c.Test)}
	out.Source = source.Generated("gaussian-classes", dataset.Digest(out.Train, out.Test))
	return out
}

// correlated fills row with normal numbers of standard deviation sigma and correlation ρ^|i−j|.
func correlated(rng *rand.Rand, row []float64, sigma, rho float64) {
	for j := range row {
		z := sigma * rng.NormFloat64()
		if j > 0 {
			z = rho*row[j-1] + math.Sqrt(1-rho*rho)*z
		}
		row[j] = z
	}
}
