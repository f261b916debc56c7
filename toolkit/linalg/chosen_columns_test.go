package linalg

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
)

// TestChosenColumns: columns that are copied in parts, one by one, and all at last, are those of the transpose.
func TestChosenColumns(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(2, 61))
	dense := NewDense(23, 60, nil)
	for k := range dense.Data {
		if rng.Float64() < 0.7 {
			dense.Data[k] = rng.NormFloat64()
		}
	}
	for _, a := range []StoredRows{dense, ToCSR(dense)} {
		exact := Columns(a)
		c := NewChosenColumns(a, ColumnNorms(a))
		var many []int
		for j := 19; j < 40; j++ {
			many = append(many, j)
		}
		for _, which := range [][]int{{3, 4, 17}, {3, 18, 59}, {0}, nil, {1, 2, 3, 5, 7}, many} {
			c.Take(which)
			if !c.Has(which) {
				t.Fatalf("%T: columns %v were taken and are not there", a, which)
			}
			compareRows(t, rng, c, exact, which)
		}
		if c.at[41].part != c.at[42].part || c.at[41].part < 0 {
			t.Errorf("%T: more than half of the columns are chosen, and not all are there", a)
		}
		one := NewChosenColumns(a, ColumnNorms(a))
		compareRows(t, rng, one, exact, []int{7, 5, 7, 9})
		if one.Has([]int{6}) || !one.Has([]int{5, 7, 9}) {
			t.Errorf("%T: other columns are there than those that were asked for", a)
		}
	}
}

// compareRows compares what two matrices make of some rows, and of vectors.
func compareRows(t *testing.T, rng *rand.Rand, c *ChosenColumns, exact Rows, which []int) {
	t.Helper()
	rows, cols := exact.Dims()
	if r, n := c.Dims(); r != rows || n != cols {
		t.Fatalf("%d × %d, not %d × %d", r, n, rows, cols)
	}
	x, y := make([]float64, cols), make([]float64, rows)
	for i := range x {
		x[i] = rng.NormFloat64()
	}
	near := func(what string, j int, got, want []float64) {
		if !floats.EqualApprox(got, want, 1e-13) {
			t.Errorf("%s of row %d: %v, not %v", what, j, got, want)
		}
	}
	for _, j := range which {
		y[j] = rng.NormFloat64()
		sum, same := append([]float64(nil), x...), append([]float64(nil), x...)
		c.AddRow(sum, 2, j)
		exact.AddRow(same, 2, j)
		near("sum", j, sum, same)
		k := which[len(which)-1]
		near("products", j, []float64{c.DotRow(j, x), c.DotRows(j, j), c.DotRows(j, k)},
			[]float64{exact.DotRow(j, x), exact.DotRows(j, j), exact.DotRows(j, k)})
	}
	got, want := make([]float64, rows), make([]float64, rows)
	c.MulVec(got, x)
	exact.MulVec(want, x)
	near("Aᵀx", -1, got, want)
	got, want = make([]float64, cols), make([]float64, cols)
	c.MulTransVec(got, y)
	exact.MulTransVec(want, y)
	near("A y", -1, got, want)
}

// TestCentredView compares it with a copy that is centred.
func TestCentredView(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(2, 62))
	const n, d = 40, 170
	a, x, y := NewDense(n, d, nil), make([]float64, d), make([]float64, n)
	for k := range a.Data {
		a.Data[k] = rng.NormFloat64() + 0.3*math.Sin(float64(k%d))
	}
	for j := range x {
		x[j] = rng.NormFloat64()
	}
	for i := range y {
		y[i] = rng.NormFloat64() + 1
	}
	mean, _ := DenseMeans(a, func(int) float64 { return 1. / n })
	view, norms, ok := CentredView(a, mean, ColumnNorms(a))
	if !ok || !IsDense(view) {
		t.Fatal("there is no view of a dense matrix of small means")
	}
	copied := CenterColumns(a, mean)
	equal := func(what string, got, want []float64, tol float64) {
		if !floats.EqualApprox(got, want, tol) {
			t.Errorf("%s: off by %g", what, floats.Distance(got, want, math.Inf(1)))
		}
	}
	equal("norms", norms, ColumnNorms(copied), 1e-13)
	equal("all columns", ToDense(Columns(view)).Data, ToDense(Columns(copied)).Data, 0)
	which := []int{0, 5, 6, 169}
	equal("columns", ToDense(SelectColumns(view, which)).Data, ToDense(SelectColumns(copied, which)).Data, 0)
	got, want := make([]float64, d), make([]float64, d)
	view.MulTransVec(got, y)
	copied.MulTransVec(want, y)
	equal("Aᵀy", got, want, 1e-12)
	rows := view.(Rows) //nolint:errcheck // a view has them
	equal("a row", []float64{rows.DotRow(3, x)}, []float64{copied.DotRow(3, x)}, 0)
	equal("rows", []float64{rows.DotRows(3, 5)}, []float64{copied.DotRows(3, 5)}, 0)
	got, want = make([]float64, n), make([]float64, n)
	view.MulVec(got, x)
	copied.MulVec(want, x)
	equal("A x", got, want, 0)
	rows.AddRow(x, 2, 7)
	_, stored := view.Stored(7)
	equal("stored", stored, ToDense(copied).Row(7), 0)
	equal("entries", ToCSR(view).Val, ToDense(copied).Data, 0)
}

// TestCentredViewRefuses: where digits would be lost, or a copy is sparse.
func TestCentredViewRefuses(t *testing.T) {
	t.Parallel()
	wide, tall := NewDense(2, 8, nil), NewDense(4, 8, nil)
	for k := range wide.Data {
		wide.Data[k] = float64(k%3) - 1
	}
	copy(tall.Data, wide.Data)
	large := NewDense(2, 8, append([]float64(nil), wide.Data...))
	large.Data[3], large.Data[11] = 2, 3
	for name, a := range map[string]Map{"a large mean": large, "sparse": ToCSR(wide)} {
		mean := make([]float64, 8)
		ForEach(a, func(_, j int, v float64) { mean[j] += v / 2 })
		if _, _, ok := CentredView(a, mean, ColumnNorms(a)); ok {
			t.Errorf("%s: there is a view", name)
		}
	}
	for _, a := range []*Dense{wide, tall} {
		view, _, ok := CentredView(a, make([]float64, 8), ColumnNorms(a))
		if !ok {
			t.Fatal("there is no view of means that are 0")
		}
		if n := float64(a.R); Terms(a) != 8 || float64(Terms(view)) < 3.5*(n+2) {
			t.Errorf("%d terms, and of a view %d", Terms(a), Terms(view))
		}
	}
}

// TestAnyBelow: zeros are not looked at, and stored zeros neither.
func TestAnyBelow(t *testing.T) {
	t.Parallel()
	a := NewDense(2, 3, []float64{0, -2, 3, 0, 1, 0})
	for _, m := range []Map{a, ToCSR(a), Identity(2)} {
		if AnyBelow(m, 1) || !AnyBelow(m, 1.5) {
			t.Errorf("%T: the least entry is 1", m)
		}
	}
}
