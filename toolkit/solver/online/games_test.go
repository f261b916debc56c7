package online_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/online"
)

// plainGame is a method of the paper as it is written, on a dense vector.
type plainGame struct {
	lambda, radius float64 // of f_t and of S
	// tau is τ_t for a = λ_{1:t} + τ_{1:t−1}, given the guess R and ‖g_t‖.
	tau    func(a, guess, norm float64) float64
	along  bool // the step is along g_t + τ_t w_t
	grow   bool // Algorithm 3: R begins at 1 and grows
	forget bool // where R grows, the sums begin anew
	anew   bool // and so does w
}

// run plays passes on the hinge loss, with examples drawn as a Game with this seed draws them, and counts the phases.
func (c plainGame) run(s svm, seed uint64, passes int) (w []float64, phases int) {
	rng := rand.New(rand.NewPCG(seed, 0))
	w, phases = make([]float64, s.X.C), 1
	sum, guess := 0., c.radius
	if c.grow {
		guess = 1
	}
	for range passes * s.X.R {
		i := rng.IntN(s.X.R)
		gradient := make([]float64, len(w))
		floats.AddScaled(gradient, c.lambda, w)
		_, slope := loss.Hinge{Y: s.Y}.At(i, s.X.DotRow(i, w))
		s.X.AddRow(gradient, slope, i)
		tau := c.tau(sum+c.lambda, guess, floats.Norm(gradient, 2))
		sum += c.lambda + tau
		if c.along {
			floats.AddScaled(gradient, tau, w)
		}
		if sum > 0 {
			floats.AddScaled(w, -1/sum, gradient)
		}
		if n := floats.Norm(w, 2); n > c.radius {
			floats.Scale(c.radius/n, w)
		}
		if c.grow && floats.Norm(w, 2) >= guess {
			guess *= math.Sqrt2
			phases++
			if c.forget {
				sum = 0
			}
			if c.anew {
				w = make([]float64, s.X.C)
			}
		}
	}
	return w, phases
}

// root is the positive solution of x(a + x) = b/4.
func root(a, b float64) float64 { return (-a + math.Sqrt(a*a+b)) / 2 }

// TestGamesAreTheirAlgorithms compares each method, in linear and in general rounds, with the paper's loop.
func TestGamesAreTheirAlgorithms(t *testing.T) {
	t.Parallel()
	const seed, passes, lambda = 9, 4, 0.003
	s := newSVM(60, 6, lambda, 5)
	g, pegasos := s.bound(), 1/math.Sqrt(lambda)
	setting := func(p toolkit.Params, radius float64) online.Game {
		return online.Game{Params: p, Lambda: lambda, Seed: seed, Radius: radius}
	}
	none := func(float64, float64, float64) float64 { return 0 }
	bounded := func(a, r, _ float64) float64 { return root(a, g*g/(r*r)) }
	met := func(a, r, norm float64) float64 { return root(a, norm*norm/(r*r)) }
	bartlett := func(a, r, _ float64) float64 { return root(a, 8*g*g/(3*r*r)) }
	for name, c := range map[string]struct {
		game  func(p toolkit.Params) game
		plain plainGame
	}{
		"Algorithm 1": {
			func(p toolkit.Params) game { return online.Subgradient{Game: setting(p, 0)} },
			plainGame{lambda: lambda, radius: pegasos, tau: none},
		},
		"adaptive": {
			func(p toolkit.Params) game { return online.AdaptiveSubgradient{Game: setting(p, 3), G: g} },
			plainGame{lambda: lambda, radius: 3, tau: bartlett, along: true},
		},
		"Algorithm 2": {
			func(p toolkit.Params) game { return online.ProximalSubgradient{Game: setting(p, 0.7), G: g} },
			plainGame{lambda: lambda, radius: 0.7, tau: bounded},
		},
		"Algorithm 2, λ = 0": {
			func(p toolkit.Params) game {
				return online.ProximalSubgradient{Game: online.Game{Params: p, Seed: seed, Radius: 2}}
			},
			plainGame{radius: 2, tau: met},
		},
		"Algorithm 3": {
			func(p toolkit.Params) game {
				return online.OptimisticProximal{Game: setting(p, 0), G: g, Restart: true}
			},
			plainGame{lambda: lambda, radius: pegasos, tau: bounded, grow: true, forget: true},
		},
		"Algorithm 3 from w_1 = 0 in every phase": {
			func(p toolkit.Params) game {
				return online.OptimisticProximal{Game: setting(p, 0), G: g, Restart: true, Anew: true}
			},
			plainGame{lambda: lambda, radius: pegasos, tau: bounded, grow: true, forget: true, anew: true},
		},
		"Algorithm 3 without restarts": {
			func(p toolkit.Params) game { return online.OptimisticProximal{Game: setting(p, 0)} },
			plainGame{lambda: lambda, radius: pegasos, tau: met, grow: true},
		},
	} {
		block, model := s.params()
		if _, err := solver.Run(c.game(model).Iterations(t.Context(), s.oracle()), solver.MaxIter(passes)); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		general, model := s.params()
		if _, err := solver.Run(c.game(model).Iterations(t.Context(), s.general()), solver.MaxIter(passes)); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		want, phases := c.plain.run(s, seed, passes)
		tol := 1e-9 * (1 + floats.Norm(want, 2))
		if got := block.Weights(); !floats.EqualApprox(got, want, tol) {
			t.Errorf("%s: linear rounds end %g from the plain algorithm", name, floats.Distance(got, want, 2))
		}
		if got := general.Weights(); !floats.EqualApprox(got, want, tol) {
			t.Errorf("%s: general rounds end %g from the plain algorithm", name, floats.Distance(got, want, 2))
		}
		if c.plain.grow && phases < 2 {
			t.Errorf("%s: R never grew: the test tests little", name)
		}
	}
}

// TestSingleTau: τ_1 alone, which the steps keep for good.
func TestSingleTau(t *testing.T) {
	t.Parallel()
	s := newSVM(60, 6, 0.01, 5)
	block, model := s.params()
	c := online.ProximalSubgradient{Game: online.Game{Lambda: s.Mu, Seed: 9}, Single: 2}
	c.Params = model
	if _, err := solver.Run(c.Iterations(t.Context(), s.oracle()), solver.MaxIter(4)); err != nil {
		t.Fatal(err)
	}
	rounds := 0
	plain := plainGame{lambda: s.Mu, radius: 1 / math.Sqrt(s.Mu), tau: func(float64, float64, float64) float64 {
		if rounds++; rounds == 1 {
			return 2
		}
		return 0
	}}
	want, _ := plain.run(s, 9, 4)
	if got := block.Weights(); !floats.EqualApprox(got, want, 1e-9) {
		t.Errorf("weights %v, plainly %v", got, want)
	}
}

// TestBatches: a batch of all examples, without replacement, is the subgradient method on the whole objective.
func TestBatches(t *testing.T) {
	t.Parallel()
	s := newSVM(40, 4, 0.05, 8)
	block, model := s.params()
	c := online.Subgradient{Game: online.Game{Lambda: s.Mu, Batch: 40, Shuffle: true}}
	c.Params = model
	if _, err := solver.Run(c.Iterations(t.Context(), s.oracle()), solver.MaxIter(10)); err != nil {
		t.Fatal(err)
	}
	w, gradient, p := make([]float64, 4), make([]float64, 4), s.Problem()
	for k := range 10 {
		p.ValueGrad(gradient, w)
		floats.AddScaled(gradient, s.Mu, w)
		floats.AddScaled(w, -1/(s.Mu*float64(k+1)), gradient)
		if n := floats.Norm(w, 2); n > 1/math.Sqrt(s.Mu) {
			floats.Scale(1/(math.Sqrt(s.Mu)*n), w)
		}
	}
	if got := block.Weights(); !floats.EqualApprox(got, w, 1e-9) {
		t.Errorf("weights %v, plainly %v", got, w)
	}
}
