package loss_test

import (
	"math"
	"math/big"
	"testing"

	"github.com/proxlab/proxlab/toolkit/loss"
)

// TestHessianOfSureClasses: where one class is almost sure, every entry of the Hessian is good to its own size, and not
// only to that of what is rounded off from 1: shifts of all classes stay its null space.
func TestHessianOfSureClasses(t *testing.T) {
	t.Parallel()
	for _, f := range [][]float64{{0, -15, -35}, {-20, -28, 0}, {-30, 0.5, -31}} {
		h := make([]float64, 9)
		loss.Multinomial{Y: []int{0}, K: 3}.Hessian(h, 0, f)
		sum, p := new(big.Float).SetPrec(200), make([]*big.Float, 3)
		for c, v := range f {
			p[c] = big.NewFloat(math.Exp(v)).SetPrec(200)
			sum.Add(sum, p[c])
		}
		for c := range 3 {
			p[c].Quo(p[c], sum)
		}
		for c := range 3 {
			rest := new(big.Float).SetPrec(200).Sub(big.NewFloat(1).SetPrec(200), p[c])
			want, _ := rest.Mul(rest, p[c]).Float64()
			if got := h[c*3+c]; math.Abs(got-want) > 1e-14*want {
				t.Errorf("at %v, class %d: %g, not %g", f, c+1, got, want)
			}
		}
	}
}

// TestProbabilities: they are those that the Hessian is diag(p) − ppᵀ of.
func TestProbabilities(t *testing.T) {
	t.Parallel()
	l, f := loss.Multinomial{Y: []int{1}, K: 3}, []float64{0.3, -700, 2}
	p, h := make([]float64, 3), make([]float64, 9)
	l.Probabilities(p, 0, f)
	l.Hessian(h, 0, f)
	for c := range p {
		for e := range p {
			want := -p[c] * p[e]
			if c == e {
				want += p[c]
			}
			if math.Abs(h[3*c+e]-want) > 1e-15 {
				t.Errorf("entry %d, %d is %g, by probabilities %g", c, e, h[3*c+e], want)
			}
		}
	}
}
