package generate

import (
	"math/rand/v2"

	"github.com/proxlab/proxlab/datasets/dataset"
	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

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
