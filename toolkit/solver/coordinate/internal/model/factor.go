package model

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/solver/internal/cholesky"
)

// ActiveFactor is the factor of Cholesky of A_SᵀC A_S + μI, without μ for unpenalized columns, for columns S that come
// and go one by one. A column that comes costs its products with the others and a row of L; one that goes costs
// rotations of the rows behind it.
type ActiveFactor struct {
	b         *Blocks
	c         []float64
	curvature *Curvature
	mu        float64
	columns   []int  // by row: its column
	in        []bool // by column
	wanted    []bool // by column; false but while they come and go
	factor    cholesky.Factor
	scratch   []float64
	products  []float64
}

// NewActiveFactor has no columns yet.
func NewActiveFactor(q *LeastSquares) *ActiveFactor {
	return &ActiveFactor{
		b: &q.Blocks, c: q.residual.C, curvature: q.curvature, in: make([]bool, len(q.Columns)),
		wanted: make([]bool, len(q.Columns)), scratch: make([]float64, q.N),
	}
}

// follow makes S the given columns, as blocks of one column each, but for those that depend on the others; when the
// context ends, it is on its way there and says no.
func (f *ActiveFactor) follow(ctx context.Context, columns []int, mu float64) (all bool) {
	if mu != f.mu {
		f.mu, f.columns, f.factor = mu, nil, cholesky.Factor{}
		clear(f.in)
	}
	for _, k := range columns {
		f.wanted[k] = true
	}
	for i := len(f.columns) - 1; i >= 0 && ctx.Err() == nil; i-- {
		if !f.wanted[f.columns[i]] {
			f.remove(i)
		}
	}
	for _, k := range columns {
		f.wanted[k] = false
	}
	for _, k := range columns {
		if ctx.Err() != nil {
			return false
		}
		if !f.in[k] {
			f.add(k)
		}
	}
	return true
}

// dependent is the share of a column's square that must be left beside the others.
const dependent = 1e-10

// add appends a column, where it does not depend on the others.
func (f *ActiveFactor) add(k int) {
	if f.factor.Append(f.productsWith(k), f.square(k), dependent) {
		f.columns, f.in[k] = append(f.columns, k), true
	}
}

// square is the diagonal entry of a column.
func (f *ActiveFactor) square(k int) float64 {
	if f.b.IsPenalized(k) {
		return f.curvature.Squares[k] + f.mu
	}
	return f.curvature.Squares[k]
}

// productsWith are those of a column with the others.
func (f *ActiveFactor) productsWith(k int) []float64 {
	clear(f.scratch)
	f.b.Columns[k].AddTo(f.scratch, 1)
	floats.Mul(f.scratch, f.c)
	f.products = f.products[:0]
	for _, other := range f.columns {
		f.products = append(f.products, f.b.Columns[other].Dot(f.scratch))
	}
	return f.products
}

// without are −x and 1 where Σ_i x_i A_i comes nearest to a column that depends on those there are, and the curvature
// in that direction, or what is not to be told from 0.
func (f *ActiveFactor) without(k int) (direction []float64, curvature float64) {
	products := f.productsWith(k)
	direction = append(slices.Clone(products), 0)
	x := direction[:len(products)]
	f.factor.Solve(x)
	square := f.square(k)
	left := square - floats.Dot(x, products)
	floats.Scale(-1, x)
	direction[len(x)] = 1
	return direction, math.Max(left, 0x1p-52*float64(len(x)+1)*square)
}

// remove takes a row's column out.
func (f *ActiveFactor) remove(at int) {
	f.in[f.columns[at]] = false
	f.columns = append(f.columns[:at], f.columns[at+1:]...)
	f.factor.Remove(at)
}
