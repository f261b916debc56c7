package datasets

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"

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
func Choices(c ChoiceConfig) *TaskSet {
	rng := rand.New(rand.NewPCG(c.Seed, 51))
	products := linalg.NewDense(c.Products, c.Features, nil)
	for p := range c.Products {
		correlated(rng, products.Row(p), 1, c.Correlation)
	}
	tastes := make([]float64, c.Rank*c.Features)
	for i := range tastes {
		tastes[i] = rng.NormFloat64()
	}
	out := &TaskSet{Tasks: c.People, X: linalg.NewDense(c.People*c.Pairs, c.Features, nil)}
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
	out.Source = Source{Name: "choices", Kind: Synthetic, SHA256: digest(Labelled{out.X, y})}
	return out
}

// PictureConfig describes classes of pictures whose neighbouring pixels are alike.
type PictureConfig struct {
	Side, Classes, Train, Test int
	Correlation                float64 // of neighbouring pixels
	Spread                     float64 // of the examples of a class about its mean picture, whose own is 1
	Seed                       uint64
}

// ImageNetShape has the sizes of the ImageNet subset of Dudik, Harchaoui and Malick (AISTATS 2012), section 4.2.
var ImageNetShape = PictureConfig{Side: 64, Classes: 281, Train: 10, Test: 10, Correlation: 0.95, Spread: 2, Seed: 1}

// Pictures draws classes of pictures: their means and deviations are normal with correlation ρ^(|Δrow|+|Δcolumn|). A
// picture is scaled to a mean square of 1/side², so that rows of X have unit length on average.
func Pictures(c PictureConfig) *Classes {
	rng := rand.New(rand.NewPCG(c.Seed, 61))
	d := c.Side * c.Side
	field := func(dst []float64) { // a first-order autoregression along rows, then along columns
		fresh := make([]float64, c.Side)
		for y := range c.Side {
			correlated(rng, fresh, 1, c.Correlation)
			row := dst[y*c.Side : (y+1)*c.Side]
			copy(row, fresh)
			if y > 0 {
				floats.Scale(math.Sqrt(1-c.Correlation*c.Correlation), row)
				floats.AddScaled(row, c.Correlation, dst[(y-1)*c.Side:y*c.Side])
			}
		}
	}
	means := make([][]float64, c.Classes)
	for y := range means {
		means[y] = make([]float64, d)
		field(means[y])
	}
	draw := func(each int) Labelled {
		out := Labelled{X: linalg.NewDense(each*c.Classes, d, nil), Y: make([]int, each*c.Classes)}
		for i := range out.Y {
			out.Y[i] = i % c.Classes
			row := out.X.Row(i)
			field(row)
			floats.Scale(c.Spread, row)
			floats.Add(row, means[out.Y[i]])
			floats.Scale(1/(float64(c.Side)*math.Hypot(1, c.Spread)), row)
		}
		return out
	}
	out := &Classes{K: c.Classes, Train: draw(c.Train), Test: draw(c.Test)}
	out.Source = Source{Name: "pictures", Kind: Synthetic, SHA256: digest(out.Train, out.Test)}
	return out
}
