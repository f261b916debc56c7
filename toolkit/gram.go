package toolkit

import (
	"context"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// Gram is the n×n matrix K of a kernel on n examples, symmetric and positive semidefinite, whose columns are computed
// when they are asked for. Diagonal are the K_ii, which must not be changed. Columns writes the columns of some
// examples to dst, n numbers each, one after the other. Product writes Σ_k alpha_k K_{·,which_k}, which needs no memory
// for columns. Select is the matrix of some examples among themselves. The only errors are the context's.
type Gram interface {
	Len() int
	Diagonal() []float64
	Columns(ctx context.Context, dst []float64, which []int) error
	Product(ctx context.Context, dst []float64, which []int, alpha []float64) error
	Select(rows []int) Gram
}

// FactoredGram is a Gram matrix XXᵀ of few features or sparse ones: a product costs less than a few columns do. Factor
// is X, and Among writes the entries of some examples among themselves, row by row.
type FactoredGram interface {
	Gram
	Factor() linalg.Rows
	Among(dst []float64, which []int)
}
