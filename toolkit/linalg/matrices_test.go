package linalg_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// plain is a matrix as rows of numbers, by products with unit vectors.
func plain(a linalg.Map) [][]float64 {
	r, c := a.Dims()
	out := make([][]float64, r)
	for i := range out {
		out[i] = make([]float64, c)
		unit := make([]float64, r)
		unit[i] = 1
		a.MulTransVec(out[i], unit)
	}
	return out
}

// kinds are the same random matrix, a third of it not 0, in all kinds there are; the third is one of a user's own.
func kinds(rng *rand.Rand, r, c int) map[string]linalg.Map {
	dense := linalg.NewDense(r, c, nil)
	for k := range dense.Data {
		if rng.IntN(3) == 0 {
			dense.Data[k] = rng.NormFloat64()
		}
	}
	own := struct{ linalg.Entries }{dense}
	return map[string]linalg.Map{"dense": dense, "sparse": linalg.ToCSR(dense), "own": own}
}

// TestMatricesOfOthers writes each of the matrices that are made of another out entry by entry.
func TestMatricesOfOthers(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(4, 4))
	const r, c = 7, 9
	columns, rows, s := []int{0, 3, 4, 8}, []int{6, 2, 2, 0}, random(rng, c)
	more := linalg.NewDense(2, r, random(rng, 2*r))
	for name, a := range kinds(rng, r, c) {
		from := plain(a)
		entry := func(i, j int) float64 { return from[i][j] }
		for what, m := range map[string]struct {
			got  linalg.Map
			r, c int
			want func(i, j int) float64
		}{
			"ToCSR":         {linalg.ToCSR(a), r, c, entry},
			"Columns":       {linalg.Columns(a), c, r, func(i, j int) float64 { return from[j][i] }},
			"SelectColumns": {linalg.SelectColumns(a, columns), r, 4, func(i, j int) float64 { return from[i][columns[j]] }},
			"no columns":    {linalg.SelectColumns(a, nil), r, 0, nil},
			"SelectRows":    {linalg.SelectRows(a, rows), 4, c, func(i, j int) float64 { return from[rows[i]][j] }},
			"RowRange":      {linalg.RowRange(a, 2, 6), 4, c, func(i, j int) float64 { return from[i+2][j] }},
			"no rows":       {linalg.RowRange(a, 3, 3), 0, c, nil},
			"ScaleColumns":  {linalg.ScaleColumns(a, s), r, c, func(i, j int) float64 { return from[i][j] * s[j] }},
			"DivideColumns": {linalg.DivideColumns(a, s), r, c, func(i, j int) float64 { return from[i][j] / s[j] }},
			"AppendRows":    {linalg.AppendRows(a, a, a), 3 * r, c, func(i, j int) float64 { return from[i%r][j] }},
			"AppendColumns": {linalg.AppendColumns(a, more), r, c + 2, func(i, j int) float64 {
				if j < c {
					return from[i][j]
				}
				return more.At(j-c, i)
			}},
		} {
			if gr, gc := m.got.Dims(); gr != m.r || gc != m.c {
				t.Errorf("%s, %s: %d × %d, not %d × %d", name, what, gr, gc, m.r, m.c)
				continue
			}
			for i, row := range plain(m.got) {
				for j, v := range row {
					if v != m.want(i, j) {
						t.Fatalf("%s, %s: %g at (%d, %d), not %g", name, what, v, i, j, m.want(i, j))
					}
				}
			}
			_, dense := m.got.(*linalg.Dense)
			if want := name == "dense" && what != "ToCSR"; dense != want {
				t.Errorf("%s, %s: dense is %v, not %v", name, what, dense, want)
			}
		}
		if before := plain(a); !slices.EqualFunc(before, from, slices.Equal) {
			t.Errorf("%s was changed", name)
		}
	}
}

// TestVisitRow: the entries come with ascending columns, and make the matrix.
func TestVisitRow(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(5, 4))
	all := kinds(rng, 6, 6)
	all["identity"] = linalg.Identity(6)
	for name, a := range all {
		want := plain(a)
		for i, row := range want {
			got, last := make([]float64, len(row)), -1
			a.(linalg.Entries).VisitRow(i, func(j int, v float64) {
				if j <= last {
					t.Errorf("%s: column %d after %d", name, j, last)
				}
				got[j], last = v, j
			})
			if !slices.Equal(got, row) {
				t.Errorf("%s: row %d is %v, not %v", name, i, got, row)
			}
		}
	}
}

// TestAppendRowsOfTwoKinds makes a sparse matrix, and of one matrix that itself.
func TestAppendRowsOfTwoKinds(t *testing.T) {
	t.Parallel()
	all := kinds(rand.New(rand.NewPCG(6, 4)), 3, 4)
	both := linalg.AppendRows(all["dense"], all["sparse"])
	if _, sparse := both.(*linalg.CSR); !sparse {
		t.Errorf("a dense and a sparse matrix make a %T", both)
	}
	rows, half := plain(both), plain(all["dense"])
	if !slices.EqualFunc(rows[:3], half, slices.Equal) || !slices.EqualFunc(rows[3:], half, slices.Equal) {
		t.Errorf("%v is not %v twice", rows, half)
	}
	if one := linalg.AppendRows(all["sparse"]); one != all["sparse"] {
		t.Error("one matrix was copied")
	}
}

// TestAppendColumnsToAnyMap: a map that does not know its entries keeps its products.
func TestAppendColumnsToAnyMap(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(7, 4))
	a := linalg.NewDense(4, 3, random(rng, 12))
	more := linalg.NewDense(2, 4, random(rng, 8))
	got, want := linalg.AppendColumns(struct{ linalg.Map }{a}, more), linalg.AppendColumns(a, more)
	if !slices.EqualFunc(plain(got), plain(want), slices.Equal) {
		t.Errorf("%v, not %v", plain(got), plain(want))
	}
	x := random(rng, 5)
	y, z := make([]float64, 4), make([]float64, 4)
	got.MulVec(y, x)
	want.MulVec(z, x)
	for i := range y {
		if d := y[i] - z[i]; d > 1e-15 || d < -1e-15 {
			t.Errorf("A x is %v, not %v", y, z)
		}
	}
}

func TestMatricesOfOthersPanic(t *testing.T) {
	t.Parallel()
	a := linalg.NewDense(2, 3, nil)
	unknown := struct{ linalg.Map }{a}
	for what, f := range map[string]func(){
		"columns that do not ascend":    func() { linalg.SelectColumns(a, []int{1, 0}) },
		"a column that there is not":    func() { linalg.SelectColumns(a, []int{3}) },
		"a row that there is not":       func() { linalg.SelectRows(a, []int{2}) },
		"too few factors":               func() { linalg.ScaleColumns(a, []float64{1}) },
		"columns of other length":       func() { linalg.AppendColumns(a, linalg.NewDense(1, 3, nil)) },
		"rows of other length":          func() { linalg.AppendRows(a, linalg.NewDense(1, 2, nil)) },
		"columns of an unknown map":     func() { linalg.Columns(unknown) },
		"an unknown map as sparse":      func() { linalg.ToCSR(unknown) },
		"rows of an unknown map":        func() { linalg.SelectRows(unknown, []int{0}) },
		"a view of rows of an unknown ": func() { linalg.RowRange(unknown, 0, 1) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", what)
				}
			}()
			f()
		}()
	}
}
