package smooth

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/loss"
)

// concordant are the losses that say so of themselves, on targets of their kind; the last example has no weight.
func concordant(rng *rand.Rand, n int) []toolkit.Separable {
	counts, labels, weights := make([]float64, n), make([]float64, n), make([]float64, n)
	positive := make([]float64, n)
	for i := range n {
		counts[i], labels[i] = float64(rng.IntN(4)), float64(2*rng.IntN(2)-1)
		positive[i], weights[i] = math.Exp(rng.NormFloat64()), rng.Float64()
	}
	weights[n-1] = 0
	return []toolkit.Separable{
		loss.Logistic{Y: labels, Weights: weights}, loss.Poisson{Y: counts, Weights: weights},
		loss.Gamma{Y: positive, Weights: weights}, loss.Tweedie{Y: counts, Weights: weights, Power: 1.3},
	}
}

// TestSelfConcordant: third derivatives, by differences, are no larger than second ones.
func TestSelfConcordant(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	for _, l := range concordant(rng, 30) {
		if bent, ok := l.(SelfConcordant); !ok || !bent.SelfConcordant() {
			t.Errorf("%T does not say so", l)
		}
		for i := range l.Len() {
			const step = 1e-4
			f, second := 4*rng.NormFloat64(), l.(toolkit.TwiceDifferentiable).Second
			third := (second(i, f+step) - second(i, f-step)) / (2 * step)
			if math.Abs(third) > (1+1e-6)*second(i, f) {
				t.Errorf("%T at %g: |%g| is more than %g", l, f, third, second(i, f))
			}
		}
	}
}

// TestDualNear: near the point where slopes are it is never less than the conjugate, and more by the third order alone;
// examples that are far are exact, and it is +Inf beyond the domain and NaN of NaN.
func TestDualNear(t *testing.T) {
	t.Parallel()
	const n = 500
	rng := rand.New(rand.NewPCG(3, 4))
	example, f := make([]int, n), make([]float64, n)
	for i := range n {
		example[i], f[i] = i, 1.5*rng.NormFloat64()
	}
	for _, each := range concordant(rng, n) {
		c := make([]float64, n)
		for i := range c {
			c[i] = each.Weight(i)
		}
		l, ok := Of(each, each, example, c).(summed)
		if !ok || !l.bends {
			t.Fatalf("%T: no bound", each)
		}
		at := Point{F: f, U: make([]float64, n), H: make([]float64, n)}
		at.Value = l.Slopes(at.U, at.H, f)
		for _, shift := range []float64{0, 1e-6, 1e-3} {
			for _, s := range []float64{1, 1 - 1e-6, 0.999, 0.9, leastNear} {
				v, third := make([]float64, n), 1e-14
				for i := range v {
					v[i] = at.U[i] + shift*at.H[i]*rng.NormFloat64()
					if x := math.Abs(s*v[i]-at.U[i]) / at.H[i]; x <= mostNear {
						third += at.H[i] * x * x * x
					}
				}
				got, size := l.Dual(at, v, s)
				var want, sum float64
				for i := range v {
					if c[i] > 0 {
						term := c[i] * each.Conjugate(i, s*v[i]/c[i])
						want, sum = want+term, sum+math.Abs(term)
					}
				}
				name := fmt.Sprintf("%T, shift %g, s = %g", each, shift, s)
				if !(got >= want-1e-14*size && got <= want+third+1e-14*size) || size < sum/10 {
					t.Errorf("%s: %.17g, %.17g by the definition, %g more at most; size %g", name, got, want, third, size)
				}
			}
		}
		v := append([]float64(nil), at.U...)
		for _, u := range []float64{-11, 11} { // one of them is beyond the domain, or both are
			v[0] = u * c[0]
			got, _ := l.Dual(at, v, 1)
			if want := math.IsInf(each.Conjugate(0, v[0]/c[0]), 1); want != math.IsInf(got, 1) {
				t.Errorf("%T: at a slope of %g it is %g", each, v[0]/c[0], got)
			}
		}
		v[1] = math.NaN()
		if got, _ := l.Dual(at, v, 1); !math.IsNaN(got) {
			t.Errorf("%T: of NaN it is %g", each, got)
		}
	}
}
