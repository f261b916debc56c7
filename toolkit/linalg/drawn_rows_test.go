package linalg_test

import (
	"math"
	"slices"

	"github.com/proxlab/proxlab/toolkit/internal/simd"
	"github.com/proxlab/proxlab/toolkit/internal/vec"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/linalg/independent"
)

// rows are products with single rows, and what is stored of them.
func (d *drawn) rows(m linalg.Map, _ int) {
	a, ok := m.(linalg.Rows)
	if !ok {
		return
	}
	r, c := d.r, d.c
	x := d.numbers(c)
	pairs := make([]linalg.Pair, c)
	for j := range pairs {
		pairs[j] = linalg.Pair{Slope: x[j], Curvature: float64(j%3) / 2}
	}
	for i := range r {
		dot := func(y func(j int) float64) float64 { return sum(c, func(j int) float64 { return d.a[i][j] * y(j) }) }
		d.same("DotRow", []float64{a.DotRow(i, x)}, 1, 1, func(_, _ int) float64 {
			return dot(func(j int) float64 { return x[j] })
		})
		k := d.rng.IntN(r)
		d.same("DotRows", []float64{a.DotRows(i, k), a.DotRows(i, i)}, 2, 1, func(at, _ int) float64 {
			return dot(func(j int) float64 { return d.a[[]int{k, i}[at]][j] })
		})
		y := slices.Clone(x)
		a.AddRow(y, 0.5, i)
		d.same("AddRow", y, c, 1, func(j, _ int) float64 { return x[j] + 0.5*d.a[i][j] })
		stored := make([]float64, c)
		columns, values := m.(linalg.StoredRows).Stored(i)
		for at, v := range values {
			j := at
			if columns != nil {
				j = int(columns[at])
			}
			stored[j] = v
		}
		d.same("Stored", stored, c, 1, func(j, _ int) float64 { return d.a[i][j] })
		p := m.(linalg.PairRows)
		slope, curvature := p.PairProducts(i, pairs)
		d.same("PairProducts", []float64{slope, p.PairSlope(i, pairs), curvature}, 3, 1, func(at, _ int) float64 {
			if at < 2 {
				return dot(func(j int) float64 { return x[j] })
			}
			return dot(func(j int) float64 { return d.a[i][j] * pairs[j].Curvature })
		})
		moved := slices.Clone(pairs)
		p.AddPair(moved, 0.25, i)
		for j, at := range moved {
			if want := x[j] + 0.25*d.a[i][j]*pairs[j].Curvature; at.Slope != want {
				d.t.Fatalf("%d × %d, %s, AddPair: %g, not %g", r, c, d.what, at.Slope, want)
			}
		}
	}
}

// entries are looked at one by one.
func (d *drawn) entries(m linalg.Map, _ int) {
	r, c := d.r, d.c
	got, nonzero, least := make([]float64, r*c), 0, math.Inf(1)
	linalg.ForEach(m, func(i, j int, v float64) { got[i*c+j] = v })
	d.same("ForEach", got, r, c, d.at)
	for _, v := range got {
		if v != 0 {
			nonzero++
			least = math.Min(least, math.Abs(v))
		}
	}
	if _, sparse := m.(*linalg.CSR); sparse {
		if n := linalg.ToCSR(m).NNZ(); n != nonzero || linalg.Nonzeros(m) != nonzero || linalg.Bytes(m) != 12*float64(n) {
			d.t.Errorf("%d × %d, %s: %d entries, not %d", r, c, d.what, n, nonzero)
		}
	} else if linalg.Nonzeros(m) != r*c || linalg.Bytes(m) != 8*float64(r*c) {
		d.t.Errorf("%d × %d, %s: %d entries", r, c, d.what, linalg.Nonzeros(m))
	}
	if linalg.AnyBelow(m, least) || nonzero > 0 && !linalg.AnyBelow(m, 2*least) {
		d.t.Errorf("%d × %d, %s: AnyBelow, where %g is the least", r, c, d.what, least)
	}
	if _, _, v, found := linalg.NotFinite(m.(linalg.Entries)); found {
		d.t.Errorf("%d × %d, %s: %g is not finite", r, c, d.what, v)
	}
	d.oneEntry(m)
	mean, ok := linalg.DenseMeans(m, func(int) float64 { return 1 / float64(r) })
	if _, dense := m.(*linalg.Dense); ok != (dense && r > 0) {
		d.t.Errorf("%d × %d, %s: means are there: %v", r, c, d.what, ok)
	}
	for j, v := range mean {
		d.near("DenseMeans", v, sum(r, func(i int) float64 { return d.a[i][j] })/float64(r), 1)
	}
	d.rank(m)
}

// oneEntry spoils one, and looks at it and at its column.
func (d *drawn) oneEntry(m linalg.Map) {
	r, c := d.r, d.c
	if r > 0 && c > 0 {
		spoiled := linalg.NewDense(r, c, slices.Clone(linalg.ToDense(m).Data))
		i, j := d.rng.IntN(r), d.rng.IntN(c)
		spoiled.Data[i*c+j] = math.Inf(-1)
		if row, column, v, found := linalg.NotFinite(spoiled); !found || row != i || column != j || !math.IsInf(v, -1) {
			d.t.Errorf("%d × %d: −Inf at (%d, %d) is found at (%d, %d)", r, c, i, j, row, column)
		}
		column := make([]float64, r)
		linalg.Column(column, m, j)
		d.same("Column", column, r, 1, func(i, _ int) float64 { return d.a[i][j] })
		sparse := linalg.ToCSR(m)
		sparse.Prefetch(i)
		d.same("At", []float64{sparse.At(i, j), linalg.ToDense(m).At(i, j)}, 2, 1,
			func(int, int) float64 { return d.a[i][j] })
	}
}

// rank counts singular values that are not 0.
func (d *drawn) rank(m linalg.Map) {
	r, c := d.r, d.c
	if rank := independent.ExactRank(m); min(r, c) > 0 && min(r, c) <= 20 {
		values, ok := linalg.SingularValues(linalg.ToDense(m).Data, r, c)
		count := 0
		for _, v := range values {
			if v > 1e-6*values[0] && v > 0 {
				count++
			}
		}
		if !ok || count != rank {
			d.t.Errorf("%d × %d, %s: rank %d, and %d singular values", r, c, d.what, rank, count)
		}
	}
}

// chosen are columns copied as they are asked for.
func (d *drawn) chosen(m linalg.Map, k int) {
	stored, ok := m.(linalg.StoredRows)
	if !ok {
		return
	}
	r, c := d.r, d.c
	made := linalg.NewChosenColumns(stored, linalg.ColumnNorms(m))
	for range 4 {
		which := d.some(c, true)
		if made.Take(which); !made.Has(which) {
			d.t.Errorf("%d × %d, %s: columns %v are not there", r, c, d.what, which)
		}
		x := d.numbers(r)
		for _, j := range d.some(c, false) {
			i, y := d.rng.IntN(c), slices.Clone(x)
			made.AddRow(y, 0.5, j)
			d.same("AddRow", y, r, 1, func(i, _ int) float64 { return x[i] + 0.5*d.a[i][j] })
			dot := sum(r, func(i int) float64 { return d.a[i][j] * x[i] })
			d.same("DotRow", []float64{made.DotRow(j, x)}, 1, 1, func(int, int) float64 { return dot })
			both := gram(r, nil, d.at)(i, j)
			d.near("DotRows", made.DotRows(i, j), both, math.Abs(both))
		}
	}
	u, got := d.numbers(k*r), make([]float64, k*c)
	made.MulColumns(got, u, k)
	d.same("MulColumns", got, c, k,
		func(j, l int) float64 { return sum(r, func(i int) float64 { return u[l*r+i] * d.a[i][j] }) })
	x, y, f, g := d.numbers(r), d.numbers(c), make([]float64, c), make([]float64, r)
	made.MulVec(f, x)
	made.MulTransVec(g, y)
	d.same("MulVec", f, c, 1,
		func(j, _ int) float64 { return sum(r, func(i int) float64 { return d.a[i][j] * x[i] }) })
	d.same("MulTransVec", g, r, 1,
		func(i, _ int) float64 { return sum(c, func(j int) float64 { return d.a[i][j] * y[j] }) })
}

// vectors are loops over their numbers.
func (d *drawn) vectors(k int) {
	n := d.c
	x, y, s := d.numbers(n), d.numbers(n), 0.375
	dot := sum(n, func(i int) float64 { return x[i] * y[i] })
	d.same("Dot", []float64{linalg.Dot(x, y), vec.Dot2(s, x, y) - s}, 2, 1, func(int, int) float64 { return dot })
	z := slices.Clone(x)
	linalg.Axpy(z, s, y)
	d.same("Axpy", z, n, 1, func(i, _ int) float64 { return x[i] + s*y[i] })
	if len(vec.Resize(z, n+k)) != n+k || len(vec.Resize(nil, k)) != k || len(vec.Resize(z, 0)) != 0 {
		d.t.Error("Resize makes another length")
	}
	linalg.Exp(z, x, s)
	for i, v := range z {
		d.near("Exp", v, math.Exp(x[i]-s), v)
	}
	linalg.Log(z, z)
	for i, v := range z {
		d.near("Log", v, x[i]-s, 10)
	}
	a, b := d.numbers(d.r*n), d.numbers(n*k)
	product := func(i, l int) float64 { return sum(n, func(j int) float64 { return a[i*n+j] * b[j*k+l] }) }
	got, t := d.numbers(d.r*k), make([]float64, n*k)
	linalg.Gemm(got, a, b, d.r, n, k, false)
	d.same("Gemm", got, d.r, k, product)
	linalg.Transpose(t, b, n, k)
	d.same("Transpose", t, k, n, func(l, j int) float64 { return b[j*k+l] })
	linalg.Gemm(got, a, t, d.r, n, k, true)
	d.same("Gemm of a transpose", got, d.r, k, product)
	d.variation(n)
}

// variation are the loops of total variation.
func (d *drawn) variation(n int) {
	row, below, p1, p2, r1, r2 := d.numbers(n+1), d.numbers(n), d.numbers(n), d.numbers(n), d.numbers(n), d.numbers(n)
	norm, slack, dst := make([]float64, n), make([]float64, n), make([]float64, n)
	simd.VariationTerms(norm, slack, row, below, p1, p2)
	simd.VariationImage(dst, row[:n], p1, p2, r1, r2, 0.5)
	q1, q2, s1, s2 := slices.Clone(p1), slices.Clone(p2), slices.Clone(r1), slices.Clone(r2)
	simd.VariationStep(q1, q2, s1, s2, row, below, 0.25, 0.5)
	for j := range n {
		down, right := below[j]-row[j], row[j+1]-row[j]
		length := math.Hypot(down, right)
		d.near("VariationTerms", norm[j], length, 1)
		d.near("its slack", slack[j], length-down*p1[j]-right*p2[j], 10)
		d.near("VariationImage", dst[j], row[j]+0.5*(p1[j]-p2[j]+r1[j]-r2[j]), 10)
		a, b := r1[j]+0.25*down, r2[j]+0.25*right
		if size := math.Hypot(a, b); size > 1 {
			a, b = a/size, b/size
		}
		d.near("VariationStep", q1[j], a, 1)
		d.near("VariationStep", q2[j], b, 1)
		d.near("VariationStep", s1[j], a+0.5*(a-p1[j]), 1)
		d.near("VariationStep", s2[j], b+0.5*(b-p2[j]), 1)
	}
}

// norms are those of columns and of the whole, and singular values.
func (d *drawn) norms(m linalg.Map, _ int) {
	r, c, whole := d.r, d.c, 0.
	squares := make([]float64, c)
	for _, row := range d.a {
		for j, v := range row {
			squares[j] += v * v
			whole += v * v
		}
	}
	d.same("ColumnNorms", linalg.ColumnNorms(m), c, 1, func(j, _ int) float64 { return math.Sqrt(squares[j]) })
	lo, hi := linalg.SquaredNorm(m)
	frobenius := linalg.SquaredFrobenius(m)
	if _, own := m.(struct{ linalg.Entries }); !own || frobenius > whole {
		d.near("SquaredFrobenius", frobenius, whole, whole)
	}
	u, v := d.numbers(r), d.numbers(c)
	low, high := linalg.TopPair(m, u, v)
	if r > 0 && c > 0 && min(r, c) <= 40 { // the Krylov space is exhausted
		top := 0.
		if values, ok := linalg.SingularValues(linalg.ToDense(m).Data, r, c); ok {
			top = values[0]
		}
		size := 1e4 * (1 + top*top) // of 1e-12: values from Gram matrices
		d.near("SquaredNorm", lo, top*top, size)
		d.near("its bound", hi, top*top, size)
		d.near("TopPair", low, top, 1e4*(1+top))
		d.near("its bound", high, top, 1e4*(1+top))
	}
	d.near("u'Av", low, sum(r, func(i int) float64 {
		return u[i] * sum(c, func(j int) float64 { return d.a[i][j] * v[j] })
	}), 1e4*(1+high))
}
