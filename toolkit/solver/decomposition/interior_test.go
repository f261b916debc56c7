package decomposition_test

import (
	"context"
	"errors"
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/kernel"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/solver/decomposition"
)

// TestSquaredL1: coefficients are feasible, and P with the weights found is what the dual is at them, both by their
// formulas.
func TestSquaredL1(t *testing.T) {
	t.Parallel()
	const tol = 1e-8
	x, labels, targets, _ := drawn(40, 3, 5)
	var ks []*linalg.Dense
	for j := range 3 {
		one := linalg.NewDense(x.R, 1, nil)
		linalg.Column(one.Data, x, j)
		for _, k := range []kernel.Kernel{kernel.Gaussian{Variance: 1}, kernel.Gaussian{Variance: 0.05}, kernel.Linear{}} {
			g, err := kernel.Gram(t.Context(), k, one)
			if err != nil {
				t.Fatal(err)
			}
			ks = append(ks, g)
		}
	}
	gram, err := kernel.Given(ks[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range []loss.Bindable{loss.Hinge{}, loss.EpsilonInsensitive{Epsilon: 0.2}, loss.Quantile{Tau: 0.3}} {
		y := targets
		if _, ok := l.(loss.Labelled); ok {
			y = labels
		}
		for at, mu := range []float64{10, 0.1, 1e-3, 1e-4} {
			p, err := decomposition.NewProblem(gram, l.Bind(y, nil), mu, at != 1)
			if err != nil {
				t.Fatal(err)
			}
			a, eta, b, err := decomposition.SquaredL1(t.Context(), p, ks, tol)
			if err != nil {
				t.Fatal(err)
			}
			primal, dual := combined(p, ks, a, eta, b)
			sum := floats.Sum(a)
			if !(primal-dual <= 1e-6*primal) || floats.Min(eta) < 0 || p.Intercept && math.Abs(sum) > 1e-9 {
				t.Errorf("%v, μ = %g: P is %.12g, the dual %.12g, coefficients sum to %g, weights are %v", l, mu, primal, dual,
					sum, eta)
			}
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	p, err := decomposition.NewProblem(gram, loss.Hinge{Y: labels}, 1, true)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, _, err := decomposition.SquaredL1(ctx, p, ks, tol); !errors.Is(err, context.Canceled) {
		t.Errorf("a canceled context: %v", err)
	}
	p.Y[3] = math.NaN()
	if _, _, _, err := decomposition.SquaredL1(t.Context(), p, ks, tol); err == nil {
		t.Error("a target of NaN was accepted")
	}
}

// combined are P of f_j = η_j Σ_i a_i k_j(x_i, ·) and b, and the dual of a.
func combined(
	p decomposition.Problem, ks []*linalg.Dense, a, eta []float64, b float64,
) (primal, dual float64) {
	f, part := make([]float64, len(a)), make([]float64, len(a))
	var norms, largest float64
	for j, k := range ks {
		k.MulVec(part, a)
		square := math.Max(0, floats.Dot(part, a))
		floats.AddScaled(f, eta[j], part)
		norms += eta[j] * math.Sqrt(square)
		largest = math.Max(largest, square)
	}
	for i, y := range p.Y {
		r := y - f[i] - b
		primal += p.Up[i]*max(0, r-p.Epsilon) + p.Down[i]*max(0, -r-p.Epsilon)
		dual -= p.Epsilon*math.Abs(a[i]) - y*a[i]
	}
	return primal + norms*norms/2, dual - largest/2
}
