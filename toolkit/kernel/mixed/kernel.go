// Package mixed holds kernels of examples that have numbers, texts or both: kernels of some of their columns, and sums,
// products and normalized ones of these, each of which can be said in a word, as
//
//	gaussian:2@age,income + 0.5*normalized(spectrum:3@text)
package mixed

import (
	"context"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// Examples are n examples: rows of X, whose columns are called Columns, and texts in columns of their own.
type Examples struct {
	X           *linalg.Dense // nil for no numbers, or sparse ones
	Columns     []string
	Sparse      *linalg.CSR // in place of X; its columns are called 1, 2, … and have no Columns
	Texts       [][]string  // a slice of n texts for each of TextColumns
	TextColumns []string
}

// Len is n.
func (e Examples) Len() int {
	switch {
	case e.X != nil:
		return e.X.R
	case e.Sparse != nil:
		return e.Sparse.R
	case len(e.Texts) > 0:
		return len(e.Texts[0])
	}
	return 0
}

// Select are some of the examples.
func (e Examples) Select(rows []int) Examples {
	out := e
	if e.X != nil {
		out.X = linalg.NewDense(len(rows), e.X.C, nil)
		for k, i := range rows {
			copy(out.X.Row(k), e.X.Row(i))
		}
	}
	if e.Sparse != nil {
		out.Sparse = linalg.ToCSR(linalg.SelectRows(e.Sparse, rows))
	}
	out.Texts = make([][]string, len(e.Texts))
	for c, texts := range e.Texts {
		for _, i := range rows {
			out.Texts[c] = append(out.Texts[c], texts[i])
		}
	}
	return out
}

// Kernel is a kernel of examples. Values are k(x_i, z_j), a row for each x, and Diagonal k(x_i, x_i). String says it in
// a word that Parse understands. The only errors are the context's.
type Kernel interface {
	Values(ctx context.Context, x, z Examples) (*linalg.Dense, error)
	Diagonal(ctx context.Context, x Examples) ([]float64, error)
	String() string
}

// quick is a kernel that has a better way to its Gram matrix than by its values.
type quick interface {
	gram(e Examples) toolkit.Gram
}

// Gram is the matrix of a kernel on examples, whose columns are computed when asked for. The only error is the
// context's.
func Gram(ctx context.Context, k Kernel, e Examples) (toolkit.Gram, error) {
	if q, ok := k.(quick); ok {
		return q.gram(e), nil
	}
	diagonal, err := k.Diagonal(ctx, e)
	return &byValues{k, e, diagonal}, err
}

// byValues is a Gram matrix by blocks of values.
type byValues struct {
	k        Kernel
	e        Examples
	diagonal []float64
}

// Len is the number of examples.
func (g *byValues) Len() int { return len(g.diagonal) }

// Diagonal are k(x_i, x_i).
func (g *byValues) Diagonal() []float64 { return g.diagonal }

// Columns are values of some examples with all.
func (g *byValues) Columns(ctx context.Context, dst []float64, which []int) error {
	v, err := g.k.Values(ctx, g.e.Select(which), g.e)
	if err == nil {
		copy(dst, v.Data)
	}
	return err
}

// block is how many examples meet all others at a time where nothing is kept.
const block = 256

// Product goes through columns by blocks.
func (g *byValues) Product(ctx context.Context, dst []float64, which []int, alpha []float64) error {
	clear(dst)
	for lo := 0; lo < len(which); lo += block {
		hi := min(lo+block, len(which))
		v, err := g.k.Values(ctx, g.e.Select(which[lo:hi]), g.e)
		if err != nil {
			return err
		}
		for k := range hi - lo {
			linalg.Axpy(dst, alpha[lo+k], v.Row(k))
		}
	}
	return nil
}

// Select is the matrix of some examples.
func (g *byValues) Select(rows []int) toolkit.Gram {
	out := &byValues{k: g.k, e: g.e.Select(rows), diagonal: make([]float64, len(rows))}
	for k, i := range rows {
		out.diagonal[k] = g.diagonal[i]
	}
	return out
}

// Expand is Σ_j k(x_i, z_j) α_jc, a row for each x, by blocks of x. The only error is the context's.
func Expand(ctx context.Context, k Kernel, x, z Examples, alpha *linalg.Dense) (*linalg.Dense, error) {
	n := x.Len()
	out := linalg.NewDense(n, alpha.C, nil)
	for lo := 0; lo < n; lo += block {
		rows := make([]int, min(block, n-lo))
		for i := range rows {
			rows[i] = lo + i
		}
		v, err := k.Values(ctx, x.Select(rows), z)
		if err != nil {
			return out, err
		}
		linalg.Gemm(out.Data[lo*alpha.C:(lo+len(rows))*alpha.C], v.Data, alpha.Data, len(rows), v.C, alpha.C, false)
	}
	return out, nil
}
