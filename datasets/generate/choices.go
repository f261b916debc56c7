package generate

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/datasets/dataset"
	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// ChoiceConfig describes paired comparisons by many people of few tastes.
type ChoiceConfig struct {
	People, Pairs, Products, Features int
	Rank                              int     // tastes: people's weights are mixtures of so many
	Correlation                       float64 // of neighbouring attributes
	Seed                              uint64
}

// The sizes of the surveys of Dudik, Harchaoui and Malick (AISTATS 2012), section 4.2.
var (
	Conjoint1 = ChoiceConfig{People: 180, Pairs: 8, Products: 20, Features: 13, Rank: 3, Correlation: 0.8, Seed: 1}
	Conjoint2 = ChoiceConfig{People: 1187, Pairs: 10, Products: 5, Features: 22, Rank: 4, Correlation: 0.8, Seed: 1}
)

// Choices draws paired comparisons: products with correlated normal attributes, people whose weights are normal
// mixtures of Rank tastes, and choices by the logistic model. It takes the place of a survey that is not at hand.
func Choices(c ChoiceConfig) *dataset.TaskSet {
	rng := rand.New(rand.NewPCG(c.Seed, 51))
	products := linalg.NewDense(c.Products, c.Features, nil)
	for p := range c.Products {
		correlated(rng, products.Row(p), 1, c.Correlation)
	}
	tastes := make([]float64, c.Rank*c.Features)
	for i := range tastes {
		tastes[i] = rng.NormFloat64()
	}
	out := &dataset.TaskSet{Tasks: c.People, X: linalg.NewDense(c.People*c.Pairs, c.Features, nil)}
	for person := range c.People {
		weights := make([]float64, c.Features)
		for t := range c.Rank {
			floats.AddScaled(weights, rng.NormFloat64()/math.Sqrt(float64(c.Rank)), tastes[t*c.Features:(t+1)*c.Features])
		}
		for pair := range c.Pairs {
			a := rng.IntN(c.Products)
			b := (a + 1 + rng.IntN(c.Products-1)) % c.Products
			row := out.X.Row(person*c.Pairs + pair)
			floats.SubTo(row, products.Row(a), products.Row(b))
			label := -1.
			if rng.Float64() < 1/(1+math.Exp(-2*floats.Dot(row, weights))) {
				label = 1
			}
			out.Y, out.Task = append(out.Y, label), append(out.Task, person)
		}
	}
	y := make([]int, len(out.Y))
	for i, v := range out.Y {
		y[i] = int(v)
	}
	out.Source = source.Generated("choices", dataset.Digest(dataset.Labelled{X: out.X, Y: y}))
	return out
}
