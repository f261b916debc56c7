package online

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// OptimisticProximal is ProximalSubgradient with a guess R of the minimizer's norm that begins small and grows as w
// does:
//
//	S ← {w : ‖w‖ ≤ 1/√λ},   G ← max_i ‖x_i‖ + √λ,   δ̂ ← δ/(3 − log₂ λ)
//	R ← min{1, 1/√λ},   w_1 ← 0
//	repeat
//		CONVERGED ← true
//		T ← the smallest with min{G²(1 + ln T)/(δ̂λT), 4RG/(δ̂√T)} ≤ ε
//		for t = 1, …, T
//			sample A_t of k examples, which defines f_t
//			choose g_t ∈ ∂f_t(w_t)
//			τ_t ← ½(−λ_{1:t} − τ_{1:t−1} + √((λ_{1:t} + τ_{1:t−1})² + G²/R²))
//			η_t ← 1/(λ_{1:t} + τ_{1:t})
//			w_{t+1} ← Π_S[w_t − η_t g_t]
//			if ‖w_{t+1}‖ ≥ R − √(2ε/λ)
//				R ← √2 R,   CONVERGED ← false,   break
//	until CONVERGED
//	return w_r, with r drawn uniformly from 1, …, T
//
// The paper prints δ for δ̂ in the rule for T. Game.Radius is the radius of S. A phase is a turn of the outer loop;
// every phase continues from the last one's w unless Anew is set, and the loops themselves are those over the states:
// a round is a turn of the inner loop.
//
// Source: Do, Le, Foo, Proximal Regularization for Online and Batch Learning, ICML 2009, Algorithm 3.
type OptimisticProximal struct {
	Game
	// G bounds ‖g_t‖; 0 takes ‖g_t‖ in its place. ε > 0 needs it.
	G float64
	// Restart sets λ_{1:t} and τ_{1:t} to 0 where a phase begins, as the paper's algorithm may be read: its steps are
	// then as long as the first phase's. Where rows have much the same norm, that can drive R up to Game.Radius within a
	// few rounds. Without it the sums continue through the phases.
	Restart bool
	// Anew sets w to 0 too where a phase begins, as the box has it by the letter: there w_1 is 0 in every phase. It needs
	// Restart.
	Anew bool
	// Epsilon is ε ≥ 0, the accuracy that is sought with probability 1 − Delta, 0 < δ < 1. The state says when it is
	// reached (Converged) and by which w (Chosen, a copy of w_r, with which round r begins); the game goes on until the
	// loop over it ends. ε > 0 needs λ > 0, G, Restart, and Params that are one dense vector. 0, with T = ∞, is for a
	// fixed number of passes.
	Epsilon, Delta float64
}

// Iterations starts from w = 0: it resets Params when the range begins, trains them in place and yields once a pass.
func (c OptimisticProximal) Iterations(ctx context.Context, oracle toolkit.Oracle) solver.Seq[*GameState] {
	return c.play(ctx, oracle, func(g *game) (round func(), err error) {
		if err := c.check(c.Params); err != nil {
			return nil, err
		}
		a := c.start(g)
		a.phase()
		return func() {
			if a.t++; a.t == a.r {
				a.Chosen = a.weights(a.Chosen[:0]) // w_r, before the step to w_{r+1}
			}
			squared := squaredBound(c.G, a.receive())
			a.sum += a.Lambda
			tau := balance(a.sum, squared/(a.Guess*a.Guess))
			a.sum += tau
			eta := inverse(a.sum)
			a.project(eta, 0)
			if a.Norm >= a.Guess-a.margin {
				a.Guess *= math.Sqrt2
				a.Phases++
				if c.Anew {
					a.forget()
				}
				a.phase()
				return
			}
			a.Converged = a.Converged || a.t >= a.last
		}, nil
	})
}

// check says what Anew and ε > 0 lack.
func (c OptimisticProximal) check(p toolkit.Params) error {
	if c.Anew && !c.Restart {
		return errors.New("to begin at w = 0 anew needs Restart")
	}
	if c.Epsilon == 0 {
		return nil
	}
	_, isVector := vectorOf(p)
	switch {
	case !(c.Epsilon > 0) || !(c.Delta > 0 && c.Delta < 1):
		return fmt.Errorf("ε = %g and δ = %g: ε > 0 needs 0 < δ < 1", c.Epsilon, c.Delta)
	case c.Lambda == 0 || c.G == 0 || !c.Restart:
		return errors.New("ε > 0 needs λ > 0, a bound G, and Restart")
	case !isVector:
		return errors.New("ε > 0 needs parameters that are one dense vector, to keep a copy of w_r")
	}
	return nil
}

// optimistic is Algorithm 3 at work. Its R is the state's Guess.
type optimistic struct {
	*game
	c      OptimisticProximal
	margin float64 // √(2ε/λ)
	sum    float64 // λ_{1:t} + τ_{1:t}

	// Of the phase: the rounds so far, the number that it ends with, and the one that Chosen is taken before.
	t, last, r float64
	rng        *rand.Rand
}

// start sets R, and makes it larger than √(2ε/λ): else every round would end a phase.
func (c OptimisticProximal) start(g *game) *optimistic {
	a := &optimistic{game: g, c: c, rng: rand.New(rand.NewPCG(g.Seed, 1))}
	g.Guess = min(1, 1/math.Sqrt(g.Lambda))
	if c.Epsilon > 0 {
		a.margin = math.Sqrt(2 * c.Epsilon / g.Lambda)
	}
	for g.Guess <= a.margin {
		g.Guess *= math.Sqrt2
	}
	return a
}

// phase begins a phase.
func (a *optimistic) phase() {
	if a.c.Restart {
		a.sum = 0
	}
	if !a.Converged {
		a.t, a.last = 0, a.c.phaseLength(a.Guess)
		a.r = 1 + math.Floor(a.rng.Float64()*a.last)
	}
}

// phaseLength is the smallest T with min{G²(1 + ln T)/(δ̂λT), 4RG/(δ̂√T)} ≤ ε, and +Inf for ε = 0.
func (c OptimisticProximal) phaseLength(radius float64) float64 {
	if c.Epsilon == 0 {
		return math.Inf(1)
	}
	d := c.Delta / max(1, 3-math.Log2(c.Lambda)) // for λ > 4 too
	bySqrt := math.Ceil(math.Pow(4*radius*c.G/(d*c.Epsilon), 2))
	enough := func(t float64) bool { return c.G*c.G*(1+math.Log(t))/(d*c.Lambda*t) <= c.Epsilon }
	lo, hi := 0., 1.
	for !enough(hi) { // (1 + ln T)/T falls
		lo, hi = hi, 2*hi
	}
	for hi-lo > 1 {
		if mid := math.Floor((lo + hi) / 2); enough(mid) {
			hi = mid
		} else {
			lo = mid
		}
	}
	return max(1, min(bySqrt, hi))
}
