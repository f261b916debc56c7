package online

import (
	"context"
	"math"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// ProximalSubgradient is proximal projected subgradient descent, which adds (τ_t/2)‖w − w_t‖² to f_t. That leaves the
// subgradient at w_t as it is and shortens the step:
//
//	w_1 ← 0
//	for t = 1, …, T
//		receive a λ-strongly convex function f_t
//		choose g_t ∈ ∂f_t(w_t)
//		τ_t ← ½(−λ_{1:t} − τ_{1:t−1} + √((λ_{1:t} + τ_{1:t−1})² + G_t²/R²))
//		η_t ← 1/(λ_{1:t} + τ_{1:t})
//		w_{t+1} ← Π_S[w_t − η_t g_t]
//	return w_{T+1}
//
// where R is the radius of S. This τ_t balances the terms of the regret bound ½ Σ_t [4τ_tR² + G_t²/(λ_{1:t} +
// τ_{1:t})], which then is at most twice its minimum over τ_1, …, τ_T (Theorem 1). λ may be 0.
//
// Source: Do, Le, Foo, Proximal Regularization for Online and Batch Learning, ICML 2009, Algorithm 2.
type ProximalSubgradient struct {
	Game
	// G bounds ‖g_t‖ and is G_t; 0 for G_t = ‖g_t‖.
	G float64
	// Single is τ_1 > 0 with all other τ_t = 0, in place of the balance: see BestTau.
	Single float64
}

// Iterations starts from w = 0: it resets Params when the range begins, trains them in place and yields once a pass.
func (c ProximalSubgradient) Iterations(ctx context.Context, oracle toolkit.Oracle) solver.Seq[*GameState] {
	return c.play(ctx, oracle, func(g *game) (round func(), err error) {
		sum := c.Single // λ_{1:t} + τ_{1:t}
		return func() {
			squared := squaredBound(c.G, g.receive())
			sum += g.Lambda
			if c.Single == 0 {
				tau := balance(sum, squared/(g.Radius*g.Radius))
				sum += tau
			}
			eta := inverse(sum)
			g.project(eta, 0)
		}, nil
	})
}

// squaredBound is G_t²: that of a bound G > 0, or else of the subgradient met.
func squaredBound(g, squared float64) float64 {
	if g > 0 {
		return g * g
	}
	return squared
}

// balance is ½(−a + √(a² + b)), the positive solution τ of τ(a + τ) = b/4, computed without cancellation.
func balance(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return b / (2 * (a + math.Sqrt(a*a+b)))
}

// inverse is 1/x, and 0 for 0: without curvature or gradients so far there is nothing to do.
func inverse(x float64) float64 {
	if x == 0 {
		return 0
	}
	return 1 / x
}
