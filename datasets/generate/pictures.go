package generate

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/datasets/dataset"
	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

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
func Pictures(c PictureConfig) *dataset.Classes {
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
	draw := func(each int) dataset.Labelled {
		out := dataset.Labelled{X: linalg.NewDense(each*c.Classes, d, nil), Y: make([]int, each*c.Classes)}
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
	out := &dataset.Classes{K: c.Classes, Train: draw(c.Train), Test: draw(c.Test)}
	out.Source = source.Generated("pictures", dataset.Digest(out.Train, out.Test))
	return out
}
