package linalg

import (
	"context"

	"gonum.org/v1/gonum/floats"

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
	n, c := all, d+len(t) // c is the column of ones
	if rows != nil {
		n = len(rows)
	}
	if !ok || len(y) != all*len(t) || len(s) != d || h != nil && len(h) != n {
		panic(badShape)
	}
	gram := make([]float64, (c+1)*(c+1))
	denseGram(gram, c+1, n, h, func(scratch *[]float64, lo, hi, from, to int) simd.Matrix {
		if ctx.Err() != nil {
			return simd.Matrix{}
		}
		wide, features, targets := to-from, min(to, d), min(to, c)
		*scratch = vec.Resize(*scratch, (hi-lo)*wide)
		for k := lo; k < hi; k++ {
			i, out := k, (*scratch)[(k-lo)*wide:(k-lo+1)*wide]
			if rows != nil {
				i = rows[k]
			}
			if from < features {
				floats.AddScaledTo(out[:features-from], a.Row(i)[from:features], -1, s[from:features])
			}
			if first := max(from, d); first < targets {
				floats.SubTo(out[first-from:targets-from], y[i*len(t):][first-d:targets-d], t[first-d:targets-d])
			}
			if from <= c && c < to {
				out[c-from] = 1
			}
		}
		return simd.Matrix{Data: *scratch, Row: 1, Col: wide}
	})
	return gram
}
