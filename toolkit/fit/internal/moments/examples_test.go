package moments_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit/fit/internal/moments"
	"github.com/proxlab/proxlab/toolkit/internal/vec"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// TestExamplesShare: few examples have the moments of many but for the share that is said, summed in twice the digits;
// which is rounding but where columns are nearly others, or sums of them, so that the factor has none of what is left.
func TestExamplesShare(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 94))
	for _, d := range []int{1, 5, 40, 200} {
		for _, dependent := range []bool{false, true} {
			n := 4 * d
			x, y := linalg.NewDense(n, d, nil), make([]float64, n)
			for i := range n {
				row := x.Row(i)
				for j := range row {
					size := math.Pow(10, float64(j/3%7-3))
					row[j] = rng.NormFloat64() * size
					switch {
					case dependent && j%3 == 1: // so little that the factor has none of it
						row[j] = row[j-1] + math.Sqrt(0.7*0x1p-52*float64(d+1))*row[j]
					case dependent && j%3 == 2:
						row[j] = row[j-1] - 2*row[j-2]
					}
				}
				y[i] = rng.NormFloat64()
			}
			m := moments.Of(t.Context(), x, y, make([]float64, d+1), nil, nil).Central(false)
			few, targets, share := m.Examples()
			if !dependent && !(share <= 1e-13) {
				t.Errorf("%d columns: a share of %g", d, share)
			}
			column := func(j int) []float64 {
				if j == d {
					return targets
				}
				out := make([]float64, few.R)
				for i := range out {
					out[i] = few.At(i, j)
				}
				return out
			}
			for i := range d + 1 {
				for j := range i + 1 {
					got := vec.Dot2(0, column(i), column(j)) / float64(d+1)
					off := math.Abs(got - m.Second[i*(d+1)+j])
					if !(off <= (share+4*moments.Roundings(1))*m.Sizes[i]*m.Sizes[j]) {
						t.Fatalf("%d columns, dependent %v: the moment of %d and %d is off by %g, a share of %g was said",
							d, dependent, i, j, off, share)
					}
				}
			}
		}
	}
}
