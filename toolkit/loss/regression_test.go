package loss_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/toolkittest"
)

// TestLossesOfNumbersAndCounts checks by the kit, with weights and without, at parameters of their own and defaults.
func TestLossesOfNumbersAndCounts(t *testing.T) {
	t.Parallel()
	y := testproblems.Normal(rand.New(rand.NewPCG(5, 6)), 40, 2)
	weights, counts := make([]float64, len(y)), make([]float64, len(y))
	var positive, shares []float64
	for i, v := range y {
		positive, shares = append(positive, math.Exp(v)), append(shares, float64(i%5)/4)
		weights[i], counts[i] = float64(i%4)/7, math.Floor(v*v)
	}
	for _, c := range [][]float64{nil, weights} {
		for _, l := range []toolkit.Separable{
			loss.Huber{Y: y, Weights: c}, loss.Huber{Y: y, Weights: c, Delta: 0.3},
			loss.Quantile{Y: y, Weights: c}, loss.Quantile{Y: y, Weights: c, Tau: 0.9},
			loss.EpsilonInsensitive{Y: y, Weights: c}, loss.EpsilonInsensitive{Y: y, Weights: c, Epsilon: 0.4},
			loss.SquaredEpsilonInsensitive{Y: y, Weights: c, Epsilon: 0.4},
			loss.SquaredHinge{Y: testproblems.Signs(y), Weights: c}, loss.Poisson{Y: counts, Weights: c},
			loss.Gamma{Y: positive, Weights: c}, loss.Tweedie{Y: counts, Weights: c},
			loss.Tweedie{Y: counts, Weights: c, Power: 1.1}, loss.NegativeBinomial{Y: counts, Weights: c},
			loss.NegativeBinomial{Y: counts, Weights: c, Theta: 50}, loss.Binomial{Y: shares, Weights: c},
		} {
			if err := toolkittest.Loss(l); err != nil {
				t.Error(err)
			}
			for _, f := range []float64{1e150, -1e150, 3, -3} {
				if v, _ := l.At(0, f); v < 0 {
					t.Errorf("%v: at %g the loss is %g", l, f, v)
				}
			}
		}
	}
}

// TestLossesAreWhatTheyAreKnownFor: the Huber loss is the envelope of the absolute one, the median's is half of that,
// without ε the squared ε-insensitive loss is the squared one, and the Poisson loss is that of the probabilities.
func TestLossesAreWhatTheyAreKnownFor(t *testing.T) {
	t.Parallel()
	y := []float64{1.3, 0, -4, 7}
	absolute := loss.EpsilonInsensitive{Y: y}
	same := func(what string, got, want float64) {
		if math.Abs(got-want) > 1e-13*(1+math.Abs(want)) {
			t.Errorf("%s: %.17g, not %.17g", what, got, want)
		}
	}
	for i := range y {
		for f := -9.; f < 12; f += 0.37 {
			plain, _ := absolute.At(i, f)
			huber, slope := loss.Huber{Y: y, Delta: 1}.At(i, f)
			u, _ := absolute.Envelope(i, f, 1)
			z, _ := absolute.At(i, f-u)
			same("Huber", huber, z+u*u/2)
			same("Huber's slope", slope, u)
			median, _ := loss.Quantile{Y: y}.At(i, f)
			same("median", median, plain/2)
			squared, _ := loss.SquaredEpsilonInsensitive{Y: y}.At(i, f)
			same("squared", squared, plain*plain/2)
			sign := []float64{math.Copysign(1, y[i])}
			hinge, _ := loss.Hinge{Y: sign}.At(0, f)
			smooth, _ := loss.SquaredHinge{Y: sign}.At(0, f)
			same("squared hinge", smooth, hinge*hinge/2)
			count := math.Abs(y[i] - 0.3*float64(i%2))
			count = math.Floor(count)
			deviance, _ := loss.Poisson{Y: []float64{count}}.At(0, f)
			want := -distuv.Poisson{Lambda: math.Exp(f)}.LogProb(count)
			if count > 0 {
				want += distuv.Poisson{Lambda: count}.LogProb(count)
			}
			if math.Abs(deviance-want) > 1e-11*(1+math.Abs(want)) {
				t.Errorf("Poisson: %.17g, by probabilities %.17g", deviance, want)
			}
			many, rate := []float64{count}, loss.NegativeBinomial{Y: []float64{count}, Theta: 1e9}
			if v, _ := rate.At(0, f); f < 4 && math.Abs(v-deviance) > 1e-6*(1+deviance) {
				t.Errorf("negative binomial for θ → ∞: %.12g, Poisson %.12g", v, deviance)
			}
			if v, _ := (loss.Tweedie{Y: many, Power: 1 + 1e-9}).At(0, f); math.Abs(v-deviance) > 1e-6*(1+deviance) {
				t.Errorf("Tweedie for p → 1: %.12g, Poisson %.12g", v, deviance)
			}
			if count > 0 {
				gamma, _ := loss.Gamma{Y: many}.At(0, f)
				if v, _ := (loss.Tweedie{Y: many, Power: 2 - 1e-9}).At(0, f); math.Abs(v-gamma) > 1e-6*(1+gamma) {
					t.Errorf("Tweedie for p → 2: %.12g, gamma %.12g", v, gamma)
				}
			}
			label, _ := loss.Logistic{Y: sign}.At(0, f)
			if v, _ := (loss.Binomial{Y: []float64{(1 + sign[0]) / 2}}).At(0, f); math.Abs(v-label) > 1e-14*(1+label) {
				t.Errorf("binomial of one trial: %.17g, logistic %.17g", v, label)
			}
		}
	}
}

// TestQuantileIsThatOfTheTargets: of all constants the τ-quantile has the least loss.
func TestQuantileIsThatOfTheTargets(t *testing.T) {
	t.Parallel()
	y := testproblems.Normal(rand.New(rand.NewPCG(7, 6)), 101, 1)
	l := loss.Quantile{Y: y, Tau: 0.8}
	best, at := math.Inf(1), 0.
	for _, f := range y {
		var sum float64
		for i := range y {
			v, _ := l.At(i, f)
			sum += v
		}
		if sum < best {
			best, at = sum, f
		}
	}
	below := 0
	for _, v := range y {
		if v <= at {
			below++
		}
	}
	if below != 81 {
		t.Errorf("%d of 101 targets are at most the best constant", below)
	}
}

// TestParametersAreChecked: an error says what a parameter must be.
func TestParametersAreChecked(t *testing.T) {
	t.Parallel()
	for _, bad := range []float64{-1, math.NaN(), math.Inf(1)} {
		for _, l := range []interface{ CheckParameter() error }{
			loss.Huber{Delta: bad}, loss.Quantile{Tau: bad}, loss.EpsilonInsensitive{Epsilon: bad},
			loss.SquaredEpsilonInsensitive{Epsilon: bad}, loss.NegativeBinomial{Theta: bad}, loss.Tweedie{Power: bad},
		} {
			if l.CheckParameter() == nil {
				t.Errorf("%T takes %g", l, bad)
			}
		}
	}
	if (loss.Quantile{Tau: 1}).CheckParameter() == nil || (loss.Poisson{}).CheckTarget(-1) == nil {
		t.Error("τ = 1, or a count of −1, is taken")
	}
	for y, of := range map[float64]loss.Targeted{
		0: loss.Gamma{}, -1: loss.Tweedie{}, -2: loss.NegativeBinomial{}, 1.5: loss.Binomial{}, math.NaN(): loss.Binomial{},
	} {
		if of.CheckTarget(y) == nil {
			t.Errorf("%v takes a target of %g", of, y)
		}
	}
	if (loss.Tweedie{Power: 2}).CheckParameter() == nil || (loss.Tweedie{Power: 1}).CheckParameter() == nil {
		t.Error("a power of 1 or 2 is taken")
	}
	for _, l := range []interface{ CheckParameter() error }{
		loss.Huber{}, loss.Quantile{}, loss.EpsilonInsensitive{}, loss.SquaredEpsilonInsensitive{Epsilon: 2},
	} {
		if err := l.CheckParameter(); err != nil {
			t.Error(err)
		}
	}
}

// TestFindTheta compares with glm.nb of R's MASS, whose means are taken, and finds no θ where counts vary too little.
func TestFindTheta(t *testing.T) {
	t.Parallel()
	y := []float64{0, 9, 0, 6, 0, 2, 0, 11, 1, 0, 0, 15}
	means := []float64{0.8, 3.1, 1.9, 2.2, 0.6, 2.4, 1.5, 2.9, 0.9, 1.2, 1.1, 5.3}
	var weights []float64
	for i := range y {
		weights = append(weights, float64(1+i%3))
	}
	const mass = 0.754238611322279
	if v := loss.FindTheta(y, means, weights); math.Abs(v-mass) > 1e-9*mass {
		t.Errorf("θ = %.15g, by MASS %.15g", v, mass)
	}
	if v := loss.FindTheta([]float64{1, 2, 1, 2}, []float64{1.5, 1.5, 1.5, 1.5}, nil); !math.IsInf(v, 1) {
		t.Errorf("counts that hardly vary have θ = %g", v)
	}
}
