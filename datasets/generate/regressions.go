// Package generate makes synthetic data sets, the same for the same seed.
package generate

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"

	"github.com/proxlab/proxlab/datasets/dataset"
	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// SparseRegression draws a regression problem with few relevant features: n examples of d independent standard normal
// features, and targets y_i = a_i1 + … + a_ik + noise·ε_i with ε_i standard normal.
func SparseRegression(n, d, k int, noise float64, seed uint64) (a *linalg.Dense, y []float64) {
	rng := rand.New(rand.NewPCG(seed, 0))
	a, y = linalg.NewDense(n, d, nil), make([]float64, n)
	for i := range y {
		row := a.Row(i)
		for j := range row {
			row[j] = rng.NormFloat64()
			if j < k {
				y[i] += row[j]
			}
		}
		y[i] += noise * rng.NormFloat64()
	}
	return a, y
}

// SharedFeaturesConfig describes regressions that need the same few features.
type SharedFeaturesConfig struct {
	Tasks, Features, Relevant int
	Train, Validation, Test   int // examples of each task
	Noise                     float64
	Seed                      uint64
}

// SharedFeatures draws the three sets. For each task the weights are uniform on [−1, 1] for the first Relevant features
// and 0 elsewhere; the features are uniform on [0, 1], and the targets are ⟨x, w⟩ + Noise·ε with ε standard normal.
//
// Source: Rosasco, Mosci, Santoro, Verri, Villa, Iterative Projection Methods for Structured Sparsity Regularization,
// 2009, section 5.1.
func SharedFeatures(c SharedFeaturesConfig) (train, validation, test *dataset.TaskSet) {
	rng := rand.New(rand.NewPCG(c.Seed, 71))
	weights := make([]float64, c.Tasks*c.Relevant)
	for i := range weights {
		weights[i] = 2*rng.Float64() - 1
	}
	draw := func(each int) *dataset.TaskSet {
		out := &dataset.TaskSet{Tasks: c.Tasks, X: linalg.NewDense(each*c.Tasks, c.Features, nil)}
		for i := range each * c.Tasks {
			task := i % c.Tasks
			row := out.X.Row(i)
			var y float64
			for j := range row {
				row[j] = rng.Float64()
				if j < c.Relevant {
					y += row[j] * weights[task*c.Relevant+j]
				}
			}
			out.Y, out.Task = append(out.Y, y+c.Noise*rng.NormFloat64()), append(out.Task, task)
		}
		out.Source = source.Generated("shared-features", dataset.Digest(dataset.Labelled{X: out.X}))
		return out
	}
	return draw(c.Train), draw(c.Validation), draw(c.Test)
}

// houseSales is how many sales the table of WriteHouses has.
const houseSales = 300

// WriteHouses writes a table to try things on, as CSV with a header: made-up sales of houses with ten features, six of
// which matter for the price (in thousands), and the kind of house (flat, terraced or detached), which depends on its
// size and garden. The same seed gives the same table.
func WriteHouses(w io.Writer, seed uint64) error {
	rng := rand.New(rand.NewPCG(seed, 97))
	out := bufio.NewWriter(w)
	fmt.Fprintln(out, "size,rooms,age,garden,distance,quiet,floor,balcony,parking,noise,kind,price")
	for range houseSales {
		z := make([]float64, 10)
		for j := range z {
			z[j] = rng.NormFloat64()
		}
		z[1] = 0.7*z[0] + 0.5*z[1] // more rooms in larger houses
		z[3] = 0.4*z[0] + 0.9*z[3]
		price := 320 + 60*z[0] + 12*z[1] - 20*z[2] + 15*z[3] - 35*z[4] + 8*z[5] + 25*rng.NormFloat64()
		kind := "flat"
		switch score := z[0] + z[3] + 0.4*rng.NormFloat64(); {
		case score > 1.2:
			kind = "detached"
		case score > -0.3:
			kind = "terraced"
		}
		fmt.Fprintf(out, "%.0f,%.2f,%.0f,%.0f,%.1f,%.2f,%.2f,%.2f,%.2f,%.2f,%s,%.1f\n",
			110+25*z[0], 4+z[1], 30+12*z[2], 200+60*z[3], 8+3*z[4], z[5], z[6], z[7],
			z[8], z[9], kind, price)
	}
	return out.Flush()
}
