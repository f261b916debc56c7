package linalg_test

import (
	"math"
	"slices"

	"github.com/proxlab/proxlab/toolkit/internal/anderson"
	"github.com/proxlab/proxlab/toolkit/internal/simd"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/linalg/independent"
)

// severalRows are those of a dense matrix that are added, or added to, at once, and of an identity.
func (d *drawn) severalRows(int) {
	r, c := d.r, d.c
	m := linalg.NewDense(r, c, slices.Clone(linalg.ToDense(d.kinds["dense"]).Data))
	var rows, from []int32
	for _, i := range d.some(r, false) {
		rows, from = append(rows, int32(i)), append(from, int32(i*c))
	}
	s, x := d.numbers(len(rows)), d.numbers(c)
	total := func(j, _ int) float64 {
		return x[j] + sum(len(rows), func(k int) float64 { return s[k] * d.a[rows[k]][j] })
	}
	y, z := slices.Clone(x), slices.Clone(x)
	m.AddRows(y, s, rows)
	simd.AxpyGathered(z, s, from, m.Data, 1)
	d.same("AddRows", y, c, 1, total)
	d.same("AddSegments", z, c, 1, total)
	added := func(i, j int) float64 {
		return d.a[i][j] + sum(len(rows), func(k int) float64 {
			if int(rows[k]) == i {
				return s[k] * x[j]
			}
			return 0
		})
	}
	other := slices.Clone(m.Data)
	m.AddToRows(s, rows, x)
	simd.AxpyScattered(other, 1, s, from, x)
	d.same("AddToRows", m.Data, r, c, added)
	d.same("AddToSegments", other, r, c, added)
	unit := func(i, j int) float64 {
		if i == j {
			return 1
		}
		return 0
	}
	d.is("Identity", linalg.Identity(c), c, c, unit)
	for i := range c {
		j := d.rng.IntN(c)
		columns, values := linalg.Identity(c).Stored(i)
		if len(columns) != 1 || int(columns[0]) != i || values[0] != 1 || linalg.Identity(c).DotRow(i, x) != x[i] ||
			linalg.Identity(c).DotRows(i, j) != unit(i, j) {
			d.t.Errorf("row %d of the identity of %d", i, c)
		}
		y := slices.Clone(x)
		linalg.Identity(c).AddRow(y, 2, i)
		d.same("AddRow of Identity", y, c, 1, func(j, _ int) float64 { return x[j] + 2*unit(i, j) })
	}
}

// bits are matrices of 0 and 1.
func (d *drawn) bits(int) {
	r, c := d.r, d.c
	a := linalg.NewBits(r, c)
	one := func(i, j int) float64 {
		if d.a[i][j] != 0 {
			return 1
		}
		return 0
	}
	for i, row := range d.a {
		for j := range row {
			a.Row(i)[j/64] |= uint64(one(i, j)) << (j % 64)
		}
	}
	d.is("Bits", a.Dense(), r, c, one)
	dots := make([]uint16, r)
	for i := range r {
		a.Dots(dots, i, a)
		for j, v := range dots {
			want := sum(c, func(k int) float64 { return one(i, k) * one(j, k) })
			if float64(v) != want || float64(a.Dot(i, a, j)) != want || i == j && float64(a.Ones(i)) != want {
				d.t.Fatalf("%d × %d: rows %d and %d share %d ones, not %g", r, c, i, j, v, want)
			}
		}
	}
}

// blocks are those of rows by columns.
func (d *drawn) blocks(int) {
	r, c := d.r, d.c // columns and rows that were read
	h := d.numbers(c)
	for i, v := range h {
		h[i] = math.Abs(v)
	}
	dense := &linalg.RowBlock{}
	sparse := &linalg.RowBlock{Sparse: linalg.ToCSR(linalg.SelectRows(d.kinds["sparse"], ints(r)))}
	copy(dense.MakeDense(r, c).Data, linalg.ToDense(d.kinds["dense"]).Data)
	for name, b := range map[string]*linalg.RowBlock{"dense": dense, "sparse": sparse} {
		which := d.some(r, true)
		size := len(which)
		got := make([]float64, size*size)
		b.AddGram(got, which, h)
		of := gram(c, h, func(i, k int) float64 { return d.a[which[k]][i] })
		for j := range size {
			for k := j; k < size; k++ {
				d.near(name+" AddGram", got[j*size+k], of(j, k), of(j, j)+of(k, k))
			}
		}
		mean, scale := d.numbers(r), make([]float64, r)
		for j := range scale {
			scale[j] = math.Ldexp(1, j%3)
		}
		b.Standardize(mean, scale, nil)
		d.is(name+" Standardize", b.Columns(), r, c, func(i, j int) float64 {
			if name == "sparse" {
				return d.a[i][j] / scale[i]
			}
			return (d.a[i][j] - mean[i]) / scale[i]
		})
	}
}

func ints(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// pairs are singular ones, by four routes, and eigenvectors.
func (d *drawn) pairs(k int) {
	r, c := d.r, d.c
	if max(r, c) > 130 {
		return
	}
	g := linalg.ToDense(d.kinds["dense"]).Data
	size := math.Sqrt(linalg.SquaredFrobenius(d.kinds["dense"]))
	thin, ok := linalg.ThinPairs(g, r, c)
	by, top, also := linalg.SingularPairs(g, r, c, 0.5)
	values, too := linalg.SingularValues(g, r, c)
	if !ok || !also || !too || len(thin.Values) != min(r, c) || len(values) != min(r, c) {
		d.t.Fatalf("%d × %d: %d and %d singular values", r, c, len(thin.Values), len(values))
	}
	above := 0
	for j, v := range thin.Values {
		d.near("SingularValues", values[j]*values[j], v*v, 10*size*size)
		if v > 0.5 {
			above++
		}
	}
	if min(r, c) > 0 {
		d.near("top", top, thin.Values[0], 10*size)
	}
	d.product("ThinPairs", thin, g, size)
	d.near("SingularPairs", float64(len(by.Values)), float64(above), 0)
	own := linalg.Product{
		D: r, K: c,
		Times:      func(dst, b []float64, n int) { linalg.Gemm(dst, b, g, n, c, r, true) },
		TransTimes: func(dst, b []float64, n int) { linalg.Gemm(dst, b, g, n, r, c, false) },
	}
	start := make([]float64, c*c)
	for j := range c {
		start[j*c+j] = 1
	}
	if all, ok := linalg.SubspacePairs(own, start, c, 1); !ok {
		d.t.Errorf("%d × %d: no SubspacePairs", r, c)
	} else if len(all.Values) > 0 {
		d.near("SubspacePairs", all.Values[0], thin.Values[0], 100*size)
	}
	if k <= min(r, c) {
		u, v := d.numbers(k*r), d.numbers(k*c)
		p, ok := linalg.ProductPairs(u, v, r, c, k)
		both := make([]float64, r*c)
		ut := make([]float64, r*k)
		linalg.Transpose(ut, u, k, r)
		linalg.Gemm(both, ut, v, r, k, c, false)
		if !ok || len(p.Values) != k {
			d.t.Fatalf("%d × %d: %d ProductPairs, not %d", r, c, len(p.Values), k)
		}
		d.product("ProductPairs", p, both, math.Sqrt(sum(r*c, func(i int) float64 { return both[i] * both[i] })))
	}
	q, rank, ok := linalg.Orthonormal(g, r, c)
	if exact := independent.ExactRank(d.kinds["dense"]); !ok || rank != exact {
		d.t.Errorf("%d × %d: %d orthonormal rows, not %d", r, c, rank, exact)
	}
	d.unit("Orthonormal", q, rank, c)
}

// product compares Σ_j σ_j u_j v_jᵀ with a matrix.
func (d *drawn) product(what string, p linalg.Pairs, g []float64, size float64) {
	r, c := d.r, d.c
	for at, want := range g {
		i, j := at/c, at%c
		got := sum(len(p.Values), func(k int) float64 { return p.Values[k] * p.Left[k*r+i] * p.Right[k*c+j] })
		d.near(what, got, want, 10*size)
	}
}

// unit asks rows to be orthonormal.
func (d *drawn) unit(what string, q []float64, rows, c int) {
	for i := range rows {
		for j := range i + 1 {
			want := 0.
			if i == j {
				want = 1
			}
			d.near(what, linalg.Dot(q[i*c:(i+1)*c], q[j*c:(j+1)*c]), want, 1e4)
		}
	}
}

// systems are solved, and eigenvectors are those of their matrix.
func (d *drawn) systems(int) {
	n := min(d.c, 65)
	h := linalg.GramOfColumns(linalg.SelectColumns(d.kinds["dense"], ints(n)), nil)
	for i := range n {
		h[i*n+i]++
	}
	size := 1 + sum(n, func(i int) float64 { return h[i*n+i] })
	b, x := d.numbers(n), make([]float64, n)
	check := func(what string, x []float64, tol float64) {
		for i, v := range b {
			d.near(what, linalg.Dot(h[i*n:(i+1)*n], x), v, tol)
		}
	}
	copy(x, b)
	linalg.SolveCholesky(linalg.CholeskyOfGram(slices.Clone(h), n), x)
	check("Cholesky", x, 10*size*size)
	m := linalg.NewDense(n, n, h)
	linalg.ConjugateGradients{Times: m.MulVec, Steps: 20 * n, Stop: linalg.Share(1e-13)}.Solve(x, b)
	check("ConjugateGradients", x, 100*size*size)
	values, vectors, ok := linalg.EigenSym(h, n)
	if !ok || len(values) != n {
		d.t.Fatalf("%d eigenvalues of %d", len(values), n)
	}
	d.unit("EigenSym", vectors, n, n)
	for k, e := range values {
		for i := range n {
			v := vectors[k*n : (k+1)*n]
			d.near("EigenSym", linalg.Dot(h[i*n:(i+1)*n], v), e*v[i], 10*size)
		}
	}
	points := [][]float64{d.numbers(n), d.numbers(n), d.numbers(n)}
	anderson.Extrapolate(x, points, n)
}
