package vec_test

import (
	"math"
	"math/big"
	"testing"

	"github.com/proxlab/proxlab/toolkit/internal/vec"
)

// TestBend is exp(d) − 1 − d to a few roundings of it, by a series in 200 bits.
func TestBend(t *testing.T) {
	t.Parallel()
	for k := -400; k <= 400; k++ {
		d := vec.BendMost * float64(k) / 400
		if k%2 != 0 {
			d *= math.Exp(-float64(k*k%37) / 2)
		}
		sum, term, x := new(big.Float).SetPrec(200), big.NewFloat(1).SetPrec(200), big.NewFloat(d).SetPrec(200)
		for j := 1; j < 40; j++ {
			term.Quo(term.Mul(term, x), big.NewFloat(float64(j)))
			if j > 1 {
				sum.Add(sum, term)
			}
		}
		want, _ := sum.Float64()
		if got := vec.Bend(d); math.Abs(got-want) > 6*0x1p-53*want {
			t.Errorf("at %g it is %.17g, not %.17g", d, got, want)
		}
	}
}
