package gradient_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver/gradient"
)

// TestSafeguarded asks a search without a solver: which σ it tries, and which objectives it accepts.
func TestSafeguarded(t *testing.T) {
	t.Parallel()
	s := gradient.Safeguarded{Rule: gradient.FixedStep(1), Min: 2, Max: 7, Memory: 2}.Begin()
	at := gradient.Iterate{}
	for k, objective := range []float64{10, 8, 6} {
		at.Iter, at.Objective = k, objective
		if sigma := s.Sigma(at); sigma != 2 {
			t.Errorf("σ = %g, the least is 2", sigma)
		}
	}
	for _, c := range []struct {
		sigma, objective, next float64
		accepted               bool
	}{
		{2, 7.9, 0, true},                                   // the largest of the last two is 8
		{2, 8, 4, false},                                    // not by enough
		{2, 8 - 0.9e-4, 4, false}, {2, 8 - 1.1e-4, 0, true}, // 10⁻⁴ (2/2) 1²
		{4, 9, 7, false}, {7, 9, 0, true}, {4, math.NaN(), 7, false},
	} {
		trial := gradient.Trial{Iterate: at, Sigma: c.sigma, Step: []float64{0.6, 0.8}}
		trial.Next.Objective = c.objective
		if sigma, accepted := s.Try(trial); accepted != c.accepted || !accepted && sigma != c.next {
			t.Errorf("P = %g at σ = %g: accepted %v, then %g", c.objective, c.sigma, accepted, sigma)
		}
	}
	wide := gradient.Safeguarded{Rule: gradient.FixedStep(0.25)}.Begin()
	if sigma := wide.Sigma(at); sigma != 0.25 {
		t.Errorf("σ = %g without bounds", sigma)
	}
}

// TestBacktrackingSigma: σ falls by a tenth in each iteration until it meets the curvature, and doubles from below.
func TestBacktrackingSigma(t *testing.T) {
	t.Parallel()
	p, a, _ := leastSquares(rand.New(rand.NewPCG(28, 29)), 30, 10, prox.L1{Lambda: 0.05})
	_, trace := path(t, p, gradient.Backtracking{Start: 100 * a}, 30)
	for k, q := range trace {
		sigma, evals := 100*a*math.Pow(0.9, float64(k)), k+2+(k+1)/10 // a gap in every tenth iteration
		if !testproblems.Near(1/q.Step, sigma, 1e-12) || q.Evals != evals {
			t.Fatalf("iteration %d: σ = %g, not %g, after %d evaluations, not %d", k+1, 1/q.Step, sigma, q.Evals, evals)
		}
	}
	_, trace = path(t, p, gradient.Backtracking{Start: 1e-3 * a}, 40)
	for _, q := range trace {
		if 1/q.Step > 2*a {
			t.Errorf("iteration %d: σ = %g where the curvature is at most %g", q.Iter, 1/q.Step, a)
		}
	}
	if doublings := math.Log2(1 / trace[0].Step / (1e-3 * a)); doublings < 1 || doublings != math.Round(doublings) {
		t.Errorf("the first σ is 2^%g times the first that was tried", doublings)
	}
}
