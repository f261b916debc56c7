package kernel

import (
	"context"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// Centred is the Gram matrix HKH, H = I − 11ᵀ/n, of features from which their mean over the n examples was taken.
type Centred struct {
	of       toolkit.Gram
	means    []float64 // of the columns of K, for the examples that are there
	total    float64   // the mean of K
	diagonal []float64
}

// NewCentred centres a Gram matrix, by one product with ones. The only error is the context's.
func NewCentred(ctx context.Context, g toolkit.Gram) (*Centred, error) {
	n := g.Len()
	c := &Centred{of: g, means: make([]float64, n)}
	all, shares := make([]int, n), make([]float64, n)
	for i := range all {
		all[i], shares[i] = i, 1/float64(n)
	}
	if err := g.Product(ctx, c.means, all, shares); err != nil {
		return nil, err
	}
	c.total = floats.Sum(c.means) / float64(n)
	c.fill()
	return c, nil
}

func (c *Centred) fill() {
	c.diagonal = make([]float64, len(c.means))
	for i, d := range c.of.Diagonal() {
		c.diagonal[i] = max(0, d-2*c.means[i]+c.total)
	}
}

// Len is the number of examples.
func (c *Centred) Len() int { return len(c.means) }

// Diagonal are K_ii − 2m_i + m.
func (c *Centred) Diagonal() []float64 { return c.diagonal }

// Columns are K_ij − m_i − m_j + m.
func (c *Centred) Columns(ctx context.Context, dst []float64, which []int) error {
	err := c.of.Columns(ctx, dst, which)
	n := len(c.means)
	for k, i := range which {
		column := dst[k*n : (k+1)*n]
		floats.Sub(column, c.means)
		floats.AddConst(c.total-c.means[i], column)
	}
	return err
}

// Product is that of K, less means.
func (c *Centred) Product(ctx context.Context, dst []float64, which []int, alpha []float64) error {
	err := c.of.Product(ctx, dst, which, alpha)
	var mean float64
	for k, i := range which {
		mean += alpha[k] * c.means[i]
	}
	sum := floats.Sum(alpha)
	floats.AddScaled(dst, -sum, c.means)
	floats.AddConst(sum*c.total-mean, dst)
	return err
}

// Select is the matrix of some examples, less the means over all.
func (c *Centred) Select(rows []int) toolkit.Gram {
	out := &Centred{of: c.of.Select(rows), total: c.total}
	for _, i := range rows {
		out.means = append(out.means, c.means[i])
	}
	out.fill()
	return out
}

// Cross centres, in place, the values of the kernel between other examples, rows, and all that were centred.
func (c *Centred) Cross(values *linalg.Dense) {
	for i := range values.R {
		row := values.Row(i)
		mean := floats.Sum(row) / float64(len(row))
		floats.Sub(row, c.means)
		floats.AddConst(c.total-mean, row)
	}
}
