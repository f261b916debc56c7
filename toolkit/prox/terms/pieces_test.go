package terms_test

import (
	"math"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/prox/calculus"
	"github.com/proxlab/proxlab/toolkit/prox/sets"
	"github.com/proxlab/proxlab/toolkit/prox/terms"
)

// TestPieces: a function is the sum of the largest of vz − bv − ½cv² over the intervals of its pieces.
func TestPieces(t *testing.T) {
	t.Parallel()
	y, labels, w := []float64{3, -40}, []float64{1, -1}, []float64{0.3, 2}
	for name, f := range map[string]toolkit.Proxable{
		"squared":       terms.Loss{Of: loss.Squared{Y: y, Weights: w}},
		"quantile":      terms.Loss{Of: loss.Quantile{Y: y, Tau: 0.2, Weights: w}},
		"hinge":         terms.Loss{Of: loss.Hinge{Y: labels, Weights: w}},
		"huber":         terms.Loss{Of: loss.Huber{Y: y, Delta: 0.7, Weights: w}},
		"squared hinge": terms.Loss{Of: loss.SquaredHinge{Y: labels, Weights: w}},
		"l1":            terms.L1{L1: prox.L1{Lambda: 0.4, Weights: w}},
		"scaled":        calculus.Scaled{C: 3, Of: terms.Loss{Of: loss.Squared{Y: y, Weights: w}}},
		"box":           sets.Box{Lower: []float64{-1}, Upper: []float64{2}},
	} {
		p, ok := f.(toolkit.Pieces)
		if !ok {
			t.Errorf("%s has none", name)
			continue
		}
		for _, z := range [][]float64{{0.5, -0.5}, {3.2, -41}, {-20, 20}, {2.9, 1.99}} {
			var sum float64
			for i := range z {
				of, ok := p.Pieces(i)
				if !ok {
					t.Fatalf("%s: none of %d", name, i)
				}
				for _, q := range of {
					sum += largest(q, z[i])
				}
			}
			if want := f.Value(z); !(math.Abs(sum-want) <= 1e-9*(1+math.Abs(want))) && !(sum > 1e6 && math.IsInf(want, 1)) {
				t.Errorf("%s at %v is %g, by its pieces %g", name, z, want, sum)
			}
		}
	}
	for name, f := range map[string]toolkit.Pieces{
		"logistic": terms.Loss{Of: loss.Logistic{Y: labels}}, "point": sets.Point(1),
		"insensitive": terms.Loss{Of: loss.EpsilonInsensitive{Y: y, Epsilon: 0.5}},
	} {
		if _, ok := f.Pieces(0); ok {
			t.Errorf("%s has pieces", name)
		}
	}
}

// largest is max vz − bv − ½cv² over the interval, of which ends that are infinite are 1e9.
func largest(p toolkit.Piece, z float64) float64 {
	lo, hi := math.Max(p.Lo, -1e9), math.Min(p.Hi, 1e9)
	at := func(v float64) float64 { return v*z - p.B*v - p.C/2*v*v }
	most := math.Max(at(lo), at(hi))
	if p.C > 0 {
		most = math.Max(most, at(math.Min(math.Max((z-p.B)/p.C, lo), hi)))
	}
	return most
}
