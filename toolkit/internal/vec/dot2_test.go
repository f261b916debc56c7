package vec_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit/internal/vec"
)

// TestDot2 compares with sums of 300 bits where all but a few digits cancel.
func TestDot2(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(7, 7))
	for range 100 {
		var x, y []float64
		exact := new(big.Float).SetPrec(300)
		add := func(v, w float64) {
			x, y = append(x, v), append(y, w)
			product := new(big.Float).SetPrec(300).SetFloat64(v)
			exact.Add(exact, product.Mul(product, new(big.Float).SetFloat64(w)))
		}
		for range 20 {
			add(rng.NormFloat64()*1e8, rng.NormFloat64())
		}
		near, _ := exact.Float64()
		add(-near+rng.Float64(), 1)
		want, _ := exact.Float64()
		if got := vec.Dot2(0, x, y); math.Abs(got-want) > 0x1p-52*math.Abs(want)+1e-20 {
			t.Errorf("%.17g, in 300 bits %.17g", got, want)
		}
	}
}
