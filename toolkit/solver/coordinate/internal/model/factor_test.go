package model

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/internal/vec"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// TestActiveFactor: while columns come and go, and μ changes, the factor solves the system that is made anew each time;
// of two columns that are the same one is left out. Columns come in several panels, and one by one.
func TestActiveFactor(t *testing.T) {
	t.Parallel()
	const n, d = 2 * panel, 2*panel - 8
	rng := rand.New(rand.NewPCG(1, 92))
	columns := linalg.NewDense(d, n, testproblems.Normal(rng, d*n, 1))
	copy(columns.Row(7), columns.Row(3))
	b := Blocks{N: n, From: []int{0}}
	for j := range d {
		b.Add(1, Column{columns, j, 0, n, j})
	}
	b.Penalized = d - 1 // the last one has no ridge
	c := make([]float64, n)
	for i := range c {
		c[i] = float64(1+i%3) / (2 * n)
	}
	f := NewActiveFactor(NewLeastSquares(b, c, nil))
	for step := range 60 {
		f.OnPath = step%30 > 7
		mu := 0.1 * float64(step/20)
		var want []int
		for j := range d {
			if rng.IntN(10) > 0 || j == 3 || j == 7 {
				want = append(want, j)
			}
		}
		f.follow(t.Context(), want, mu)
		m := len(f.columns)
		if left := len(want) - m; mu == 0 && left != 1 || mu > 0 && left != 0 {
			t.Fatalf("step %d: %d of %d columns are left out", step, left, len(want))
		}
		system, right := mat.NewSymDense(m, nil), mat.NewVecDense(m, testproblems.Normal(rng, m, 1))
		scratch := make([]float64, n)
		for i, k := range f.columns {
			for j, l := range f.columns[:i+1] {
				system.SetSym(i, j, WeightedDot(scratch, c, &b.Columns[k], &b.Columns[l]))
			}
			if b.IsPenalized(k) {
				system.SetSym(i, i, system.At(i, i)+mu)
			}
		}
		x := append([]float64(nil), right.RawVector().Data...)
		f.factor.Solve(x)
		var back mat.VecDense
		back.MulVec(system, mat.NewVecDense(m, x))
		for i := range m {
			if math.Abs(back.AtVec(i)-right.AtVec(i)) > 1e-8*(1+mat.Norm(right, 2)) {
				t.Fatalf("step %d: row %d of the system is %g and not %g", step, i, back.AtVec(i), right.AtVec(i))
			}
		}
	}
}

// TestFactorAtAnotherRidge: along a path of μ columns that stay are multiplied with one another once.
func TestFactorAtAnotherRidge(t *testing.T) {
	t.Parallel()
	const n, d = 40, 30
	columns := linalg.NewDense(d, n, testproblems.Normal(rand.New(rand.NewPCG(1, 97)), d*n, 1))
	b, c := Blocks{N: n, From: []int{0}, Penalized: d}, slices.Repeat([]float64{1. / n}, n)
	for j := range d {
		b.Add(1, Column{columns, j, 0, n, j})
	}
	q := NewLeastSquares(b, c, nil)
	f := NewActiveFactor(q)
	f.OnPath = true
	f.follow(t.Context(), vec.UpTo(d), 2)
	f.remove(4)
	for k := range q.Columns {
		q.Columns[k].A = nil // a product panics
	}
	for _, want := range [][]int{{1, 2, 3, 5, 8, 13, 21}, {2, 5, 13, 21}} {
		mu := 1 / float64(len(want))
		if !f.follow(t.Context(), want, mu) || !slices.Equal(f.columns, want) {
			t.Fatalf("columns %v, not %v", f.columns, want)
		}
		for i, k := range want {
			for j, l := range want[:i+1] {
				entry := columns.DotRows(k, l) / n
				if k == l {
					entry += mu
				}
				if got := floats.Dot(f.factor.Row(i)[:j+1], f.factor.Row(j)); math.Abs(got-entry) > 1e-12 {
					t.Errorf("μ %g: entry %d, %d of LLᵀ is %g, not %g", mu, k, l, got, entry)
				}
			}
		}
	}
}

// counted counts products with its rows.
type counted struct {
	linalg.Identity
	products *int
}

func (c counted) DotRow(i int, x []float64) float64 {
	*c.products++
	return c.Identity.DotRow(i, x)
}

// TestTooManyForAFactor: where more weights become other than 0 than a factor is made of, none is begun: columns are
// multiplied a few times each, and not with one another.
func TestTooManyForAFactor(t *testing.T) {
	t.Parallel()
	const n = 3 * mostActive / 2
	products := 0
	a := counted{n, &products}
	b, c, y := Blocks{N: n, From: []int{0}}, make([]float64, n), make([]float64, n)
	for j := range n {
		b.Add(1, Column{A: a, Row: j, Hi: n, WeightAt: j})
		c[j], y[j] = 1, 2
	}
	b.Penalized = n
	q := NewLeastSquares(b, c, nil)
	m := q.Model(y, 1, 0, make([]float64, n))
	m.Factor = NewActiveFactor(q)
	solved, err := m.SolveActive(t.Context(), vec.UpTo(n), 1e-9, 1e-9)
	if solved || err != nil || len(m.Factor.columns) > 0 || products > 20*n {
		t.Errorf("solved %v, %v: %d columns in the factor, %d products of %d columns", solved, err, len(m.Factor.columns),
			products, n)
	}
}

// TestFactorWaits: columns that are hardly dependent are solved by passes before a factor of them has paid, nearly
// dependent ones by Newton steps.
func TestFactorWaits(t *testing.T) {
	t.Parallel()
	const n, d = 300, 100
	for _, shared := range []float64{0, 30} {
		rng := rand.New(rand.NewPCG(1, 94))
		columns, common := linalg.NewDense(d, n, testproblems.Normal(rng, d*n, 0.1)), testproblems.Normal(rng, n, shared)
		b, c, y := Blocks{N: n, From: []int{0}, Penalized: d}, make([]float64, n), testproblems.Normal(rng, n, 1)
		for i := range c {
			c[i] = 1
		}
		for j := range d {
			columns.Row(j)[j] += 100
			floats.Add(columns.Row(j), common)
			b.Add(1, Column{columns, j, 0, n, j})
		}
		q := NewLeastSquares(b, c, nil)
		m := q.Model(y, 0.1, 0, make([]float64, d))
		m.Factor = NewActiveFactor(q)
		solved, err := m.SolveActive(t.Context(), vec.UpTo(d), 1e-5, 1e-5)
		if gap := m.Gap(vec.UpTo(d)); !solved || err != nil || !(gap <= 1e-5) {
			t.Errorf("common %g: solved %v, %v: gap %g", shared, solved, err, gap)
		}
		if had := len(m.Factor.columns) > 0; had != (shared > 0) {
			t.Errorf("common %g: %d columns in the factor", shared, len(m.Factor.columns))
		}
	}
}

// TestFactorOfShortColumns: columns of two numbers each that are nearly dependent come into a factor once passes over
// them, which are cheap and many, have cost as much.
func TestFactorOfShortColumns(t *testing.T) {
	t.Parallel()
	const d = 150
	ptr, col, val := []int{0}, []int32(nil), []float64(nil)
	b, c := Blocks{N: d + 1, From: []int{0}}, make([]float64, d+1)
	y := testproblems.Normal(rand.New(rand.NewPCG(1, 96)), d+1, 9)
	for j := range d {
		col, val, ptr = append(col, int32(j), int32(j+1)), append(val, 1, -1), append(ptr, 2*(j+1))
	}
	columns := linalg.NewCSR(d, d+1, ptr, col, val)
	for i := range c {
		c[i] = 1
	}
	for j := range d {
		b.Add(1, Column{columns, j, 0, d + 1, j})
	}
	b.Penalized = d
	q := NewLeastSquares(b, c, nil)
	m := q.Model(y, 1e-3, 0, make([]float64, d))
	m.Factor = NewActiveFactor(q)
	solved, err := m.SolveActive(t.Context(), vec.UpTo(d), 1e-9, 1e-9)
	if !solved || err != nil || len(m.Factor.columns) < d/2 || m.Evals > 1000 {
		t.Errorf("solved %v, %v: %d columns in the factor after %d passes", solved, err, len(m.Factor.columns), m.Evals)
	}
}

// TestVisited: with more columns than can be independent beyond their bounds, as many as there is room for are visited,
// the worst, with those that are not 0; with a ridge all, and one at a time none but the worst is found.
func TestVisited(t *testing.T) {
	t.Parallel()
	const n, d = 10, 30
	b, c := Blocks{N: n, From: []int{0}}, make([]float64, n)
	columns := linalg.NewDense(d, n, testproblems.Normal(rand.New(rand.NewPCG(1, 93)), d*n, 1))
	for j := range d {
		b.Add(1, Column{columns, j, 0, n, j})
	}
	b.Penalized = d
	w := make([]float64, d)
	w[4], w[7] = 1, -1
	m := NewLeastSquares(b, c, nil).Model(make([]float64, n), 1, 0, w)
	for j := range d {
		m.Products[j] = float64(j) - 9.5 // beyond are 0 to 8, but for two, and 11 to 29
	}
	visit, _ := m.visited(vec.UpTo(d), false)
	if want := []int{4, 7, 22, 23, 24, 25, 26, 27, 28, 29}; !slices.Equal(visit, want) {
		t.Errorf("%v are visited, not %v", visit, want)
	}
	if visit, worst := m.visited(vec.UpTo(d), true); !slices.Equal(visit, []int{4, 7}) || worst != d-1 {
		t.Errorf("%v are visited and %d", visit, worst)
	}
	m.Mu = 1
	if visit, _ = m.visited(vec.UpTo(d), false); len(visit) != 28 {
		t.Errorf("with a ridge %d are visited", len(visit))
	}
}
