package kernels

import (
	"context"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
)

// sum is Σ_j w_j K_j.
type sum struct {
	of       []toolkit.Gram
	weights  []float64
	diagonal []float64
}

// Sum is the Gram matrix Σ_j w_j K_j, of w_j ≥ 0; nil for 1. It is the matrix of one kernel itself, where there is one.
func Sum(of []toolkit.Gram, weights []float64) toolkit.Gram {
	if len(of) == 1 && (weights == nil || weights[0] == 1) {
		return of[0]
	}
	s := &sum{diagonal: make([]float64, of[0].Len())}
	for j, g := range of {
		w := 1.
		if weights != nil {
			w = weights[j]
		}
		if w > 0 {
			s.of, s.weights = append(s.of, g), append(s.weights, w)
			floats.AddScaled(s.diagonal, w, g.Diagonal())
		}
	}
	return s
}

// Len is the number of examples.
func (s *sum) Len() int { return len(s.diagonal) }

// Diagonal is a sum of diagonals.
func (s *sum) Diagonal() []float64 { return s.diagonal }

// Columns are sums of columns.
func (s *sum) Columns(ctx context.Context, dst []float64, which []int) error {
	return s.add(dst, func(g toolkit.Gram, out []float64) error { return g.Columns(ctx, out, which) })
}

// Product is a sum of products.
func (s *sum) Product(ctx context.Context, dst []float64, which []int, alpha []float64) error {
	return s.add(dst, func(g toolkit.Gram, out []float64) error { return g.Product(ctx, out, which, alpha) })
}

func (s *sum) add(dst []float64, part func(g toolkit.Gram, out []float64) error) error {
	clear(dst)
	out := make([]float64, len(dst))
	for j, g := range s.of {
		if err := part(g, out); err != nil {
			return err
		}
		floats.AddScaled(dst, s.weights[j], out)
	}
	return nil
}

// Select is the sum of the matrices of some examples.
func (s *sum) Select(rows []int) toolkit.Gram {
	out := &sum{weights: s.weights, diagonal: make([]float64, len(rows))}
	for _, g := range s.of {
		out.of = append(out.of, g.Select(rows))
	}
	for k, i := range rows {
		out.diagonal[k] = s.diagonal[i]
	}
	return out
}
