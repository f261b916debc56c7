package model

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/vec"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver/internal/cholesky"
)

// ActiveFactor is the factor of Cholesky of A_SᵀC A_S + μI, without μ for unpenalized columns, for columns S that come
// and go one by one. A column that comes costs its products with the others and a row of L; one that goes costs
// rotations of the rows behind it.
type ActiveFactor struct {
	OnPath    bool // it follows from problem to problem
	b         *Blocks
	c         []float64
	curvature *Curvature
	filled    float64 // the share of entries that are stored
	mu        float64
	columns   []int  // by row: its column
	in        []bool // by column
	wanted    []bool // by column; false but while they come and go
	factor    cholesky.Factor
	others    map[int]*dependence // of columns that are not in it, by what they depend on
	scratch   []float64
	products  []float64
	panels    [2][]float64
}

// dependence is a column as a combination of others that are in the factor, A_k ≈ Σ_i x_i A_i, but for terms that are
// nothing beside it: direction are −x and 1, along the columns and it, and curvature that of P along it, or what is not
// to be told from 0.
type dependence struct {
	columns   []int
	direction []float64
	curvature float64
}

// NewActiveFactor has no columns yet.
func NewActiveFactor(q *LeastSquares) *ActiveFactor {
	return &ActiveFactor{
		b: &q.Blocks, c: q.residual.C, curvature: q.curvature, filled: q.residual.filled, in: make([]bool, len(q.Columns)),
		wanted: make([]bool, len(q.Columns)), scratch: make([]float64, q.N), others: map[int]*dependence{},
	}
}

// follow makes S the given columns, as blocks of one column each, but for those that depend on the others; when the
// context ends, it is on its way there and says no.
func (f *ActiveFactor) follow(ctx context.Context, columns []int, mu float64) (all bool) {
	for _, k := range columns {
		f.wanted[k] = true
	}
	if mu != f.mu {
		f.renew(mu)
	}
	for i := len(f.columns) - 1; i >= 0 && ctx.Err() == nil; i-- {
		if !f.wanted[f.columns[i]] {
			f.remove(i)
		}
	}
	var coming []int
	for _, k := range columns {
		if f.wanted[k] = false; !f.in[k] && f.dependence(k) == nil {
			coming = append(coming, k)
		}
	}
	for part := range slices.Chunk(coming, panel) {
		if ctx.Err() != nil {
			return false
		}
		f.addPanel(part)
	}
	return true
}

// renew makes the factor that of another μ, of those columns that are wanted and in it; on a path, where one comes
// after the other, without their products.
func (f *ActiveFactor) renew(mu float64) {
	had, places, squares := f.columns, make([]int, 0, len(f.columns)), make([]float64, 0, len(f.columns))
	f.mu, f.columns = mu, nil
	clear(f.in)
	clear(f.others)
	for i, k := range had {
		if f.wanted[k] {
			places, squares = append(places, i), append(squares, f.square(k))
		}
	}
	for _, i := range f.factor.Renew(places, squares, dependent) {
		f.columns, f.in[had[i]] = append(f.columns, had[i]), true
	}
	f.factor.Keeps = f.OnPath && mu > 0
}

// dependent is the share of a column's square that must be left beside the others, and nothing what a term of a
// combination is of its length at most to be left out.
const (
	dependent = 1e-10
	nothing   = 1e-6
)

// Columns come in panels of so many at most: from a few on, their products with others are those of matrices, of which
// there are so many in the time of one of passes.
const (
	panel      = 64
	leastPanel = 4
	panelFlops = 8
)

// cost are the flops, in the time of those of passes, of making S the given columns. That panels are quicker counts on
// a path, where the factor stays: one problem's passes over columns that are far from dependent end before.
func (f *ActiveFactor) cost(columns []int) float64 {
	kept, coming := 0., 0.
	for _, k := range columns {
		switch {
		case f.in[k]:
			kept++
		case f.dependence(k) == nil:
			coming++
		}
	}
	had, has, entries := float64(len(f.columns)), kept+coming, f.filled*float64(f.b.N)
	if f.OnPath && f.filled > MostFilled {
		entries /= panelFlops
	}
	return coming*((kept+has)*entries+has*has/2) + (had-kept)*had*had
}

// addPanel appends some columns, or remembers what they depend on.
func (f *ActiveFactor) addPanel(columns []int) {
	if f.filled <= MostFilled || len(columns) < leastPanel {
		for _, k := range columns {
			f.add(k, f.productsWith(k))
		}
		return
	}
	had := len(f.columns)
	with := slices.Concat(f.columns, columns)
	products, width := f.allProducts(columns, with), len(with)
	for i, k := range columns {
		own := products[i*width : (i+1)*width]
		f.products = append(f.products[:0], own[:had]...)
		for j, other := range columns[:i] {
			if f.in[other] {
				f.products = append(f.products, own[had+j])
			}
		}
		f.add(k, f.products)
	}
}

// allProducts are A_KᵀC A_S of some columns K with columns S, row by row.
func (f *ActiveFactor) allProducts(columns, with []int) []float64 {
	n, size := f.b.N, len(columns)
	out, part := make([]float64, size*len(with)), make([]float64, size*panel)
	f.copied(&f.panels[0], columns)
	for i := range size {
		floats.Mul(f.panels[0][i*n:(i+1)*n], f.c)
	}
	for from := 0; from < len(with); from += panel {
		some := with[from:min(len(with), from+panel)]
		count := len(some)
		f.copied(&f.panels[1], some)
		linalg.Gemm(part[:size*count], f.panels[0], f.panels[1], size, n, count, true)
		for i := range size {
			copy(out[i*len(with)+from:], part[i*count:(i+1)*count])
		}
	}
	return out
}

// copied makes dst some columns, as rows of all predictions.
func (f *ActiveFactor) copied(dst *[]float64, columns []int) {
	n := f.b.N
	*dst = vec.Resize(*dst, len(columns)*n)
	clear(*dst)
	for i, k := range columns {
		f.b.Columns[k].AddTo((*dst)[i*n:(i+1)*n], 1)
	}
}

// add appends a column whose products with the others are known, or remembers what it depends on.
func (f *ActiveFactor) add(k int, products []float64) {
	if f.factor.Append(products, f.square(k), dependent) {
		f.columns, f.in[k] = append(f.columns, k), true
		return
	}
	x, d := slices.Clone(products), &dependence{}
	f.factor.Solve(x)
	clear(f.scratch)
	f.b.Columns[k].AddTo(f.scratch, 1)
	for i, other := range f.columns {
		if math.Abs(x[i])*math.Sqrt(f.square(other)) > nothing*math.Sqrt(f.square(k)) {
			d.columns, d.direction = append(d.columns, other), append(d.direction, -x[i])
			f.b.Columns[other].AddTo(f.scratch, -x[i])
			d.curvature += f.ridge(other) * x[i] * x[i]
		}
	}
	d.columns, d.direction = append(d.columns, k), append(d.direction, 1)
	d.curvature += f.ridge(k)
	for i, v := range f.scratch {
		d.curvature += f.c[i] * v * v
	}
	d.curvature = math.Max(d.curvature, 0x1p-52*float64(len(d.columns))*f.square(k))
	f.others[k] = d
}

// dependence is that of a column that is not in the factor, as long as all that it depends on is; nil for others.
func (f *ActiveFactor) dependence(k int) *dependence {
	d := f.others[k]
	if d == nil {
		return nil
	}
	for _, other := range d.columns[:len(d.columns)-1] {
		if !f.in[other] {
			delete(f.others, k)
			return nil
		}
	}
	return d
}

// ridge is μ, but for unpenalized columns.
func (f *ActiveFactor) ridge(k int) float64 {
	if f.b.IsPenalized(k) {
		return f.mu
	}
	return 0
}

// square is the diagonal entry of a column.
func (f *ActiveFactor) square(k int) float64 { return f.curvature.Squares[k] + f.ridge(k) }

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

// remove takes a row's column out.
func (f *ActiveFactor) remove(at int) {
	f.in[f.columns[at]] = false
	f.columns = append(f.columns[:at], f.columns[at+1:]...)
	f.factor.Remove(at)
}
