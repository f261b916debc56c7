package dataset

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/toolkit/linalg"
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

// Drawings are pictures of several classes: row i of X is a picture of Side × Side shares of ink, of class Y[i].
type Drawings struct {
	Source source.Source
	X      *linalg.Dense
	Y      []int
	Side   int
	Names  []string // of the classes: alphabet/character
}

// Split divides the drawings. Of each class, in a random order drawn from seed, the first train drawings are for
// training and the next test drawings for tests. Only classes with numbers below classes are taken; 0 takes all.
func (d *Drawings) Split(train, test, classes int, seed uint64) *Classes {
	if classes == 0 || classes > len(d.Names) {
		classes = len(d.Names)
	}
	byClass := make([][]int, classes)
	for i, y := range d.Y {
		if y < classes {
			byClass[y] = append(byClass[y], i)
		}
	}
	rng := rand.New(rand.NewPCG(seed, 17))
	out := &Classes{Source: d.Source, K: classes}
	out.Train.X, out.Test.X = &linalg.Dense{C: d.X.C}, &linalg.Dense{C: d.X.C}
	for y, members := range byClass {
		for place, k := range rng.Perm(len(members)) {
			part := &out.Train
			if place >= train {
				part = &out.Test
			}
			if place < train+test {
				part.X.Data = append(part.X.Data, d.X.Row(members[k])...)
				part.X.R++
				part.Y = append(part.Y, y)
			}
		}
	}
	return out
}
