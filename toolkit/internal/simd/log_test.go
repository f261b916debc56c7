package simd

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit/internal/exact"
)

// positives are n numbers of all sizes, subnormal ones and numbers near 1 among them, and every seventh an edge.
func positives(n int, seed uint64) []float64 {
	rng := rand.New(rand.NewPCG(seed, 11))
	x := make([]float64, n)
	for i := range x {
		switch i % 7 {
		case 0:
			x[i] = math.Float64frombits(rng.Uint64N(math.Float64bits(math.MaxFloat64)))
		case 1:
			x[i] = 1 + 0x1p-40*rng.NormFloat64()
		case 2:
			x[i] = edges[(i+int(seed))%len(edges)]
		case 3:
			x[i] = math.Float64frombits(rng.Uint64N(1 << 52))
		default:
			x[i] = math.Exp(rng.NormFloat64())
		}
	}
	return x
}

// TestLogLevelsAgree compares bit by bit, for lengths 0 to 300 at all alignments.
func TestLogLevelsAgree(t *testing.T) {
	onLevels(t, func(l Level) {
		for n := range 301 {
			x := positives(n, uint64(n))
			want := make([]float64, n)
			logPlain(want, x)
			got, clean := guarded(x, n%11%8, func(out []float64) { Log(out, out) })
			if !clean || !sameAll(got, want) {
				t.Fatalf("%s log of %v is %v, plain %v; left the rest alone: %t", l, x, got, want, clean)
			}
		}
	})
}

// TestLog compares with 384 bits: results are off by at most 0.6 units in the last place.
func TestLog(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	root := math.Sqrt2 / 2
	x := []float64{
		math.Nextafter(1, 2), math.Nextafter(1, 0), root, math.Nextafter(root, 0), math.Nextafter(root, 1), math.Sqrt2,
		math.Nextafter(math.Sqrt2, 2), 2, 0.5, 5e-324, 0x1p-1022, 0x1.fffffffffffffp-1023, math.MaxFloat64,
	}
	for range 200 {
		x = append(x, root+rng.Float64()*root, 1+0x1p-20*rng.NormFloat64(), math.Exp(1400*rng.Float64()-700),
			1.3+0.3*rng.Float64(), 5e-324*math.Exp(30*rng.Float64()))
	}
	got, worst := make([]float64, len(x)), 0.
	Log(got, x)
	for i, v := range x {
		precise := exact.Log(exact.New(v))
		nearest, _ := precise.Float64()
		unit := math.Nextafter(math.Abs(nearest), math.Inf(1)) - math.Abs(nearest)
		off, _ := new(big.Float).Sub(precise, big.NewFloat(got[i])).Float64()
		if worst = max(worst, math.Abs(off)/unit); !(worst <= 0.6) {
			t.Fatalf("log(%v) = %v, nearest %v: off by %.3f units", v, got[i], nearest, math.Abs(off)/unit)
		}
	}
	t.Logf("off by at most %.3f units in the last place", worst)
	nan, inf := math.NaN(), math.Inf(1)
	special := []float64{nan, inf, -inf, 0, math.Copysign(0, -1), -1, -5e-324, -math.MaxFloat64, 1}
	Log(special, special)
	if !sameAll(special, []float64{nan, inf, nan, -inf, -inf, nan, nan, nan, 0}) {
		t.Errorf("logarithms of NaN, ∞, −∞, 0, −0, numbers below 0, and 1 are %v", special)
	}
}
