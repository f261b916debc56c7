package coordinate

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// Blocks are the columns of a linear model f = A w and the blocks of weights that a norm keeps together, for CoordinateDescent:
// Ω(w) = Σ_g ω_g ‖w_g‖, with ω_g = 1 until Weighted says otherwise. Each column meets a range of the predictions alone, so that several
// outputs or tasks, their predictions one after another, share blocks without a column being stored twice.
type Blocks struct {
	columns []column
	start   []int // block g is columns[start[g]:start[g+1]]
	weights []float64
	n       int // predictions
	free    int // so many blocks, the last ones, of one column each, are in no norm
}

// column is a row of a transposed matrix, the predictions lo ≤ i < hi it meets, and the place of its weight in w.
type column struct {
	a                     linalg.Rows
	row, lo, hi, weightAt int
}

// SingleBlocks are blocks of one weight, ω‖·‖₁: the lasso. columns is Aᵀ with access to its rows, linalg.Columns(A).
func SingleBlocks(columns linalg.Rows) Blocks {
	d, n := columns.Dims()
	b := Blocks{n: n, start: make([]int, 1, d+1), columns: make([]column, d)}
	for j := range d {
		b.columns[j] = column{columns, j, 0, n, j}
		b.start = append(b.start, j+1)
	}
	return b
}

// GroupBlocks are disjoint groups of the weights, as prox.L21 has them: the group lasso. The error names a column that is in no group, or
// in two, and an index out of range.
func GroupBlocks(columns linalg.Rows, groups [][]int) (Blocks, error) {
	d, n := columns.Dims()
	b := Blocks{n: n, start: []int{0}}
	owner := make([]int, d)
	for g, group := range groups {
		if len(group) == 0 {
			return b, fmt.Errorf("group %d is empty", g)
		}
		for _, j := range group {
			switch {
			case j < 0 || j >= d:
				return b, fmt.Errorf("group %d names column %d; there are 0 to %d", g, j, d-1)
			case owner[j] > 0:
				return b, fmt.Errorf("column %d is in groups %d and %d", j, owner[j]-1, g)
			}
			owner[j] = g + 1
			b.columns = append(b.columns, column{columns, j, 0, n, j})
		}
		b.start = append(b.start, len(b.columns))
	}
	for j, g := range owner {
		if g == 0 {
			return b, fmt.Errorf("column %d is in no group", j)
		}
	}
	return b, nil
}

// TaskBlocks are the rows of a d×T matrix of weights, given row by row: one column of weights a task, Σ_j ‖w_j‖ over the d features. columns
// holds each task's Aᵀ; the predictions stand task after task. For T outputs of the same examples it is the same Aᵀ, T times.
//
// Source: Obozinski, Taskar, Jordan, Multi-task Feature Selection, 2006.
func TaskBlocks(columns []linalg.Rows) Blocks {
	d, _ := columns[0].Dims()
	b := Blocks{start: make([]int, 1, d+1), columns: make([]column, 0, d*len(columns))}
	lo := make([]int, len(columns)+1)
	for t, a := range columns {
		rows, n := a.Dims()
		if rows != d {
			panic("solver: the tasks have different numbers of features")
		}
		lo[t+1] = lo[t] + n
	}
	b.n = lo[len(columns)]
	for j := range d {
		for t, a := range columns {
			b.columns = append(b.columns, column{a, j, lo[t], lo[t+1], j*len(columns) + t})
		}
		b.start = append(b.start, len(b.columns))
	}
	return b
}

// Weighted gives the blocks weights ω_g. The error names one that is not positive and finite.
func (b Blocks) Weighted(weights []float64) (Blocks, error) {
	if len(weights) != b.Count() {
		panic("solver: one weight is needed for each block")
	}
	for g, w := range weights {
		if !(w > 0) || math.IsInf(w, 1) {
			return b, fmt.Errorf("the weight of block %d is %g: it must be positive and finite", g, w)
		}
	}
	b.weights = weights
	return b, nil
}

// Free adds columns whose weights nothing penalizes, neither norm nor ridge: intercepts. Their weights come last in w. The rows of columns are
// the columns, on the predictions from lo on. It must come after Weighted.
func (b Blocks) Free(columns linalg.Rows, lo int) Blocks {
	q, n := columns.Dims()
	if lo < 0 || lo+n > b.n {
		panic("solver: the free columns meet predictions that there are not")
	}
	for j := range q {
		b.columns = append(b.columns[:len(b.columns):len(b.columns)], column{columns, j, lo, lo + n, len(b.columns)})
		b.start = append(b.start[:len(b.start):len(b.start)], len(b.columns))
	}
	b.free += q
	return b
}

// Count is the number of blocks that are not free.
func (b Blocks) Count() int { return len(b.start) - 1 - b.free }

// all is the number of blocks.
func (b *Blocks) all() int { return len(b.start) - 1 }

// check panics where a loss or a start is of another size.
func (b *Blocks) check(examples int, start []float64) {
	if b.n != examples {
		panic("solver: the loss needs one example for each prediction")
	}
	if start != nil && len(start) != len(b.columns) {
		panic("solver: the start is of another length")
	}
}

// isFree tells whether a block is free.
func (b *Blocks) isFree(g int) bool { return g >= b.Count() }

// LambdaMax is max_g ‖A_gᵀC r‖/ω_g, the λ from which on w = 0 solves the problem of CoordinateDescent but for free weights: r is y less what they
// explain of it. The loss must be a LeastSquares.
func (b Blocks) LambdaMax(loss toolkit.Separable) float64 {
	c, cy := make([]float64, b.n), make([]float64, b.n)
	for i := range cy {
		c[i] = loss.Weight(i)
		cy[i] = c[i] * loss.(LeastSquares).Target(i) //nolint:errcheck // said above
	}
	newAnnihilator(&b, c).apply(cy)
	var most float64
	for g := range b.Count() {
		var square float64
		for _, e := range b.of(g) {
			v := e.dot(cy)
			square += v * v
		}
		most = max(most, math.Sqrt(square)/b.omega(g))
	}
	return most
}

// of are the columns of a block.
func (b *Blocks) of(g int) []column { return b.columns[b.start[g]:b.start[g+1]] }

// omega is ω_g, 0 for a free block.
func (b *Blocks) omega(g int) float64 {
	switch {
	case b.isFree(g):
		return 0
	case b.weights == nil:
		return 1
	}
	return b.weights[g]
}

// dot is the column's product with its part of u, one number a prediction.
func (c *column) dot(u []float64) float64 { return c.a.DotRow(c.row, u[c.lo:c.hi]) }

// add is u ← u + s times the column.
func (c *column) add(u []float64, s float64) { c.a.AddRow(u[c.lo:c.hi], s, c.row) }

// meets tells whether two columns have predictions in common: all of them, as blocks are made, or none.
func (c *column) meets(other *column) bool { return c.lo < other.hi && other.lo < c.hi }

// norm is ‖w_g‖.
func (b *Blocks) norm(g int, w []float64) float64 {
	block := b.of(g)
	if len(block) == 1 {
		return math.Abs(w[block[0].weightAt])
	}
	var sum float64
	for i := range block {
		v := w[block[i].weightAt]
		sum += v * v
	}
	return math.Sqrt(sum)
}

// scaled are the same blocks with row i of A times s_i.
func (b *Blocks) scaled(s []float64) Blocks {
	type part struct {
		a  linalg.Rows
		lo int
	}
	copies := map[part]linalg.Rows{}
	out := *b
	out.columns = append([]column(nil), b.columns...)
	for k := range out.columns {
		e := &out.columns[k]
		at := part{e.a, e.lo}
		if copies[at] == nil {
			copies[at] = scaleColumns(e.a, s[e.lo:e.hi])
		}
		e.a = copies[at]
	}
	return out
}

// scaleColumns is a copy of a matrix with column i times s_i.
func scaleColumns(a linalg.Rows, s []float64) linalg.Rows {
	r, c := a.Dims()
	if sparse, ok := a.(*linalg.CSR); ok {
		out := &linalg.CSR{R: r, C: c, Ptr: sparse.Ptr, Col: sparse.Col, Val: make([]float64, len(sparse.Val))}
		for k, j := range sparse.Col {
			out.Val[k] = sparse.Val[k] * s[j]
		}
		return out
	}
	out := linalg.NewDense(r, c, nil)
	for i := range r {
		row := out.Row(i)
		a.AddRow(row, 1, i)
		floats.Mul(row, s)
	}
	return out
}
