package fit

import (
	"cmp"
	"fmt"
	"math"

	"github.com/proxlab/proxlab/toolkit/prox"
)

// Denoise finds the image that minimizes ½‖f − y‖² + λ TV(f) for a noisy image y of rows × cols pixels, row by row,
// to a gap of tol times the minimum (0 for 1e-4): prox.TotalVariation's prox. It returns the image with its objective
// and gap. λ = 0 gives y.
//
// Source: Rudin, Osher, Fatemi, Nonlinear Total Variation Based Noise Removal Algorithms, Physica D 1992.
func Denoise(y []float64, rows, cols int, lambda, tol float64) (image []float64, objective, gap float64, err error) {
	switch {
	case rows < 1 || cols < 1 || rows*cols != len(y):
		return nil, math.NaN(), math.NaN(), fmt.Errorf("an image of %d × %d with %d pixels", rows, cols, len(y))
	case !(lambda >= 0) || math.IsInf(lambda, 1):
		return nil, math.NaN(), math.NaN(), fmt.Errorf("λ = %g: it must be finite and not negative", lambda)
	}
	for k, v := range y {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, math.NaN(), math.NaN(), fmt.Errorf("the pixel of row %d, column %d is %g", k/cols+1, k%cols+1, v)
		}
	}
	g := prox.TotalVariation{Lambda: lambda, Rows: rows, Cols: cols}
	image = make([]float64, len(y))
	value, gap := g.ProxTo(image, make([]float64, g.Duals(len(y))), y, 1, cmp.Or(tol, 1e-4))
	for k, v := range image {
		value += (v - y[k]) * (v - y[k]) / 2
	}
	return image, value, gap, nil
}
