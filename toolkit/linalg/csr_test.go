package linalg_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// TestRowsOfEveryLength: products and outer products of sparse rows, short and long, are those of dense ones.
func TestRowsOfEveryLength(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 5))
	const columns = 48
	for length := range columns + 1 {
		dense := linalg.NewDense(3, columns, nil)
		for i := range 3 {
			for _, j := range rng.Perm(columns)[:length] {
				dense.Row(i)[j] = rng.NormFloat64()
			}
		}
		sparse, x, at := linalg.ToCSR(dense), make([]float64, columns), make([]linalg.Pair, columns)
		for j := range x {
			x[j] = rng.NormFloat64()
			at[j].Slope = x[j]
		}
		all, gram := make([]float64, 3), linalg.GramOfColumns(dense, []float64{2, 3, 5})
		sparse.MulVec(all, x)
		for i := range 3 {
			want := dense.DotRow(i, x)
			if got := sparse.DotRow(i, x); math.Abs(got-want) > 1e-13 || got != all[i] {
				t.Errorf("%d numbers: ⟨a, x⟩ = %g, in a product %g, dense %g", length, got, all[i], want)
			}
			if got := sparse.PairSlope(i, at); math.Abs(got-want) > 1e-13 {
				t.Errorf("%d numbers: a slope of %g, dense %g", length, got, want)
			}
		}
		for bands := 1; bands <= 2; bands++ {
			got := make([]float64, columns*columns)
			for i, h := range []float64{2, 3, 5} {
				for band := range bands {
					sparse.AddOuter(got, columns, h, i, band, bands)
				}
			}
			for j := range columns {
				for k := range columns {
					if v := got[j*columns+k]; k >= j && math.Abs(v-gram[j*columns+k]) > 1e-13 || k < j && v != 0 {
						t.Fatalf("%d numbers, %d bands: entry %d, %d is %g, dense %g", length, bands, j, k, v, gram[j*columns+k])
					}
				}
			}
		}
	}
}
