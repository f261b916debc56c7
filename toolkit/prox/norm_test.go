package prox

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// TestNorm compares norms of vectors of all sizes with those in 200 bits.
func TestNorm(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(17, 1))
	for _, size := range []float64{5e-324, 1e-310, 1e-200, 1e-154, 1e-141, 1e-140, 1e-139, 1, 1e149, 1e150, 1e151, 1e300} {
		for range 20 {
			x, group := make([]float64, 1+rng.IntN(12)), []int{}
			square := new(big.Float).SetPrec(200)
			for i := range x {
				x[i] = size * math.Exp(rng.NormFloat64()*5) * math.Copysign(1, rng.NormFloat64())
				group = append(group, i)
				v := new(big.Float).SetPrec(200).SetFloat64(x[i])
				square.Add(square, v.Mul(v, v))
			}
			want, _ := square.Sqrt(square).Float64()
			for _, got := range []float64{norm(x), norm2(x, group)} {
				if math.Abs(got-want) > 1e-15*want && got != want {
					t.Errorf("‖%v‖ is %g, and not %g", x, got, want)
				}
			}
		}
	}
	for _, x := range [][]float64{{}, {0, 0}, {1, math.Inf(-1)}, {math.NaN(), 1}} {
		want := 0.
		for _, v := range x {
			want += math.Abs(v)
		}
		if got := norm(x); got != want && want == want || want != want && got == got {
			t.Errorf("‖%v‖ is %g", x, got)
		}
	}
}
