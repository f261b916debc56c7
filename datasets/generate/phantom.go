package generate

import (
	"errors"
	"math"

	"github.com/proxlab/proxlab/datasets/dataset"
	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

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
