package online

import (
	"context"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// Subgradient is projected subgradient descent for strongly convex games, η_t = 1/(λt). On the hinge loss it is Pegasos. Its
// regret is at most G²(1 + ln T)/(2λ) for ‖g_t‖ ≤ G.
//
// Source: Do, Le, Foo, 2009, Algorithm 1; Shalev-Shwartz, Singer, Srebro, Pegasos, ICML 2007.
type Subgradient struct {
	Game
}

// Iterations starts from w = 0: it resets p when the range begins, trains it in place and yields once a pass. λ = 0 is an
// error.
func (c Subgradient) Iterations(ctx context.Context, oracle toolkit.Oracle, p toolkit.Params) solver.Seq[*GameState] {
	return c.play(ctx, oracle, p, &subgradientSteps{})
}

type subgradientSteps struct {
	lambda, t float64
}

func (m *subgradientSteps) start(g Game, _ *GameState) error {
	m.lambda = g.Lambda
	if m.lambda == 0 {
		return errNoCurvature
	}
	return nil
}

func (m *subgradientSteps) step(float64) (eta, rho float64) {
	m.t++
	return 1 / (m.lambda * m.t), 0
}

func (*subgradientSteps) moved(*GameState) error { return nil }
