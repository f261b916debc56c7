package prox_test

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/toolkittest"
)

func TestSlope(t *testing.T) {
	t.Parallel()
	for _, d := range []int{1, 2, 6} {
		for _, w := range [][]float64{nil, prox.BenjaminiHochberg(d, 0.2), prox.Oscar(d, 0.7), falling(d)} {
			for _, lambda := range []float64{0.05, 1, 20} {
				if err := toolkittest.Prox(prox.Slope{Lambda: lambda, Weights: w}, d); err != nil {
					t.Errorf("weights %v: %v", w, err)
				}
			}
		}
	}
}

// falling are weights that end in zeros.
func falling(d int) []float64 {
	out := make([]float64, d)
	for i := range out {
		out[i] = math.Max(0, float64(2-i))
	}
	return out
}

// TestSlopeByProjection: the prox is what the projection on the dual ball leaves, {u : Σ_{i∈S} |u_i| ≤ γλ Σ_{i≤|S|} w_i
// for all sets S}, by Dykstra's method over its half-spaces.
func TestSlopeByProjection(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(206, 1))
	for range 25 {
		d, c := 1+rng.IntN(4), math.Exp(0.5*rng.NormFloat64())
		v, w := testproblems.Normal(rng, d, 2), prox.Oscar(d, 2*rng.Float64())
		u := make([]float64, d)
		for j, x := range v {
			u[j] = math.Abs(x)
		}
		kept := make([][]float64, 1<<d)
		for range 3000 {
			for s := 1; s < 1<<d; s++ {
				if kept[s] == nil {
					kept[s] = make([]float64, d)
				}
				floats.Add(u, kept[s])
				excess := -c * floats.Sum(w[:bits.OnesCount(uint(s))])
				for j := range d {
					if s>>j&1 == 1 {
						excess += u[j]
					}
				}
				copy(kept[s], u)
				for j := range d {
					if s>>j&1 == 1 && excess > 0 {
						u[j] -= excess / float64(bits.OnesCount(uint(s)))
					}
				}
				floats.Sub(kept[s], u)
			}
		}
		want, z := make([]float64, d), make([]float64, d)
		for j, x := range v {
			want[j] = x - math.Copysign(u[j], x)
		}
		prox.Slope{Lambda: c, Weights: w}.Prox(z, v, 1)
		if !floats.EqualApprox(z, want, 1e-6) {
			t.Fatalf("c = %g, w = %v: the prox of %v is %v, by projection %v", c, w, v, z, want)
		}
	}
}

// TestOscarIsTheMaximaOfPairs: ‖x‖₁ + a Σ_{i<j} max(|x_i|, |x_j|), divided by the largest weight.
func TestOscarIsTheMaximaOfPairs(t *testing.T) {
	t.Parallel()
	const d, a = 7, 0.4
	x := testproblems.Normal(rand.New(rand.NewPCG(207, 1)), d, 1)
	want := floats.Norm(x, 1)
	for i := range d {
		for j := range i {
			want += a * math.Max(math.Abs(x[i]), math.Abs(x[j]))
		}
	}
	want /= 1 + a*(d-1)
	if value := (prox.Slope{Lambda: 1, Weights: prox.Oscar(d, a)}).Value(x); !testproblems.Near(value, want, 1e-13) {
		t.Errorf("%g, by pairs %g", value, want)
	}
}

// TestBenjaminiHochbergWeights: P(|Z| > w_1 scaled back) = q i/d for a normal Z; published for d = 2, q = 0.1:
// Φ⁻¹(0.975) = 1.959964, Φ⁻¹(0.95) = 1.644854.
func TestBenjaminiHochbergWeights(t *testing.T) {
	t.Parallel()
	w := prox.BenjaminiHochberg(2, 0.1)
	if w[0] != 1 || !testproblems.Near(w[1], 1.6448536269514722/1.9599639845400545, 1e-12) {
		t.Errorf("%v", w)
	}
}

// TestL1Inf checks by the kit, and compares with a search for the size to which the largest entries are cut.
func TestL1Inf(t *testing.T) {
	t.Parallel()
	for _, g := range []toolkit.Proxable{
		prox.L1Inf{Lambda: 0.5, Groups: prox.Groups{{0, 1}, {4, 2, 5}}, Weights: []float64{1, 2}},
		prox.L1Inf{Lambda: 0.5, Groups: prox.Groups{{0, 1}, {4, 2, 5}}, Weights: []float64{0, 2}},
		prox.L1Inf{Lambda: 5, Groups: prox.Groups{{0, 1, 2, 3, 4, 5}}},
	} {
		if err := toolkittest.Prox(g, 6); err != nil {
			t.Error(err)
		}
	}
	rng := rand.New(rand.NewPCG(208, 1))
	for range 50 {
		d, c := 1+rng.IntN(6), math.Exp(rng.NormFloat64())
		v, z := testproblems.Normal(rng, d, 2), make([]float64, d)
		whole := make([]int, d)
		for j := range whole {
			whole[j] = j
		}
		prox.L1Inf{Lambda: c, Groups: prox.Groups{whole}}.Prox(z, v, 1)
		size := goldenSection(0, floats.Norm(v, math.Inf(1)), func(m float64) float64 {
			cost := c * m
			for _, x := range v {
				cost += math.Pow(math.Max(0, math.Abs(x)-m), 2) / 2
			}
			return cost
		})
		for j, x := range v {
			if want := math.Copysign(math.Min(math.Abs(x), size), x); math.Abs(z[j]-want) > 1e-6 {
				t.Fatalf("c = %g: the prox of %v is %v, cut to %g by a search", c, v, z, size)
			}
		}
	}
}
