package kernel

import (
	"context"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// columns are those of the Gram matrix of the rows of a dense matrix.
type columns struct {
	p        *pairs
	diagonal []float64
}

// NewColumns is the Gram matrix k(x_i, x_j) of the rows of x, whose columns are computed when they are asked for.
func NewColumns(k Kernel, x *linalg.Dense) toolkit.Gram { return newColumns(newPairs(k, x, x)) }

func newColumns(p *pairs) toolkit.Gram {
	c := &columns{p: p, diagonal: make([]float64, p.x.R)}
	for i, xx := range p.xx {
		c.diagonal[i] = p.k.OfDot(xx, xx, xx)
	}
	if _, ok := p.k.(Linear); ok {
		return factored{c, p.x}
	}
	return c
}

// Len is the number of rows of x.
func (c *columns) Len() int { return c.p.x.R }

// Diagonal are k(x_i, x_i).
func (c *columns) Diagonal() []float64 { return c.diagonal }

// Columns computes columns by tiles.
func (c *columns) Columns(ctx context.Context, dst []float64, which []int) error {
	p := c.p.from(which)
	g, n := workers(), p.z.R
	for lo := 0; lo < len(which); lo += p.rows {
		for from := 0; from < n; from += p.columns {
			rows, columns := span{lo, min(lo+p.rows, len(which))}, span{from, min(from+p.columns, n)}
			g.Go(func() error { return p.tile(ctx, dst[lo*n+from:], n, rows, columns) })
		}
	}
	return g.Wait()
}

// Product is a kernel expansion at all rows.
func (c *columns) Product(ctx context.Context, dst []float64, which []int, alpha []float64) error {
	s := c.p.from(which)
	s.x, s.z, s.xx, s.zz = s.z, s.x, s.zz, s.xx
	out, err := s.expand(ctx, linalg.NewDense(len(alpha), 1, alpha))
	copy(dst, out.Data)
	return err
}

// Select is the Gram matrix of some rows.
func (c *columns) Select(rows []int) toolkit.Gram {
	p := c.p.from(rows)
	p.z, p.zz = p.x, p.xx
	return newColumns(p)
}

// from are the pairs of some rows of x with all of z.
func (p *pairs) from(rows []int) *pairs {
	some := *p
	some.x, some.xx = linalg.NewDense(len(rows), p.x.C, nil), make([]float64, len(rows))
	for k, i := range rows {
		copy(some.x.Row(k), p.x.Row(i))
		some.xx[k] = p.xx[i]
	}
	return &some
}
