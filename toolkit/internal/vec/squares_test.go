package vec_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit/internal/vec"
)

// TestAddSquares agrees with a sum row by row, of any number of rows and columns.
func TestAddSquares(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 93))
	for r := range 10 {
		for c := range 7 {
			rows, sums, want := make([]float64, r*c), make([]float64, c), make([]float64, c)
			for j := range sums {
				sums[j], want[j] = float64(j), float64(j)
			}
			for k := range rows {
				rows[k] = rng.NormFloat64()
				want[k%c] += rows[k] * rows[k]
			}
			vec.AddSquares(sums, rows)
			for j, v := range sums {
				if !(math.Abs(v-want[j]) <= 1e-14*want[j]) {
					t.Fatalf("%d rows: column %d of %d is %g, want %g", r, j, c, v, want[j])
				}
			}
		}
	}
}
