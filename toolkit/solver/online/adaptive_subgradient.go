package online

import (
	"context"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// AdaptiveSubgradient is adaptive online gradient descent, which adds (τ_t/2)‖w‖² to f_t:
//
//	w_1 ← 0
//	for t = 1, …, T
//		receive a λ-strongly convex function f_t
//		choose g_t ∈ ∂f_t(w_t)
//		τ_t ← the positive solution of 3 τ_t R² = 2 G_t²/(λ_{1:t} + τ_{1:t})
//		η_t ← 1/(λ_{1:t} + τ_{1:t})
//		w_{t+1} ← Π_S[w_t − η_t(g_t + τ_t w_t)]
//	return w_{T+1}
//
// where R is the radius of S.
//
// Source: Bartlett, Hazan, Rakhlin, Adaptive Online Gradient Descent, NIPS 2007; as compared in Do, Le, Foo, 2009,
// footnote 3.
type AdaptiveSubgradient struct {
	Game
	// G bounds ‖g_t‖ and is G_t; 0 for G_t = ‖g_t‖.
	G float64
}

// Iterations starts from w = 0: it resets Params when the range begins, trains them in place and yields once a pass.
func (c AdaptiveSubgradient) Iterations(ctx context.Context, oracle toolkit.Oracle) solver.Seq[*GameState] {
	return c.play(ctx, oracle, func(g *game) (round func(), err error) {
		sum := 0. // λ_{1:t} + τ_{1:t}
		return func() {
			squared := squaredBound(c.G, g.receive())
			tau := balance(sum+g.Lambda, 8.0/3*squared/(g.Radius*g.Radius))
			sum += g.Lambda + tau
			eta := inverse(sum)
			g.project(eta, tau)
		}, nil
	})
}
