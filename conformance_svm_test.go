package toolkit_test

import (
	"context"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/newton"
	"github.com/proxlab/proxlab/toolkit/solver/online"
	"github.com/proxlab/proxlab/toolkit/structured"
)

// game is a solver of projected subgradient games.
type game interface {
	Iterations(ctx context.Context, o toolkit.Oracle, p toolkit.Params) solver.Seq[*online.GameState]
}

// svm is a linear support vector machine on random sparse examples of which some cannot be separated.
type svm struct {
	x      *linalg.CSR
	y      []float64
	lambda float64
}

func newSVM(n, d int, lambda float64, seed uint64) svm {
	rng := rand.New(rand.NewPCG(seed, 50))
	s := svm{x: &linalg.CSR{R: n, C: d, Ptr: []int{0}}, lambda: lambda}
	for i := range n {
		var score float64
		for j := range d {
			if rng.IntN(3) > 0 && i%17 != 0 { // some rows are empty
				v := rng.NormFloat64()
				score += v * float64(1+j%3)
				s.x.Col, s.x.Val = append(s.x.Col, int32(j)), append(s.x.Val, v)
			}
		}
		s.x.Ptr = append(s.x.Ptr, len(s.x.Val))
		y := 1.
		if score+rng.NormFloat64() < 0 {
			y = -1
		}
		s.y = append(s.y, y)
	}
	return s
}

func (s svm) problem() *solver.Problem {
	return solver.NewProblem(s.x, loss.Hinge{Y: s.y}, prox.Ridge{Mu: s.lambda})
}

func (s svm) oracle() online.LinearOracle {
	return online.LinearOracle{A: s.x, Loss: loss.Hinge{Y: s.y}}
}

func (s svm) params() (*params.Explicit, *params.Model) {
	b := params.NewExplicit(0, s.x, 1)
	return b, params.NewModel([]params.Block{b})
}

// bound is G = max ‖a_i‖ + √λ.
func (s svm) bound() float64 {
	var g float64
	for i := range s.x.R {
		g = math.Max(g, s.x.DotRows(i, i))
	}
	return math.Sqrt(g) + math.Sqrt(s.lambda)
}

// minimum is the optimum by the interior point, with its gap tested.
func (s svm) minimum(t *testing.T) (w []float64, objective float64) {
	t.Helper()
	res, err := solver.Run(newton.InteriorPoint{}.Iterations(t.Context(), s.problem()), solver.Any(solver.AbsGap(1e-10), solver.MaxIter(200)))
	if err != nil || res.Status != solver.Converged {
		t.Fatalf("%v, error %v, gap %g", res.Status, err, res.Gap)
	}
	return res.X, res.Objective
}

// svmSolvers holds every solver of support vector machines: the accuracy it reaches on a small one within some passes.
var svmSolvers = map[string]struct {
	solve  func(ctx context.Context, s svm, iterations int) (solver.Result, error)
	passes int
	tol    float64
}{
	"Subgradient":         {playing(func(g online.Game, _ float64) game { return online.Subgradient{Game: g} }), 300, 2e-3},
	"AdaptiveSubgradient": {playing(func(g online.Game, b float64) game { return online.AdaptiveSubgradient{Game: g, G: b} }), 300, 2e-3},
	"ProximalSubgradient": {playing(func(g online.Game, b float64) game { return online.ProximalSubgradient{Game: g, G: b} }), 300, 2e-3},
	"ProximalSubgradient/single": {playing(func(g online.Game, b float64) game {
		return online.ProximalSubgradient{Game: g, Single: online.BestTau(g.Lambda, b, 10, 100000)}
	}), 300, 5e-3},
	"OptimisticProximal":         {playing(func(g online.Game, _ float64) game { return online.OptimisticProximal{Game: g} }), 300, 2e-3},
	"OptimisticProximal/restart": {playing(func(g online.Game, b float64) game { return online.OptimisticProximal{Game: g, G: b, Restart: true} }), 300, 2e-3},
}

// playing runs a game for some passes and ends at the averaged parameters.
func playing(create func(g online.Game, bound float64) game) func(ctx context.Context, s svm, passes int) (solver.Result, error) {
	return func(ctx context.Context, s svm, passes int) (solver.Result, error) {
		block, model := s.params()
		seq := create(online.Game{Lambda: s.lambda, Average: true, Seed: 3}, s.bound()).Iterations(ctx, s.oracle(), model)
		res, err := solver.Run(seq, solver.MaxIter(passes))
		if err == nil && res.Evals > 0 {
			res.X = block.Averaged().Coefficients().Data
		}
		return res, err
	}
}

func TestSVMSolvers(t *testing.T) {
	t.Parallel()
	s := newSVM(300, 8, 0.01, 1)
	_, least := s.minimum(t)
	for name, c := range svmSolvers {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			res, err := c.solve(t.Context(), s, c.passes)
			if err != nil {
				t.Fatal(err)
			}
			if o := s.problem().Objective(res.X); o-least > c.tol || o < least-1e-9 {
				t.Errorf("objective %g after %d passes; the minimum is %g", o, c.passes, least)
			}
			again, err := c.solve(t.Context(), s, c.passes)
			if err != nil || !floats.Equal(again.X, res.X) {
				t.Errorf("a second run ends elsewhere, error %v", err)
			}
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			if res, err := c.solve(ctx, s, 5); err != nil || res.Status != solver.Canceled {
				t.Errorf("status %v, error %v after cancellation", res.Status, err)
			}
			bad := newSVM(20, 2, 0.01, 2)
			bad.x.Val[3] = math.NaN()
			if _, err := c.solve(t.Context(), bad, 50); err == nil {
				t.Error("a NaN went unnoticed")
			}
		})
	}
}

// TestGamesAreTheirAlgorithms compares each method with the paper's loop written out on a dense vector.
func TestGamesAreTheirAlgorithms(t *testing.T) {
	t.Parallel()
	s := newSVM(60, 6, 0.003, 5)
	const seed, passes = 9, 4
	g := s.bound()
	all := make([]int, s.x.R)
	for i := range all {
		all[i] = i
	}
	type sums struct{ lambda, tau float64 } // λ_{1:t} and τ_{1:t}
	root := func(a, b float64) float64 { return (-a + math.Sqrt(a*a+b)) / 2 }
	for name, c := range map[string]struct {
		game   game
		radius float64
		step   func(k *sums, r *float64, norm float64) (tau float64)
		along  bool // the step is along g_t + τ_t w
		grow   bool
		forget bool
	}{
		"Algorithm 1": {online.Subgradient{Game: online.Game{Lambda: s.lambda, Seed: seed}}, 1 / math.Sqrt(s.lambda), func(*sums, *float64, float64) float64 { return 0 }, false, false, false},
		"adaptive": {
			online.AdaptiveSubgradient{Game: online.Game{Lambda: s.lambda, Seed: seed, Radius: 3}, G: g}, 3,
			func(k *sums, r *float64, _ float64) float64 { return root(k.lambda+k.tau, 8*g*g/(3**r**r)) }, true, false, false,
		},
		"Algorithm 2": {
			online.ProximalSubgradient{Game: online.Game{Lambda: s.lambda, Seed: seed, Radius: 0.7}, G: g}, 0.7,
			func(k *sums, r *float64, _ float64) float64 { return root(k.lambda+k.tau, g*g/(*r**r)) }, false, false, false,
		},
		"Algorithm 2, λ = 0": {
			online.ProximalSubgradient{Game: online.Game{Seed: seed, Radius: 2}}, 2,
			func(k *sums, r *float64, norm float64) float64 { return root(k.lambda+k.tau, norm*norm/(*r**r)) }, false, false, false,
		},
		"Algorithm 3": {
			online.OptimisticProximal{Game: online.Game{Lambda: s.lambda, Seed: seed}, G: g, Restart: true}, 1 / math.Sqrt(s.lambda),
			func(k *sums, r *float64, _ float64) float64 { return root(k.lambda+k.tau, g*g/(*r**r)) }, false, true, true,
		},
		"Algorithm 3 without restarts": {
			online.OptimisticProximal{Game: online.Game{Lambda: s.lambda, Seed: seed}}, 1 / math.Sqrt(s.lambda),
			func(k *sums, r *float64, norm float64) float64 { return root(k.lambda+k.tau, norm*norm/(*r**r)) }, false, true, false,
		},
	} {
		block, model := s.params()
		res, err := solver.Run(c.game.Iterations(t.Context(), s.oracle(), model), solver.MaxIter(passes))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		general, model := s.params() // rounds for any oracle, of which this one is not known to be linear
		if _, err := solver.Run(c.game.Iterations(t.Context(), online.Subset{Of: s.oracle(), Index: all}, model), solver.MaxIter(passes)); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if a, b := block.Weights(), general.Weights(); !floats.EqualApprox(a, b, 1e-9*(1+floats.Norm(a, 2))) {
			t.Errorf("%s: linear and general rounds differ by %g", name, floats.Distance(a, b, 2))
		}
		lambda := s.lambda
		if strings.HasSuffix(name, "λ = 0") {
			lambda = 0
		}
		rng := rand.New(rand.NewPCG(seed, 0))
		w, k, guess, phases := make([]float64, s.x.C), sums{}, c.radius, 1
		if c.grow {
			guess = 1
		}
		for range passes * s.x.R {
			i := rng.IntN(s.x.R)
			gradient := make([]float64, len(w))
			floats.AddScaled(gradient, lambda, w)
			_, slope := loss.Hinge{Y: s.y}.At(i, s.x.DotRow(i, w))
			s.x.AddRow(gradient, slope, i)
			k.lambda += lambda
			tau := c.step(&k, &guess, floats.Norm(gradient, 2))
			k.tau += tau
			if c.along {
				floats.AddScaled(gradient, tau, w)
			}
			if k.lambda+k.tau > 0 {
				floats.AddScaled(w, -1/(k.lambda+k.tau), gradient)
			}
			if n := floats.Norm(w, 2); n > c.radius {
				floats.Scale(c.radius/n, w)
			}
			if c.grow && floats.Norm(w, 2) >= guess {
				guess *= math.Sqrt2
				phases++
				if c.forget {
					k = sums{}
				}
			}
		}
		if got := block.Weights(); !floats.EqualApprox(got, w, 1e-9*(1+floats.Norm(w, 2))) {
			t.Errorf("%s: weights differ by %g (%d rounds)", name, floats.Distance(got, w, 2), res.Evals)
		}
		if c.grow && phases < 2 {
			t.Errorf("%s: R never grew: the test tests little", name)
		}
	}
}

// TestRegretBounds plays whole passes in shuffled order, so that the best fixed choice is the batch minimum.
func TestRegretBounds(t *testing.T) {
	t.Parallel()
	const passes = 20
	for _, lambda := range []float64{0.1, 1e-3, 1e-5} {
		s := newSVM(200, 6, lambda, 6)
		w, least := s.minimum(t)
		radius := 1.1 * floats.Norm(w, 2)
		g := math.Sqrt(math.Pow(s.bound()-math.Sqrt(lambda), 2)) + lambda*radius // on S
		rounds := passes * s.x.R
		regret := func(c game) float64 {
			_, model := s.params()
			for st, err := range c.Iterations(t.Context(), s.oracle(), model) {
				if err != nil {
					t.Fatal(err)
				}
				if st.Iter == passes {
					return st.CumulativeLoss - float64(st.Rounds)*least
				}
			}
			return math.NaN()
		}
		setting := online.Game{Lambda: lambda, Radius: radius, Shuffle: true}
		logarithmic := g * g * (1 + math.Log(float64(rounds))) / (2 * lambda)
		if r := regret(online.Subgradient{Game: setting}); !(r <= logarithmic) {
			t.Errorf("λ = %g: regret %g of Algorithm 1, bound %g", lambda, r, logarithmic)
		}
		best := math.Inf(1)
		for tau := 1e-4; tau < 1e5; tau *= 1.3 {
			best = math.Min(best, online.TauBound(tau, lambda, g, radius, rounds))
		}
		for name, c := range map[string]game{
			"the bound G":    online.ProximalSubgradient{Game: setting, G: g},
			"the norms met":  online.ProximalSubgradient{Game: setting},
			"the single tau": online.ProximalSubgradient{Game: setting, Single: online.BestTau(lambda, g, radius, rounds)},
		} {
			if r := regret(c); !(r <= best) {
				t.Errorf("λ = %g: regret %g with %s, Theorem 1 with 2 allows %g", lambda, r, name, best)
			}
		}
		tau := online.BestTau(lambda, g, radius, rounds)
		if b := online.TauBound(tau, lambda, g, radius, rounds); b > best*(1+1e-9) {
			t.Errorf("λ = %g: the bound at τ = %g is %g, on a grid it falls to %g", lambda, tau, b, best)
		}
		corollary2 := g * g / lambda * (1 + math.Log(float64(rounds)))
		if b := online.TauBound(0, lambda, g, radius, rounds); !near(b, corollary2, 1e-12*corollary2) {
			t.Errorf("Corollary 2: B(0) = %g, not %g", b, corollary2)
		}
	}
	const g, radius, rounds = 3, 2, 1000
	corollary3 := 4 * radius * g * math.Sqrt(rounds)
	for _, lambda := range []float64{0, 1e-12} {
		if b := online.TauBound(g*math.Sqrt(rounds)/(2*radius), lambda, g, radius, rounds); !near(b, corollary3, 1e-6) {
			t.Errorf("Corollary 3: %g, not %g", b, corollary3)
		}
	}
	if tau := online.BestTau(0, g, radius, rounds); !near(tau, g*math.Sqrt(rounds)/(2*radius), 1e-9) {
		t.Errorf("λ = 0: the best τ is %g", tau)
	}
}

// TestOptimisticSettles runs Algorithm 3 with an accuracy until it says that it is reached.
func TestOptimisticSettles(t *testing.T) {
	t.Parallel()
	s := newSVM(100, 3, 0.1, 7)
	_, least := s.minimum(t)
	const epsilon = 0.2
	_, model := s.params()
	c := online.OptimisticProximal{Game: online.Game{Lambda: s.lambda}, G: s.bound(), Restart: true, Epsilon: epsilon, Delta: 0.5}
	for st, err := range c.Iterations(t.Context(), s.oracle(), model) {
		if err != nil {
			t.Fatal(err)
		}
		if st.Converged {
			if o := s.problem().Objective(st.Chosen); o-least > epsilon {
				t.Errorf("objective %g, more than %g above the minimum %g", o, epsilon, least)
			}
			break
		}
		if st.Iter > 20000 {
			t.Fatalf("not settled after %d passes, in phase %d", st.Iter, st.Phases)
		}
	}
}

// TestBatches: a batch of all examples, without replacement, is the subgradient method on the whole objective.
func TestBatches(t *testing.T) {
	t.Parallel()
	s := newSVM(40, 4, 0.05, 8)
	block, model := s.params()
	c := online.Subgradient{Game: online.Game{Lambda: s.lambda, Batch: 40, Shuffle: true}}
	if _, err := solver.Run(c.Iterations(t.Context(), s.oracle(), model), solver.MaxIter(10)); err != nil {
		t.Fatal(err)
	}
	w, gradient, p := make([]float64, 4), make([]float64, 4), s.problem()
	for k := range 10 {
		p.ValueGrad(gradient, w)
		floats.AddScaled(gradient, s.lambda, w)
		floats.AddScaled(w, -1/(s.lambda*float64(k+1)), gradient)
		if n := floats.Norm(w, 2); n > 1/math.Sqrt(s.lambda) {
			floats.Scale(1/(math.Sqrt(s.lambda)*n), w)
		}
	}
	if got := block.Weights(); !floats.EqualApprox(got, w, 1e-9) {
		t.Errorf("weights %v, plainly %v", got, w)
	}
}

// TestDualAverageBounds: the bound stays below the minimum, and approaches it with shuffled passes.
func TestDualAverageBounds(t *testing.T) {
	t.Parallel()
	s := newSVM(200, 5, 0.01, 9)
	_, least := s.minimum(t)
	block, model := s.params()
	oracle, p := online.NewDualAverage(s.oracle()), s.problem()
	for st, err := range (online.Subgradient{Game: online.Game{Lambda: s.lambda, Shuffle: true, Average: true}}).Iterations(t.Context(), oracle, model) {
		if err != nil {
			t.Fatal(err)
		}
		if b := oracle.Bound(p); b > least+1e-12 {
			t.Fatalf("pass %d: bound %g above the minimum %g", st.Iter, b, least)
		}
		if st.Iter == 100 {
			oracle.Reset()
			model.StartAverage()
		}
		if st.Iter == 400 {
			if gap := p.Objective(block.Averaged().Coefficients().Data) - oracle.Bound(p); gap > 2e-3 {
				t.Errorf("gap %g", gap)
			}
			return
		}
	}
}

// TestGamesOnOtherLosses plays on the logistic loss and on chains.
func TestGamesOnOtherLosses(t *testing.T) {
	t.Parallel()
	s := newSVM(200, 5, 0.02, 10)
	block, model := s.params()
	l := loss.Logistic{Y: s.y}
	seq := online.OptimisticProximal{Game: online.Game{Lambda: s.lambda}}.Iterations(t.Context(), online.LinearOracle{A: s.x, Loss: l}, model)
	if _, err := solver.Run(seq, solver.MaxIter(300)); err != nil {
		t.Fatal(err)
	}
	p := solver.NewProblem(s.x, l, prox.Ridge{Mu: s.lambda})
	if gap := p.Gap(block.Weights()); gap > 0.02 {
		t.Errorf("logistic: gap %g", gap)
	}
	x := linalg.NewDense(4, 2, []float64{1, 0, 0, 1, 1, 1, -1, 0})
	chain := params.NewModel([]params.Block{params.NewExplicit(0, x, 3)}, []params.Block{params.NewExplicit(1, linalg.Identity(3), 3)})
	hinge := &structured.Hinge{Data: smallSequences()}
	ridge := online.OnNorms(prox.Ridge{Mu: 0.01})
	before := must(online.RegularizedRisk(hinge, chain, ridge))
	seq = online.ProximalSubgradient{Game: online.Game{Lambda: 0.01, Batch: 2, Shuffle: true}}.Iterations(t.Context(), hinge, chain)
	if _, err := solver.Run(seq, solver.MaxIter(200)); err != nil {
		t.Fatal(err)
	}
	if after := must(online.RegularizedRisk(hinge, chain, ridge)); after > before/3 {
		t.Errorf("chains: objective %g, at 0 %g", after, before)
	}
}

func TestGamesRefuseBadSettings(t *testing.T) {
	t.Parallel()
	s := newSVM(20, 2, 0.1, 11)
	good := online.Game{Lambda: 0.1}
	for says, c := range map[string]game{
		"λ = -1":                      online.Subgradient{Game: online.Game{Lambda: -1}},
		"λ = NaN":                     online.Subgradient{Game: online.Game{Lambda: math.NaN()}},
		"radius of S must be given":   online.ProximalSubgradient{},
		"steps are 1/(λt)":            online.Subgradient{Game: online.Game{Radius: 1}},
		"k = 21":                      online.Subgradient{Game: online.Game{Lambda: 0.1, Batch: 21}},
		"radius -1":                   online.Subgradient{Game: online.Game{Lambda: 0.1, Radius: -1}},
		"0 < δ < 1":                   online.OptimisticProximal{Game: good, Epsilon: 0.1},
		"a bound G, and Restart":      online.OptimisticProximal{Game: good, Epsilon: 0.1, Delta: 0.1},
		"λ > 0, a bound G":            online.OptimisticProximal{Game: online.Game{Radius: 1}, Epsilon: 0.1, Delta: 0.1, G: 1, Restart: true},
		"ε = -1 and δ = 0.1: ε > 0 n": online.OptimisticProximal{Game: good, Epsilon: -1, Delta: 0.1},
	} {
		_, model := s.params()
		_, err := solver.Run(c.Iterations(t.Context(), s.oracle(), model), solver.MaxIter(1))
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("error %v does not say %q", err, says)
		}
	}
}
