package generate

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"math"
	"math/rand/v2"

	"github.com/proxlab/proxlab/datasets/array"
	"github.com/proxlab/proxlab/datasets/dataset"
	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// LowCurvatureConfig describes a synthetic two-class problem that wants hardly any regularization.
type LowCurvatureConfig struct {
	Train, Test int     // examples
	Features    int     // columns
	Active      int     // nonzeros a row
	Decades     float64 // the columns' scales fall from 1 to 10^−Decades
	Noise       float64 // share of labels that are flipped
	Seed        uint64
}

// DefaultLowCurvature has the shape of w8a at a fifth of its size. Of the powers of ten, cross-validation chooses λ =
// 1e-8.
var DefaultLowCurvature = LowCurvatureConfig{
	Train:    10000,
	Test:     10000,
	Features: 100,
	Active:   12,
	Decades:  2.2,
	Noise:    0.02,
	Seed:     1,
}

// LowCurvature draws a set whose best weights are large: column j holds normal numbers scaled by s_j =
// 10^(−Decades·j/d) at random places, and the label is the sign of Σ_j ±x_j/s_j, so that columns of small scale matter
// as much as the others. A λ that is large enough to matter costs accuracy in those columns first.
func LowCurvature(ctx context.Context, c LowCurvatureConfig) (*dataset.Binary, error) {
	rng := rand.New(rand.NewPCG(c.Seed, 77))
	truth := make([]float64, c.Features)
	for j := range truth {
		truth[j] = 1 + rng.Float64()
		if rng.IntN(2) == 0 {
			truth[j] = -truth[j]
		}
	}
	sum := sha256.New()
	draw := func(n int) (*array.Examples, error) {
		e := &array.Examples{X: &linalg.CSR{R: n, C: c.Features, Ptr: []int{0}}}
		for i := range n {
			if i%1024 == 0 {
				if err := context.Cause(ctx); err != nil {
					return nil, err
				}
			}
			var score float64
			left := c.Active
			for j := range c.Features {
				if rng.IntN(c.Features-j) >= left { // each set of so many columns is as likely
					continue
				}
				left--
				z := rng.NormFloat64()
				score += truth[j] * z
				e.X.Col = append(e.X.Col, int32(j))
				e.X.Val = append(e.X.Val, z*math.Pow(10, -c.Decades*float64(j)/float64(c.Features)))
			}
			y := 1.
			if (score < 0) != (rng.Float64() < c.Noise) {
				y = -1
			}
			e.Y = append(e.Y, y)
			e.X.Ptr = append(e.X.Ptr, len(e.X.Val))
		}
		return e, array.WriteSVMLight(sum, e)
	}
	out := &dataset.Binary{Name: "low-curvature", Classes: "sign of a linear function; a part of its own for tests"}
	var err error
	if out.Train, err = draw(c.Train); err != nil {
		return nil, err
	}
	if out.Test, err = draw(c.Test); err != nil {
		return nil, err
	}
	out.Source = source.Generated(out.Name, hex.EncodeToString(sum.Sum(nil)))
	return out, nil
}
