package generate

import (
	"errors"
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

// ellipse has its centre and half axes as shares of the half picture, its angle in degrees, and what it adds.
type ellipse struct{ add, a, b, x, y, angle float64 }

var phantom = []ellipse{
	{1, .69, .92, 0, 0, 0}, {-.8, .6624, .874, 0, -.0184, 0}, {-.2, .11, .31, .22, 0, -18}, {-.2, .16, .41, -.22, 0, 18},
	{.1, .21, .25, 0, .35, 0}, {.1, .046, .046, 0, .1, 0}, {.1, .046, .046, 0, -.1, 0}, {.1, .046, .023, -.08, -.605, 0},
	{.1, .023, .023, 0, -.606, 0}, {.1, .023, .046, .06, -.605, 0},
}

// Phantom returns the head of Shepp and Logan in Toft's contrasts, side × side pixels of flat regions.
//
// Source: Shepp, Logan, The Fourier Reconstruction of a Head Section, IEEE Trans. Nuclear Science 1974; Toft, The Radon
// Transform, 1996.
func Phantom(side int) (*dataset.GreyImage, error) {
	if side < 1 || side > dataset.LargestPicture {
		return nil, errors.New("a phantom needs between 1 and 4096 pixels a side")
	}
	out := &dataset.GreyImage{Rows: side, Cols: side, Pixels: make([]float64, side*side)}
	for k := range out.Pixels {
		x, y := (2*float64(k%side)+1)/float64(side)-1, 1-(2*float64(k/side)+1)/float64(side)
		for _, e := range phantom {
			sin, cos := math.Sincos(e.angle * math.Pi / 180)
			u, v := (x-e.x)*cos+(y-e.y)*sin, (y-e.y)*cos-(x-e.x)*sin
			if u*u/(e.a*e.a)+v*v/(e.b*e.b) <= 1 {
				out.Pixels[k] += e.add
			}
		}
		out.Pixels[k] = math.Max(0, out.Pixels[k])
	}
	out.Source = source.Generated("phantom", dataset.Digest(dataset.Labelled{X: linalg.NewDense(side, side, out.Pixels)}))
	return out, nil
}
