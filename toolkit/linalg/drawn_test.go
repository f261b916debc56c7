package linalg_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// TestDrawnShapes drives every function on drawn shapes, empty ones, single rows and widths that are no multiple of
// eight among them, against plain loops over numbers that are kept apart.
func TestDrawnShapes(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(8, 38))
	sides := []int{0, 0, 1, 1, 2, 3, 4, 5, 7, 8, 9, 13, 16, 17, 24, 31, 33, 65}
	side := func() int { return sides[rng.IntN(len(sides))] }
	rounds := 400
	if testing.Short() {
		rounds = 40
	}
	for range rounds {
		newDrawn(t, rng, side(), side()).all(side())
	}
	for _, shape := range [][2]int{{0, 1100}, {1, 1100}, {1100, 0}, {270, 1}, {3, 270}, {129, 5}, {5, 129}} {
		newDrawn(t, rng, shape[0], shape[1]).all(2)
	}
}

// drawn is a matrix as numbers, and in the kinds there are.
type drawn struct {
	t     *testing.T
	rng   *rand.Rand
	r, c  int
	a     [][]float64
	kinds map[string]linalg.Map
	what  string
}

// newDrawn has a share of zeros, rows of zeros too, and numbers of few digits, so that sums are exact in any order.
func newDrawn(t *testing.T, rng *rand.Rand, r, c int) *drawn {
	d := &drawn{t: t, rng: rng, r: r, c: c, a: make([][]float64, r)}
	dense, larger := linalg.NewDense(r, c, nil), linalg.NewDense(r+3, c, d.numbers((r+3)*c))
	for i := range d.a {
		if d.a[i] = d.numbers(c); rng.IntN(5) == 0 {
			clear(d.a[i])
		}
		copy(dense.Row(i), d.a[i])
		copy(larger.Row(i+2), d.a[i])
	}
	own := struct{ linalg.Entries }{dense}
	d.kinds = map[string]linalg.Map{
		"dense": dense, "sparse": linalg.ToCSR(dense), "own": own,
		"dense range": linalg.RowRange(larger, 2, r+2), "sparse range": linalg.RowRange(linalg.ToCSR(larger), 2, r+2),
	}
	return d
}

// numbers are n of few digits.
func (d *drawn) numbers(n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = float64(d.rng.IntN(33)-16) / 8 * float64(d.rng.IntN(2))
	}
	return x
}

// some are indices below n: ascending and each once, or as they come.
func (d *drawn) some(n int, ascending bool) []int {
	which := []int{}
	for i := range n {
		if d.rng.IntN(3) == 0 {
			which = append(which, i)
		}
	}
	if !ascending && len(which) > 0 {
		which = append(which, which[0])
		d.rng.Shuffle(len(which), func(i, j int) { which[i], which[j] = which[j], which[i] })
	}
	return which
}

// same compares with what a loop makes of m×n numbers, which are exact.
func (d *drawn) same(what string, got []float64, m, n int, want func(i, j int) float64) {
	d.t.Helper()
	if len(got) != m*n {
		d.t.Fatalf("%d × %d, %s, %s: %d numbers, not %d × %d", d.r, d.c, d.what, what, len(got), m, n)
	}
	for at, v := range got {
		if w := want(at/n, at%n); v != w {
			d.t.Fatalf("%d × %d, %s, %s: %g at (%d, %d), not %g", d.r, d.c, d.what, what, v, at/n, at%n, w)
		}
	}
}

// is compares a matrix with a loop.
func (d *drawn) is(what string, got linalg.Map, m, n int, want func(i, j int) float64) {
	d.t.Helper()
	if r, c := got.Dims(); r != m || c != n {
		d.t.Fatalf("%d × %d, %s, %s: %d × %d, not %d × %d", d.r, d.c, d.what, what, r, c, m, n)
	}
	d.same(what, linalg.ToDense(got).Data, m, n, want)
	x, y := d.numbers(n), make([]float64, m)
	got.MulVec(y, x)
	d.same(what+" times x", y, m, 1,
		func(i, _ int) float64 { return sum(n, func(j int) float64 { return want(i, j) * x[j] }) })
	z := make([]float64, n)
	got.MulTransVec(z, y)
	d.same(what+" transposed", z, n, 1, func(j, _ int) float64 {
		return sum(m, func(i int) float64 { return want(i, j) * y[i] })
	})
}

// near is same for numbers with rounding.
func (d *drawn) near(what string, got, want, size float64) {
	d.t.Helper()
	if !(math.Abs(got-want) <= 1e-12*(1+size)) {
		d.t.Fatalf("%d × %d, %s, %s: %g, not %g", d.r, d.c, d.what, what, got, want)
	}
}

func sum(n int, of func(i int) float64) (s float64) {
	for i := range n {
		s += of(i)
	}
	return s
}

// all drives everything.
func (d *drawn) all(k int) {
	for name, m := range d.kinds {
		for what, check := range map[string]func(linalg.Map, int){
			"matrices of others": d.others, "products": d.products, "Gram matrices": d.grams, "rows": d.rows,
			"entries": d.entries, "chosen columns": d.chosen, "norms": d.norms,
		} {
			d.try(name+", "+what, k, func(k int) { check(m, k) })
		}
	}
	for what, check := range map[string]func(int){
		"vectors": d.vectors, "rows of several": d.severalRows, "bits": d.bits, "blocks of rows": d.blocks,
		"pairs": d.pairs, "systems": d.systems,
	} {
		d.try(what, k, check)
	}
}

// try says of what a panic is.
func (d *drawn) try(what string, k int, check func(int)) {
	defer func() {
		if e := recover(); e != nil {
			d.t.Errorf("%d × %d, k = %d, %s: %v", d.r, d.c, k, what, e)
		}
	}()
	d.what = what
	check(k)
}

func (d *drawn) at(i, j int) float64         { return d.a[i][j] }
func (d *drawn) transposed(i, j int) float64 { return d.a[j][i] }

// others are the matrices that are made of one.
func (d *drawn) others(m linalg.Map, k int) {
	r, c := d.r, d.c
	rows, columns, s := d.some(r, false), d.some(c, true), d.numbers(c)
	more := linalg.NewDense(k, r, d.numbers(k*r))
	d.is("itself", m, r, c, d.at)
	d.is("ToCSR", linalg.ToCSR(m), r, c, d.at)
	d.is("Columns", linalg.Columns(m), c, r, d.transposed)
	d.is("SelectColumns", linalg.SelectColumns(m, columns), r, len(columns),
		func(i, j int) float64 { return d.a[i][columns[j]] })
	selected := linalg.SelectRows(m, rows)
	d.is("SelectRows", selected, len(rows), c, func(i, j int) float64 { return d.a[rows[i]][j] })
	again := d.some(r, false)
	d.is("SelectRowsInto", linalg.SelectRowsInto(selected, m, again), len(again), c,
		func(i, j int) float64 { return d.a[again[i]][j] })
	lo := d.rng.IntN(r + 1)
	hi := lo + d.rng.IntN(r-lo+1)
	d.is("RowRange", linalg.RowRange(m, lo, hi), hi-lo, c, func(i, j int) float64 { return d.a[lo+i][j] })
	d.is("ScaleColumns", linalg.ScaleColumns(m, s), r, c, func(i, j int) float64 { return d.a[i][j] * s[j] })
	divisors := make([]float64, c)
	for j := range divisors {
		divisors[j] = math.Ldexp(1, j%5-2)
	}
	d.is("DivideColumns", linalg.DivideColumns(m, divisors), r, c,
		func(i, j int) float64 { return d.a[i][j] / divisors[j] })
	d.is("CenterColumns", linalg.CenterColumns(m, s), r, c, func(i, j int) float64 { return d.a[i][j] - s[j] })
	if r > 0 {
		d.is("AppendRows", linalg.AppendRows(m, m, m), 3*r, c, func(i, j int) float64 { return d.a[i%r][j] })
	}
	beside := func(i, j int) float64 {
		if j < c {
			return d.a[i][j]
		}
		return more.At(j-c, i)
	}
	d.is("AppendColumns", linalg.AppendColumns(m, more), r, c+k, beside)
	for name, h := range map[string][]float64{"": nil, ", weighted": d.numbers(r)} {
		d.same("Gram of Beside"+name, linalg.GramOfColumns(linalg.Beside(m, more), h), c+k, c+k, gram(r, h, beside))
	}
	view, norms, ok := linalg.CentredView(m, s, linalg.ColumnNorms(linalg.CenterColumns(m, make([]float64, c))))
	if ok && len(norms) != c {
		d.t.Errorf("%d norms of %d columns", len(norms), c)
	}
	if ok {
		centred := func(i, j int) float64 { return d.a[i][j] - s[j] }
		d.is("CentredView", view, r, c, centred)
		d.is("its columns", linalg.Columns(view), c, r, func(i, j int) float64 { return centred(j, i) })
		d.is("some of its columns", linalg.SelectColumns(view, columns), r, len(columns),
			func(i, j int) float64 { return centred(i, columns[j]) })
	}
}

// gram is an entry of MᵀHM for n rows.
func gram(n int, h []float64, m func(i, j int) float64) func(j, k int) float64 {
	return func(j, k int) float64 {
		return sum(n, func(i int) float64 {
			if h != nil {
				return h[i] * m(i, j) * m(i, k)
			}
			return m(i, j) * m(i, k)
		})
	}
}

// products are those with several vectors.
func (d *drawn) products(m linalg.Map, k int) {
	r, c := d.r, d.c
	w, u := d.numbers(c*k), d.numbers(r*k)
	times := func(i, l int) float64 { return sum(c, func(j int) float64 { return d.a[i][j] * w[j*k+l] }) }
	dst := d.numbers(r * k)
	linalg.MulMat(dst, m, w, k)
	d.same("MulMat", dst, r, k, times)
	rows := make([]float64, k*c)
	linalg.Transpose(rows, w, c, k)
	linalg.MulRows(dst, m, rows, k)
	d.same("MulRows", dst, r, k, times)
	back := d.numbers(c * k)
	trans := func(j, l int) float64 { return sum(r, func(i int) float64 { return d.a[i][j] * u[i*k+l] }) }
	linalg.MulTransMat(back, m, u, k)
	d.same("MulTransMat", back, c, k, trans)
	linalg.TransMulRows(back, m, u, k)
	d.same("TransMulRows", back, k, c, func(l, j int) float64 { return trans(j, l) })
}

// grams are Gram matrices.
func (d *drawn) grams(m linalg.Map, k int) {
	r, c := d.r, d.c
	none := func(int) []float64 { return nil }
	for name, weights := range map[string]func(n int) []float64{"": none, ", weighted": d.numbers} {
		h, g := weights(r), weights(c)
		d.same("GramOfColumns"+name, linalg.GramOfColumns(m, h), c, c, gram(r, h, d.at))
		d.same("GramOfRows"+name, linalg.GramOfRows(m, g), r, r, gram(c, g, d.transposed))
		if !linalg.IsDense(m) {
			continue
		}
		rows, y, s, t := d.some(r, false), d.numbers(r*k), d.numbers(c), d.numbers(k)
		h = weights(len(rows))
		got := linalg.ShiftedGram(d.t.Context(), m, y, s, t, h, rows)
		d.same("ShiftedGram"+name, got, c+k+1, c+k+1, gram(len(rows), h, func(i, j int) float64 {
			switch {
			case j < c:
				return d.a[rows[i]][j] - s[j]
			case j < c+k:
				return y[rows[i]*k+j-c] - t[j-c]
			}
			return 1
		}))
	}
	rows := d.some(r, false)
	h, stride := d.numbers(len(rows)), c+k
	dst := d.numbers(c * stride)
	was := slices.Clone(dst)
	linalg.AddGramOfSome(dst, stride, m, rows, h)
	own := gram(len(rows), h, func(i, j int) float64 { return d.a[rows[i]][j] })
	d.same("AddGramOfSome", dst, c, stride, func(j, l int) float64 {
		if l < j || l >= c {
			return was[j*stride+l]
		}
		return was[j*stride+l] + own(j, l)
	})
	if terms := linalg.GramTerms(r, c); terms < 0 || terms > r {
		d.t.Errorf("GramTerms(%d, %d) is %d", r, c, terms)
	}
}
