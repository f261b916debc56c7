package linalg

import (
	"context"

	"github.com/proxlab/proxlab/toolkit/internal/simd"
	"github.com/proxlab/proxlab/toolkit/internal/vec"
)

// ShiftedGram is the Gram matrix, c×c row by row with c = d + k + 1, of the columns of (A − 1sᵀ  Y − 1tᵀ  1) with H =
// diag(h), nil for ones: first and second moments of the features and of k targets, n×k row by row, about (s, t) at
// once, in one pass over the rows of A, without a copy of it. rows are which, in that order; nil for all. h has an
// entry for each row taken. It is computed as GramOfColumns is, and panics where A is not dense (IsDense). When the
// context ends, it is not complete. Near the means (s, t) centred moments follow without loss:
//
//	Σ h (x − m)(x − m)ᵀ = Σ h (x − s)(x − s)ᵀ − Σh (m − s)(m − s)ᵀ.
//
// Source: Chan, Golub, LeVeque, Algorithms for Computing the Sample Variance, The American Statistician 1983.
func ShiftedGram(ctx context.Context, of Map, y, s, t, h []float64, rows []int) []float64 {
	all, d := of.Dims()
	a, ok := of.(*Dense)
	which := rows
	if rows == nil {
		which = vec.UpTo(all)
	}
	n, c := len(which), d+len(t) // c is the column of ones
	if !ok || len(y) != all*len(t) || len(s) != d || h != nil && len(h) != n {
		panic(badShape)
	}
	gram := make([]float64, (c+1)*(c+1))
	denseGram(gram, c+1, n, h, func(p *simd.Panels, lo, hi, from, to int) bool {
		if features := min(to, d); from < features && rows == nil {
			p.SetRows(0, hi-lo, a.Data[lo*d+from:], d, s[from:features])
		} else if from < features {
			for k := lo; k < hi; k++ {
				p.SetRows(k-lo, 1, a.Row(which[k])[from:], d, s[from:features])
			}
		}
		for j := max(from, d); j < to; j++ {
			of, wide := p.Column(j - from)
			for k := lo; k < hi; k++ {
				if of[(k-lo)*wide] = 1; j < c {
					of[(k-lo)*wide] = y[which[k]*len(t)+j-d] - t[j-d]
				}
			}
		}
		return ctx.Err() == nil
	})
	return gram
}
