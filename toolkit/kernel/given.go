package kernel

import (
	"context"
	"math"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// given is a Gram matrix that is there.
type given struct {
	k        *linalg.Dense
	diagonal []float64
}

// Given is a Gram matrix that is there. The error names an entry that is not finite or not symmetric, or a negative one
// on the diagonal. That the matrix is positive semidefinite is not looked at: see Features.
func Given(k *linalg.Dense) (toolkit.Gram, error) {
	if _, err := checkGram(k); err != nil {
		return nil, err
	}
	return newGiven(k), nil
}

// Beside are matrices that stand side by side, of so many columns each.
func Beside(x *linalg.Dense, columns int) []*linalg.Dense {
	out := make([]*linalg.Dense, x.C/columns)
	for m := range out {
		out[m] = linalg.NewDense(x.R, columns, nil)
		for i := range x.R {
			copy(out[m].Row(i), x.Row(i)[m*columns:])
		}
	}
	return out
}

func newGiven(k *linalg.Dense) *given {
	g := &given{k, make([]float64, k.R)}
	for i := range g.diagonal {
		g.diagonal[i] = math.Max(0, k.At(i, i))
	}
	return g
}

// Len is the number of rows.
func (g *given) Len() int { return g.k.R }

// Diagonal are the entries of the diagonal.
func (g *given) Diagonal() []float64 { return g.diagonal }

// Columns are rows, as the matrix is symmetric.
func (g *given) Columns(_ context.Context, dst []float64, which []int) error {
	for k, i := range which {
		copy(dst[k*g.k.C:(k+1)*g.k.C], g.k.Row(i))
	}
	return nil
}

// Product adds rows up.
func (g *given) Product(_ context.Context, dst []float64, which []int, alpha []float64) error {
	clear(dst)
	for k, i := range which {
		g.k.AddRow(dst, alpha[k], i)
	}
	return nil
}

// Select are the entries of some rows and columns.
func (g *given) Select(rows []int) toolkit.Gram {
	out := linalg.NewDense(len(rows), len(rows), nil)
	for k, i := range rows {
		for l, j := range rows {
			out.Row(k)[l] = g.k.At(i, j)
		}
	}
	return newGiven(out)
}

// Whole is all of a Gram matrix, by blocks of columns. The only error is the context's.
func Whole(ctx context.Context, g toolkit.Gram) (*linalg.Dense, error) {
	n := g.Len()
	out := linalg.NewDense(n, n, nil)
	which := make([]int, n)
	for i := range which {
		which[i] = i
	}
	for lo := 0; lo < n; lo += tileRows {
		hi := min(lo+tileRows, n)
		if err := g.Columns(ctx, out.Data[lo*n:hi*n], which[lo:hi]); err != nil {
			return out, err
		}
	}
	return out, context.Cause(ctx)
}
