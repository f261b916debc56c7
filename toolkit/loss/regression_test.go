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
	for i, v := range y {
		weights[i], counts[i] = float64(i%4)/7, math.Floor(v*v)
	}
	for _, c := range [][]float64{nil, weights} {
		for _, l := range []toolkit.Separable{
			loss.Huber{Y: y, Weights: c}, loss.Huber{Y: y, Weights: c, Delta: 0.3},
			loss.Quantile{Y: y, Weights: c}, loss.Quantile{Y: y, Weights: c, Tau: 0.9},
			loss.EpsilonInsensitive{Y: y, Weights: c}, loss.EpsilonInsensitive{Y: y, Weights: c, Epsilon: 0.4},
			loss.SquaredEpsilonInsensitive{Y: y, Weights: c, Epsilon: 0.4},
			loss.SquaredHinge{Y: testproblems.Signs(y), Weights: c}, loss.Poisson{Y: counts, Weights: c},
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
			loss.SquaredEpsilonInsensitive{Epsilon: bad},
		} {
			if l.CheckParameter() == nil {
				t.Errorf("%T takes %g", l, bad)
			}
		}
	}
	if (loss.Quantile{Tau: 1}).CheckParameter() == nil || (loss.Poisson{}).CheckTarget(-1) == nil {
		t.Error("τ = 1, or a count of −1, is taken")
	}
	for _, l := range []interface{ CheckParameter() error }{
		loss.Huber{}, loss.Quantile{}, loss.EpsilonInsensitive{}, loss.SquaredEpsilonInsensitive{Epsilon: 2},
	} {
		if err := l.CheckParameter(); err != nil {
			t.Error(err)
		}
	}
}
