package online_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/solver/online"
)

// regret plays passes and returns Σ f_t(w_t) − t·minimum.
func regret(t *testing.T, s svm, c game, passes int, minimum float64) float64 {
	t.Helper()
	for st, err := range c.Iterations(t.Context(), s.oracle()) {
		if err != nil {
			t.Fatal(err)
		}
		if st.Iter == passes {
			return st.CumulativeLoss - float64(st.Rounds)*minimum
		}
	}
	return math.NaN()
}

// TestRegretBounds plays whole passes in shuffled order, so that the best fixed choice is the batch minimum.
func TestRegretBounds(t *testing.T) {
	t.Parallel()
	const passes = 20
	for _, lambda := range []float64{0.1, 1e-3, 1e-5} {
		s := newSVM(200, 6, lambda, 6)
		w, minimum := s.minimum(t)
		radius := 1.1 * floats.Norm(w, 2)
		g := math.Sqrt(math.Pow(s.bound()-math.Sqrt(lambda), 2)) + lambda*radius // on S
		rounds := passes * s.X.R
		_, model := s.params()
		setting := online.Game{Params: model, Lambda: lambda, Radius: radius, Shuffle: true}
		logarithmic := g * g * (1 + math.Log(float64(rounds))) / (2 * lambda)
		if r := regret(t, s, online.Subgradient{Game: setting}, passes, minimum); !(r <= logarithmic) {
			t.Errorf("λ = %g: regret %g of Algorithm 1, bound %g", lambda, r, logarithmic)
		}
		best := math.Inf(1)
		for tau := 1e-4; tau < 1e5; tau *= 1.3 {
			best = math.Min(best, online.TauBound(tau, lambda, g, radius, rounds))
		}
		tau := online.BestTau(lambda, g, radius, rounds)
		for name, c := range map[string]game{
			"the bound G":    online.ProximalSubgradient{Game: setting, G: g},
			"the norms met":  online.ProximalSubgradient{Game: setting},
			"the single tau": online.ProximalSubgradient{Game: setting, Single: tau},
		} {
			if r := regret(t, s, c, passes, minimum); !(r <= best) {
				t.Errorf("λ = %g: regret %g with %s, Theorem 1 with 2 allows %g", lambda, r, name, best)
			}
		}
		if b := online.TauBound(tau, lambda, g, radius, rounds); b > best*(1+1e-9) {
			t.Errorf("λ = %g: the bound at τ = %g is %g, on a grid it falls to %g", lambda, tau, b, best)
		}
		corollary2 := g * g / lambda * (1 + math.Log(float64(rounds)))
		if b := online.TauBound(0, lambda, g, radius, rounds); !testproblems.Near(b, corollary2, 1e-12*corollary2) {
			t.Errorf("Corollary 2: B(0) = %g, not %g", b, corollary2)
		}
	}
}

// TestRegretBoundWithoutCurvature is Corollary 3, at λ = 0 and in the limit.
func TestRegretBoundWithoutCurvature(t *testing.T) {
	t.Parallel()
	const g, radius, rounds = 3, 2, 1000
	corollary3, want := 4*radius*g*math.Sqrt(rounds), g*math.Sqrt(rounds)/(2*radius)
	for _, lambda := range []float64{0, 1e-12} {
		if b := online.TauBound(want, lambda, g, radius, rounds); !testproblems.Near(b, corollary3, 1e-6) {
			t.Errorf("Corollary 3: %g, not %g", b, corollary3)
		}
	}
	if tau := online.BestTau(0, g, radius, rounds); !testproblems.Near(tau, want, 1e-9) {
		t.Errorf("λ = 0: the best τ is %g", tau)
	}
	if tau := online.BestTau(100, g, radius, rounds); tau != 0 {
		t.Errorf("with curvature enough the best τ is %g", tau)
	}
}
