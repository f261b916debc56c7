package online

import (
	"context"
	"errors"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// Subgradient is projected subgradient descent for strongly convex games:
//
//	w_1 ← 0
//	for t = 1, …, T
//		receive a λ-strongly convex function f_t
//		choose g_t ∈ ∂f_t(w_t)
//		η_t ← 1/λ_{1:t} = 1/(λt)
//		w_{t+1} ← Π_S[w_t − η_t g_t]
//	return w_{T+1}
//
// On the hinge loss it is Pegasos. Its regret is at most G²(1 + ln T)/(2λ) for ‖g_t‖ ≤ G.
//
// Source: Do, Le, Foo, 2009, Algorithm 1; Shalev-Shwartz, Singer, Srebro, Pegasos, ICML 2007.
type Subgradient struct {
	Game
}

// Iterations starts from w = 0: it resets Params when the range begins, trains them in place and yields once a pass.
// λ = 0 is an error.
func (c Subgradient) Iterations(ctx context.Context, oracle toolkit.Oracle) solver.Seq[*GameState] {
	return c.play(ctx, oracle, func(g *game) (round func(), err error) {
		if g.Lambda == 0 {
			return nil, errors.New("λ = 0: this method's steps are 1/(λt)")
		}
		t := 0.
		return func() {
			g.receive()
			t++
			eta := 1 / (g.Lambda * t)
			g.project(eta, 0)
		}, nil
	})
}
