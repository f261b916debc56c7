// Package sweep finds what a fit asks of the columns of its features before it begins, in one pass over them.
package sweep

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/fit/internal/nonzero"
	"github.com/proxlab/proxlab/toolkit/internal/simd"
	"github.com/proxlab/proxlab/toolkit/internal/vec"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// Columns are the norms ‖A_j‖ of features A, n×d; where A is dense and they are asked for, sums Σ_i a_ij, and products
// Σ_i (y_i − ȳ) a_ij with targets, too, or nil.
type Columns struct {
	Norms          []float64
	sums, products []float64
	n              int
	rest           float64 // Σ_i (y_i − ȳ), which rounding leaves
}

// part is how many numbers a few rows have that stay in a cache while all sums are taken of them.
const part = 1 << 14

// Of are the columns of A with their norms and, of a dense A, sums, if asked for, and products with y, if not nil.
func Of(a linalg.Map, sums bool, y []float64) *Columns {
	n, d := a.Dims()
	if !sums || d == 0 || !linalg.IsDense(a) {
		return &Columns{Norms: linalg.ColumnNorms(a)}
	}
	c, off := &Columns{Norms: make([]float64, d), sums: make([]float64, d), n: n}, slices.Clone(y)
	if y != nil {
		floats.AddConst(-floats.Sum(y)/float64(n), off)
		c.products, c.rest = make([]float64, d), floats.Sum(off)
	}
	rows := max(4, part/d)
	data, ones := linalg.ToDense(a).Data, slices.Repeat([]float64{1}, rows)
	for lo := 0; lo < n; lo += rows {
		hi := min(n, lo+rows)
		some := data[lo*d : hi*d]
		vec.AddSquares(c.Norms, some)
		if c.sums == nil {
			continue
		}
		simd.AxpyRows(c.sums, ones[:hi-lo], some)
		if y != nil {
			simd.AxpyRows(c.products, off[lo:hi], some)
		}
		if lo == 0 && !(floats.Dot(c.sums, c.sums) <= float64(hi)*floats.Sum(c.Norms)/2) { // means are large
			c.sums, c.products = nil, nil
		}
	}
	for j, square := range c.Norms {
		c.Norms[j] = math.Sqrt(square)
	}
	return c
}

// Means are m_j = Σ_i a_ij/n, where sums are known and none is so large that a constant would not be told from others,
//
//	n m_j² ≤ ½‖A_j‖².
func (c *Columns) Means() (means []float64, ok bool) {
	if c.sums == nil {
		return nil, false
	}
	means = make([]float64, len(c.sums))
	floats.ScaleTo(means, 1/float64(c.n), c.sums)
	for j, m := range means {
		if !(float64(c.n)*m*m <= c.Norms[j]*c.Norms[j]/2) {
			return nil, false
		}
	}
	return means, true
}

// Centres are what to take from columns of a matrix whose examples have shares c_i of 1: their means, exactly those of
// constants, or 0 for sparse columns at most half of which is not 0. Where Means does not know them they are those of
// differences to a first value.
func (c *Columns) Centres(of linalg.Map, share func(i int) float64) []float64 {
	if means, ok := c.Means(); ok {
		return means
	}
	if means, ok := linalg.DenseMeans(of, share); ok {
		return means
	}
	return nonzero.Means(of, share)
}

// Slopes is the gradient of share·Σ_i ½(y_i − b − ⟨w, a_i − m⟩)² in w, at w = 0 and the best b, where products with y
// are known; else nil.
func (c *Columns) Slopes(share float64, means []float64) []float64 {
	if c.products == nil {
		return nil
	}
	slopes := make([]float64, len(means))
	for j, m := range means {
		slopes[j] = share * (m*c.rest - c.products[j])
	}
	return slopes
}
