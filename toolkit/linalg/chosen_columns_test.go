package linalg

import (
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
		for _, which := range [][]int{{3, 4, 17}, {3, 18, 59}, {0}, nil, {1, 2, 3, 5, 7}, {30, 31, 32, 33, 34, 35, 36, 37}} {
			c.Take(which)
			if !c.Has(which) {
				t.Fatalf("%T: columns %v were taken and are not there", a, which)
			}
			compareRows(t, rng, c, exact, which)
		}
		if c.at[41].part != c.at[42].part || c.at[41].part < 0 {
			t.Errorf("%T: a third of the columns are chosen, and not all are there", a)
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
