package params

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestPairsOfManyFeatures compares with sums entry by entry, for rows of more features than are added at once, of which
// some have pairs with all outputs.
func TestPairsOfManyFeatures(t *testing.T) {
	t.Parallel()
	const outputs = 5
	rng := rand.New(rand.NewPCG(3, 11))
	for _, nonzeros := range []int{0, 1, 63, 64, 65, 200} {
		p := Pairs{Ptr: []int32{0}}
		var columns []int32
		for j := range nonzeros {
			for o := range outputs {
				if j%3 > 0 || rng.IntN(2) == 0 {
					p.Output = append(p.Output, uint16(o))
				}
			}
			p.Ptr = append(p.Ptr, int32(len(p.Output)))
			columns = append(columns, int32(j))
		}
		w, u := make([]float64, len(p.Output)), make([]float64, outputs)
		for k := range w {
			w[k] = rng.NormFloat64()
		}
		for o := range u {
			u[o] = rng.NormFloat64()
		}
		scores, grown := append([]float64(nil), u...), append([]float64(nil), w...)
		for _, j := range columns {
			for at := p.Ptr[j]; at < p.Ptr[j+1]; at++ {
				scores[p.Output[at]] += 0.5 * w[at]
				grown[at] += 3 * u[p.Output[at]]
			}
		}
		got := append([]float64(nil), u...)
		p.AddScores(got, w, 0.5, columns)
		p.AddRow(w, 3, columns, u)
		for _, pair := range [][2][]float64{{got, scores}, {w, grown}} {
			for i, v := range pair[0] {
				if math.Abs(v-pair[1][i]) > 1e-12 {
					t.Fatalf("%d features: entry %d is %g, one by one %g", nonzeros, i, v, pair[1][i])
				}
			}
		}
	}
}
