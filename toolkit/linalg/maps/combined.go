package maps

import (
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// haveEntries tells whether all maps can enumerate theirs.
func haveEntries(maps ...linalg.Map) bool {
	return !slices.ContainsFunc(maps, func(a linalg.Map) bool {
		_, ok := a.(linalg.Entries)
		return !ok
	})
}

// Stacked is the map of x to (A₁x, A₂x, …): a matrix where all have entries. It panics where there is none, or columns
// differ in number.
func Stacked(maps ...linalg.Map) linalg.Map {
	if haveEntries(maps...) {
		return linalg.AppendRows(maps...)
	}
	_, c := maps[0].Dims()
	s := stacked{maps: slices.Clone(maps), c: c}
	for _, a := range maps {
		r, columns := a.Dims()
		if columns != c {
			panic(badShape)
		}
		s.r += r
	}
	return s
}

type stacked struct {
	maps []linalg.Map
	r, c int
}

// Dims returns the number of rows and of columns.
func (s stacked) Dims() (r, c int) { return s.r, s.c }

// MulVec is dst = (A₁x, A₂x, …).
func (s stacked) MulVec(dst, x []float64) {
	checkLengths(s, dst, x)
	for _, a := range s.maps {
		r, _ := a.Dims()
		a.MulVec(dst[:r], x)
		dst = dst[r:]
	}
}

// MulTransVec is dst = Σ_k A_kᵀy_k.
func (s stacked) MulTransVec(dst, y []float64) {
	checkLengths(s, y, dst)
	clear(dst)
	part := make([]float64, s.c)
	for _, a := range s.maps {
		r, _ := a.Dims()
		a.MulTransVec(part, y[:r])
		floats.Add(dst, part)
		y = y[r:]
	}
}

// Transposed is Aᵀ: a matrix where A has entries.
func Transposed(a linalg.Map) linalg.Map {
	if t, ok := a.(transposed); ok {
		return t.of
	}
	if haveEntries(a) {
		return linalg.Columns(a)
	}
	return transposed{a}
}

type transposed struct{ of linalg.Map }

// Dims returns the number of rows and of columns.
func (t transposed) Dims() (r, c int) {
	c, r = t.of.Dims()
	return r, c
}

// MulVec is dst = Aᵀx.
func (t transposed) MulVec(dst, x []float64) { t.of.MulTransVec(dst, x) }

// MulTransVec is dst = A y.
func (t transposed) MulTransVec(dst, y []float64) { t.of.MulVec(dst, y) }

// Beside is the map (A₁ A₂ …) of x = (x₁, x₂, …) to Σ_k A_kx_k: a matrix where all have entries. It panics where there
// is none, or rows differ in number.
func Beside(maps ...linalg.Map) linalg.Map {
	turned := make([]linalg.Map, len(maps))
	for k, a := range maps {
		turned[k] = Transposed(a)
	}
	return Transposed(Stacked(turned...))
}

// Composed is the map of x to A₁(A₂(…x)): a matrix where all have entries. It panics where a map has not as many
// columns as the one behind it has rows.
func Composed(first linalg.Map, maps ...linalg.Map) linalg.Map {
	out := first
	for _, b := range maps {
		_, c := out.Dims()
		if r, _ := b.Dims(); r != c {
			panic(badShape)
		}
		if haveEntries(out, b) {
			out = product(out, b)
		} else {
			out = composed{out, b}
		}
	}
	return out
}

type composed struct{ a, b linalg.Map }

// Dims returns the number of rows and of columns.
func (m composed) Dims() (r, c int) {
	r, _ = m.a.Dims()
	_, c = m.b.Dims()
	return r, c
}

// MulVec is dst = A(Bx).
func (m composed) MulVec(dst, x []float64) {
	r, _ := m.b.Dims()
	between := make([]float64, r)
	m.b.MulVec(between, x)
	m.a.MulVec(dst, between)
}

// MulTransVec is dst = Bᵀ(Aᵀy).
func (m composed) MulTransVec(dst, y []float64) {
	r, _ := m.b.Dims()
	between := make([]float64, r)
	m.a.MulTransVec(between, y)
	m.b.MulTransVec(dst, between)
}

// product is the matrix AB, row by row: a *Dense where A is dense, else a *CSR.
func product(a, b linalg.Map) linalg.Map {
	n, _ := a.Dims()
	right := linalg.ToCSR(b)
	if linalg.IsDense(a) {
		left := linalg.ToDense(a)
		out := linalg.NewDense(n, right.C, nil)
		for i := range n {
			right.MulTransVec(out.Row(i), left.Row(i))
		}
		return out
	}
	left, sum := linalg.ToCSR(a), make([]float64, right.C)
	var out rows
	seen := make([]bool, right.C)
	for i := range n {
		var at []int
		col, val := left.Row(i)
		for k, j := range col {
			inner, _ := right.Row(int(j))
			for _, c := range inner {
				if !seen[c] {
					seen[c], at = true, append(at, int(c))
				}
			}
			right.AddRow(sum, val[k], int(j))
		}
		slices.Sort(at)
		for _, j := range at {
			out.add(j, sum[j])
			sum[j], seen[j] = 0, false
		}
		out.end()
	}
	return out.matrix(right.C)
}

// Scaled is cA: a matrix where A has entries.
func Scaled(c float64, a linalg.Map) linalg.Map {
	_, columns := a.Dims()
	if haveEntries(a) {
		by := make([]float64, columns)
		floats.AddConst(c, by)
		return linalg.ScaleColumns(a, by)
	}
	return scaled{c, a}
}

type scaled struct {
	by float64
	of linalg.Map
}

// Dims returns the number of rows and of columns.
func (s scaled) Dims() (r, c int) { return s.of.Dims() }

// MulVec is dst = cA x.
func (s scaled) MulVec(dst, x []float64) {
	s.of.MulVec(dst, x)
	floats.Scale(s.by, dst)
}

// MulTransVec is dst = cAᵀ y.
func (s scaled) MulTransVec(dst, y []float64) {
	s.of.MulTransVec(dst, y)
	floats.Scale(s.by, dst)
}
