package kernel

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// TestExpansionsByPairs compares weights of pairs of ones with sums of the kernel's values, point by point.
func TestExpansionsByPairs(t *testing.T) {
	for name, k := range map[string]Kernel{
		"linear":      UnitDiagonal{Linear{}},
		"homogeneous": Quadratic{},
		"quadratic":   Scaled{3, UnitDiagonal{Quadratic{Offset: 1}}},
		"offset":      Quadratic{Offset: -0.5},
	} {
		for _, d := range []int{1, 2, 11, 64, 70} {
			p := polynomialOf(k)
			rng := rand.New(rand.NewPCG(uint64(d), 3))
			x, z := points(rng, 30, d), points(rng, 40, d)
			alpha, got, want := linalg.NewDense(40, 3, nil), linalg.NewDense(30, 3, nil), linalg.NewDense(30, 3, nil)
			for i := range alpha.Data {
				alpha.Data[i] = rng.NormFloat64()
			}
			for i := range want.Data {
				want.Data[i] = rng.NormFloat64()
			}
			copy(got.Data, want.Data)
			size := 0.
			for i := range x.R {
				for j := range z.R {
					v := k.OfDot(float64(x.Dot(i, z, j)), float64(x.Ones(i)), float64(z.Ones(j)))
					alpha.AddRow(want.Row(i), v, j)
					size = max(size, math.Abs(v))
				}
			}
			if err := p.add(t.Context(), got, x, z, alpha); err != nil {
				t.Fatal(err)
			}
			if off := floats.Distance(got.Data, want.Data, math.Inf(1)); !(off <= 1e-13*40*max(1, size)) {
				t.Errorf("%s, dimension %d: the expansions differ by %g", name, d, off)
			}
		}
	}
	for name, k := range map[string]Kernel{
		"bell": Gaussian{Variance: 1}, "scaled bell": Scaled{2, UnitDiagonal{Gaussian{Variance: 1}}},
		"mean": Average{Linear{}},
	} {
		if polynomialOf(k) != nil {
			t.Errorf("%s is taken for a polynomial", name)
		}
	}
}

// TestPairsPay: weights of pairs are for many points of few ones.
func TestPairsPay(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 3))
	few, many := points(rng, 20, 30), points(rng, 2000, 30)
	quadratic, linear := polynomialOf(Quadratic{}), polynomialOf(Linear{})
	if !quadratic.pays(many, many) || quadratic.pays(few, few) || !linear.pays(many, points(rng, 100, 30)) {
		t.Error("weights are taken where they take longer, or not where they are quicker")
	}
}

// points are n vectors, a third of their entries 1, the first of them 0.
func points(rng *rand.Rand, n, d int) *linalg.Bits {
	x := linalg.NewBits(n, d)
	for i := 1; i < n; i++ {
		for j := range d {
			if rng.IntN(3) == 0 {
				x.Row(i)[j/64] |= 1 << (j % 64)
			}
		}
	}
	return x
}
