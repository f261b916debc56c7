package kernel

import (
	"context"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// factored is the Gram matrix XXᵀ of the linear kernel, whose products go through Xᵀα: no column is computed for them.
type factored struct {
	toolkit.Gram // of the same rows, by columns
	x            linalg.Rows
}

// Product is X(Xᵀα).
func (f factored) Product(ctx context.Context, dst []float64, which []int, alpha []float64) error {
	_, d := f.x.Dims()
	w := make([]float64, d)
	for k, i := range which {
		f.x.AddRow(w, alpha[k], i)
	}
	f.x.MulVec(dst, w)
	return context.Cause(ctx)
}

// Factor is X.
func (f factored) Factor() linalg.Rows { return f.x }

// Among are the entries of some examples among themselves.
func (f factored) Among(dst []float64, which []int) {
	copy(dst, linalg.GramOfRows(linalg.SelectRows(f.x, which), nil))
}

// Select is the Gram matrix of some rows.
func (f factored) Select(rows []int) toolkit.Gram { return f.Gram.Select(rows) }
