package linalg_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// TestRowBlock: Gram matrices with weights, and standardized columns, dense and sparse, are those of loops over
// entries.
func TestRowBlock(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 1))
	const columns, rows = 7, 700 // more than are multiplied at a time
	x := linalg.NewDense(columns, rows, nil)
	h := make([]float64, rows)
	for k := range x.Data {
		if rng.Float64() < 0.4 {
			x.Data[k] = rng.NormFloat64()
		}
	}
	for i := range h {
		h[i] = math.Max(0, rng.NormFloat64())
	}
	which := []int{0, 2, 5, 6}
	dense, sparse := &linalg.RowBlock{}, &linalg.RowBlock{Sparse: linalg.ToCSR(x)}
	copy(dense.MakeDense(columns, rows).Data, x.Data)
	for name, b := range map[string]*linalg.RowBlock{"dense": dense, "sparse": sparse} {
		got := make([]float64, len(which)*len(which))
		b.AddGram(got, which, h)
		b.AddGram(got, which, h)
		for a, j := range which {
			for c, k := range which[a:] {
				var want float64
				for i := range rows {
					want += 2 * h[i] * x.At(j, i) * x.At(k, i)
				}
				if v := got[a*len(which)+a+c]; math.Abs(v-want) > 1e-12*(1+math.Abs(want)) {
					t.Errorf("%s: the entry of columns %d and %d is %g, not %g", name, j, k, v, want)
				}
			}
		}
	}
	mean, scale := []float64{0, 0, 0, 5, 0, 0, 0, 0, 2}, []float64{1, 1, 1, 4, 1, 1, 1, 1, 3}
	dense.Standardize(mean, scale, []int{0, 1, 2, 3, 4, 5, 8})
	sparse.Standardize(nil, scale, []int{0, 1, 2, 3, 4, 5, 8})
	unit := make([]float64, rows)
	for i := range unit {
		clear(unit)
		unit[i] = 1
		v := x.At(6, i)
		if got, want := dense.Columns().DotRow(6, unit), (v-2)/3; math.Abs(got-want) > 1e-15*math.Abs(want) {
			t.Fatalf("the entry %g less 2, by 3, is %g", v, got)
		}
		if got := sparse.Columns().DotRow(6, unit); math.Abs(got-v/3) > 1e-15 {
			t.Fatalf("the entry %g by 3 is %g", v, got)
		}
		if got := dense.Columns().DotRow(0, unit); got != x.At(0, i) {
			t.Fatalf("the entry %g became %g", x.At(0, i), got)
		}
	}
}
