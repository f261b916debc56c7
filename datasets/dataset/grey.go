package dataset

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/proxlab/proxlab/datasets/source"
)

// LargestPicture bounds the side of a picture, in pixels.
const LargestPicture = 4096

// GreyImage is a picture of Rows × Cols pixels, row by row from the top, 0 for black and 1 for white.
type GreyImage struct {
	Source     source.Source
	Rows, Cols int
	Pixels     []float64
}

// Check returns an error that names the first pixel that is not finite, or the shape where it does not fit.
func (g *GreyImage) Check() error {
	if g.Rows < 1 || g.Cols < 1 || len(g.Pixels) != g.Rows*g.Cols {
		return fmt.Errorf("an image of %d × %d with %d pixels", g.Rows, g.Cols, len(g.Pixels))
	}
	for k, v := range g.Pixels {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("pixel (%d, %d), counted from 0, is %g", k/g.Cols, k%g.Cols, v)
		}
	}
	return nil
}

// Noisy returns the picture plus normal noise of standard deviation sigma. Values are not clipped.
func (g *GreyImage) Noisy(sigma float64, seed uint64) *GreyImage {
	rng := rand.New(rand.NewPCG(seed, 73))
	out := *g
	out.Pixels = make([]float64, len(g.Pixels))
	for k, v := range g.Pixels {
		out.Pixels[k] = v + sigma*rng.NormFloat64()
	}
	return &out
}
