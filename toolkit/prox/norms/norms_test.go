package norms_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/prox/norms"
	"github.com/proxlab/proxlab/toolkit/toolkittest"
)

const d = 6

// TestNorms: each is what it says.
func TestNorms(t *testing.T) {
	t.Parallel()
	nested := prox.Groups{{0, 1}, {3, 4}, {0, 1, 2}, {0, 1, 2, 3, 4, 5}}
	for name, g := range map[string]toolkit.Proxable{
		"k-support 1": norms.KSupport{Lambda: 0.7, K: 1},
		"k-support 2": norms.KSupport{Lambda: 0.7, K: 2},
		"k-support 4": norms.KSupport{Lambda: 1.3, K: 4},
		"k-support 6": norms.KSupport{Lambda: 0.7, K: d},
		"tree-max":    norms.TreeMax{Lambda: 0.5, Groups: nested, Weights: []float64{1, 2, 0.5, 1}},
	} {
		if err := toolkittest.Prox(g, d); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestKSupportByBisection: the norm is the least of its variational form, and at K = 1 and d it and its prox are those
// of ‖·‖₁ and ‖·‖₂.
func TestKSupportByBisection(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(2, 7))
	all := prox.Groups{{0, 1, 2, 3, 4, 5}}
	for range 100 {
		x, y, z := make([]float64, d), make([]float64, d), make([]float64, d)
		for j := range x {
			x[j] = math.Round(3*r.NormFloat64()) * math.Pow(2, float64(r.IntN(3)))
		}
		for k := 1; k <= d; k++ {
			g := norms.KSupport{Lambda: 1, K: k}
			if got, want := g.Value(x), bySupports(x, k); math.Abs(got-want) > 1e-9*want {
				t.Errorf("the %d-support norm of %v is %.9g, by bisection %.9g", k, x, got, want)
			}
		}
		for k, other := range map[int]toolkit.Proxable{1: prox.L1{Lambda: 0.8}, d: prox.L21{Lambda: 0.8, Groups: all}} {
			g := norms.KSupport{Lambda: 0.8, K: k}
			a, b := g.Prox(y, x, 0.9), other.Prox(z, x, 0.9)
			if math.Abs(a-b) > 1e-12*(1+b) || !floats.EqualApprox(y, z, 1e-12) {
				t.Errorf("K = %d: the prox of %v is %v, should be %v", k, x, y, z)
			}
		}
	}
}

// bySupports is (min Σ_j x_j²/θ_j)^½ over 0 ≤ θ_j ≤ 1 with Σ_j θ_j ≤ k, by bisection for the price of θ.
func bySupports(x []float64, k int) float64 {
	theta := func(price float64) (sum, square float64) {
		for _, v := range x {
			t := math.Min(1, math.Abs(v)*price)
			if sum += t; t > 0 {
				square += v * v / t
			}
		}
		return sum, square
	}
	lo, hi := 0.0, 1e6
	for range 200 {
		mid := math.Sqrt(math.Max(lo, 1e-12) * hi)
		if sum, _ := theta(mid); sum < float64(k) {
			lo = mid
		} else {
			hi = mid
		}
	}
	_, square := theta(hi)
	return math.Sqrt(square)
}

// TestTreeMaxOfDisjointGroups is that of prox.L1Inf.
func TestTreeMaxOfDisjointGroups(t *testing.T) {
	t.Parallel()
	groups := prox.Groups{{0, 1, 2}, {3, 4, 5}}
	a, b := norms.TreeMax{Lambda: 0.7, Groups: groups}, prox.L1Inf{Lambda: 0.7, Groups: groups}
	r := rand.New(rand.NewPCG(2, 8))
	for range 50 {
		x, y, z := make([]float64, d), make([]float64, d), make([]float64, d)
		for j := range x {
			x[j] = r.NormFloat64()
		}
		a.Prox(y, x, 0.5)
		if b.Prox(z, x, 0.5); !floats.EqualApprox(y, z, 1e-14) || math.Abs(a.Polar(x)-b.Polar(x)) > 1e-12*b.Polar(x) {
			t.Errorf("the prox of %v is %v, of disjoint groups %v; polars %g, %g", x, y, z, a.Polar(x), b.Polar(x))
		}
	}
}

// TestBadNorms: what is no norm is named.
func TestBadNorms(t *testing.T) {
	t.Parallel()
	if (norms.KSupport{K: 0}).Check(3, 1) == nil || (norms.KSupport{K: 4}).Check(3, 1) == nil {
		t.Error("no error for a K that is none")
	}
	if (norms.TreeMax{Groups: prox.Groups{{3}}}).Check(3, 1) == nil {
		t.Error("no error for a group out of range")
	}
}
