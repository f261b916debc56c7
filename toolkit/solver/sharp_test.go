package solver_test

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// exact is a number of 300 bits.
func exact(x float64) *big.Float { return new(big.Float).SetPrec(300).SetFloat64(x) }

// plus adds the product of two numbers.
func plus(sum *big.Float, x, y *big.Float) { sum.Add(sum, new(big.Float).SetPrec(300).Mul(x, y)) }

// TestSharpen: where columns of large units cancel in predictions, the gap is that of 300 bits and hardly more, and
// what rounding may hide a millionth of what it is for sums of doubles.
func TestSharpen(t *testing.T) {
	t.Parallel()
	const n, d, mu, tau = 30, 6, 0.5, 0.3
	rng := rand.New(rand.NewPCG(2, 8))
	for trial := range 20 {
		x, y := linalg.NewDense(n, d, nil), make([]float64, n)
		for i := range n {
			for j := range d {
				x.Row(i)[j] = rng.NormFloat64()
			}
			x.Row(i)[0] *= 1e8
			x.Row(i)[1] = x.Row(i)[0] + x.Row(i)[1]
			y[i] = rng.NormFloat64()
		}
		w := make([]float64, d)
		for j := range w {
			w[j] = rng.NormFloat64()
		}
		w[1] = -w[0]
		l := loss.Quantile{Y: y, Tau: tau}
		p := solver.NewProblem(x, l, nil).WithRidge(mu)
		u := make([]float64, n)
		for i := range u { // between both slopes that there are, and little of the large columns
			u[i] = 1e-8 * l.Weight(i) * (rng.Float64() - tau)
		}
		_, plain := p.Certify(w)

		primal, square := exact(0), exact(0)
		for _, v := range w {
			plus(square, exact(v), exact(v))
		}
		plus(primal, square, exact(mu/2))
		dual := exact(0)
		for i := range n {
			f := exact(0)
			for j, v := range w {
				plus(f, exact(x.At(i, j)), exact(v))
			}
			rest := new(big.Float).SetPrec(300).Sub(exact(y[i]), f)
			slope := exact(tau)
			if rest.Sign() < 0 {
				slope = exact(tau - 1)
			}
			plus(primal, rest, slope.Mul(slope, exact(l.Weight(i))))
			plus(dual, exact(-u[i]), exact(y[i])) // the conjugate is linear between both slopes
		}
		for j := range d {
			v := exact(0)
			for i := range n {
				plus(v, exact(x.At(i, j)), exact(u[i]))
			}
			plus(dual, new(big.Float).Quo(v, exact(-2*mu)), v)
		}
		near, _ := primal.Float64() // else what P was computed wrongly by is in the gap
		sharp, remaining := p.Sharpen(w, nil, u, near, 1e30, 1e30)
		gap, _ := new(big.Float).Sub(primal, dual).Float64()
		if !(sharp >= gap) || !(sharp <= gap+2*remaining) {
			t.Errorf("trial %d: the gap is %.17g, of %.17g %g is rounding", trial, gap, sharp, remaining)
		}
		if !(remaining <= 1e-6*plain) {
			t.Errorf("trial %d: rounding hides %g, which was %g", trial, remaining, plain)
		}
	}
}
