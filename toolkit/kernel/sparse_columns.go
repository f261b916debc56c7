package kernel

import (
	"context"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// sparseColumns are those of the Gram matrix of sparse rows.
type sparseColumns struct {
	k        Kernel
	x        *linalg.CSR
	xx       []float64 // squared norms
	diagonal []float64
}

// NewSparse is NewColumns for sparse rows: a column takes time and memory linear in the nonzeros.
func NewSparse(k Kernel, x *linalg.CSR) toolkit.Gram {
	s := &sparseColumns{k: k, x: x, xx: make([]float64, x.R), diagonal: make([]float64, x.R)}
	for i := range s.xx {
		s.xx[i] = x.DotRows(i, i)
		s.diagonal[i] = k.OfDot(s.xx[i], s.xx[i], s.xx[i])
	}
	if _, ok := k.(Linear); ok {
		return factored{s, x}
	}
	return s
}

// Len is the number of rows.
func (s *sparseColumns) Len() int { return s.x.R }

// Diagonal are k(x_i, x_i).
func (s *sparseColumns) Diagonal() []float64 { return s.diagonal }

// Columns are products with a row that is laid out.
func (s *sparseColumns) Columns(ctx context.Context, dst []float64, which []int) error {
	g, n := workers(), s.x.R
	for lo := 0; lo < len(which); lo += block {
		g.Go(func() error {
			point := make([]float64, s.x.C)
			for k := lo; k < min(lo+block, len(which)); k++ {
				if err := context.Cause(ctx); err != nil {
					return err
				}
				i := which[k]
				s.x.AddRow(point, 1, i)
				column := dst[k*n : (k+1)*n]
				s.x.MulVec(column, point)
				ofDots(s.k, column, s.xx[i], s.xx)
				columns, _ := s.x.Row(i)
				for _, j := range columns {
					point[j] = 0
				}
			}
			return nil
		})
	}
	return g.Wait()
}

// Product adds up columns, some at a time.
func (s *sparseColumns) Product(ctx context.Context, dst []float64, which []int, alpha []float64) error {
	n := s.x.R
	clear(dst)
	room := make([]float64, min(tileLeast, len(which))*n)
	for lo := 0; lo < len(which); lo += tileLeast {
		hi := min(lo+tileLeast, len(which))
		if err := s.Columns(ctx, room[:(hi-lo)*n], which[lo:hi]); err != nil {
			return err
		}
		for k := lo; k < hi; k++ {
			floats.AddScaled(dst, alpha[k], room[(k-lo)*n:(k-lo+1)*n])
		}
	}
	return context.Cause(ctx)
}

// Select is the Gram matrix of some rows.
func (s *sparseColumns) Select(rows []int) toolkit.Gram {
	return NewSparse(s.k, linalg.ToCSR(linalg.SelectRows(s.x, rows)))
}
