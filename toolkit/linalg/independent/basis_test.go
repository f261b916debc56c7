package independent_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/linalg/independent"
)

// drawn has columns that are one another but for 1e-7, the same, sums, and 0.
func drawn(r *rand.Rand) *linalg.Dense {
	const n, d = 12, 7
	a := linalg.NewDense(n, d, nil)
	for i := range n {
		row := a.Row(i)
		for j := range row {
			row[j] = r.NormFloat64()
		}
		row[2] = row[0] * (1 + 1e-7*r.NormFloat64())
		row[3] = row[1]
		row[4] = row[2]
		row[5] = row[1] + row[2]
		row[6] = 0
	}
	return a
}

// TestBasis: products of x are those of its coordinates to the last digits, though x is 1e7 times as large, and columns
// are of one size and none is one of others.
func TestBasis(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(4, 2))
	a := drawn(r)
	n, d := a.Dims()
	columns, may := make([][]float64, d), make([]bool, d)
	for j := range columns {
		columns[j], may[j] = make([]float64, n), true
		linalg.Column(columns[j], a, j)
	}
	b := independent.New(columns, may)
	k := b.Map(a)
	u := make([]float64, d)
	for j := range u {
		u[j] = r.NormFloat64()
	}
	x := b.Outward(u)
	if floats.Norm(x, math.Inf(1)) < 1e6 {
		t.Errorf("x is %g", x)
	}
	u = b.Inward(x)
	for i := range n {
		want := new(big.Float).SetPrec(384)
		for j, v := range a.Row(i) {
			want.Add(want, new(big.Float).SetPrec(384).Mul(big.NewFloat(v), big.NewFloat(x[j])))
		}
		exactly, _ := want.Float64()
		if got := floats.Dot(k.Row(i), u); math.Abs(got-exactly) > 1e-14*floats.Norm(k.Row(i), 2) {
			t.Errorf("row %d: %.17g of x, %.17g of u", i, exactly, got)
		}
	}
	for j, size := range linalg.ColumnNorms(k) {
		if want := floats.Norm(columns[j], 2); size != 0 && math.Abs(size/want-1) > 1e-12 {
			t.Errorf("column %d: norm %g, was %g", j, size, want)
		}
	}
	values, ok := linalg.SingularValues(append([]float64(nil), k.Data...), n, d)
	if !ok || values[2] < 0.01*values[0] || values[3] > 1e-12 {
		t.Errorf("singular values %g", values)
	}
	for j := range may {
		may[j] = false
	}
	if same := independent.New(columns, may).Map(a); !floats.Equal(same.Data, a.Data) {
		t.Error("columns that may not be changed are")
	}
}

// TestOrthogonal: what is nearest to y and orthogonal to rows is so, with rows that are others' sums too, and differs
// from y by combinations of rows alone.
func TestOrthogonal(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 0))
	y, rows := make([]float64, 6), make([]float64, 4*6)
	for i := range rows {
		rows[i] = r.NormFloat64()
	}
	for j := range y {
		y[j] = r.NormFloat64()
		rows[18+j] = rows[j] - 2*rows[6+j] // the fourth
	}
	x := independent.Orthogonal(y, rows)
	left := floats.SubTo(make([]float64, 6), y, x)
	for k := range 4 {
		if dot := floats.Dot(x, rows[6*k:6*k+6]); math.Abs(dot) > 1e-14 {
			t.Errorf("the product with row %d is %g", k+1, dot)
		}
	}
	if again := independent.Orthogonal(left, rows); floats.Norm(again, 2) > 1e-14 {
		t.Errorf("what was taken is no combination of rows: %v is left", again)
	}
	if same := independent.Orthogonal(y, nil); !floats.Equal(same, y) {
		t.Error("without rows a point changes")
	}
}
