package online

import (
	"context"
	"errors"
	"math"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// AdaptiveSubgradient is adaptive online gradient descent: each round adds (τ_t/2)‖w‖² to f_t, with
//
//	3 τ_t R² = 2 G_t²/(λ_{1:t} + τ_{1:t}),      η_t = 1/(λ_{1:t} + τ_{1:t}),
//
// where R is the radius of S; the step is along g_t + τ_t w.
//
// Source: Bartlett, Hazan, Rakhlin, Adaptive Online Gradient Descent, NIPS 2007; as compared in Do, Le, Foo, 2009, footnote 3.
type AdaptiveSubgradient struct {
	Game
	// G bounds ‖g_t‖; 0 takes the norms as they are met.
	G float64
}

var errNoCurvature = errors.New("λ = 0: this method's steps are 1/(λt)")

// Iterations starts from w = 0: it resets p when the range begins, trains it in place and yields once a pass.
func (c AdaptiveSubgradient) Iterations(ctx context.Context, oracle toolkit.Oracle, p toolkit.Params) solver.Seq[*GameState] {
	return c.play(ctx, oracle, p, &adaptiveSteps{g: c.G})
}

type adaptiveSteps struct {
	g, radius, lambda float64
	sum               float64 // λ_{1:t} + τ_{1:t}
}

func (m *adaptiveSteps) start(g Game, _ *GameState) error {
	m.radius, m.lambda = g.Radius, g.Lambda
	return nil
}

func (m *adaptiveSteps) step(squared float64) (eta, rho float64) {
	if m.g > 0 {
		squared = m.g * m.g
	}
	tau := balance(m.sum+m.lambda, 8.0/3*squared/(m.radius*m.radius))
	m.sum += m.lambda + tau
	return inverse(m.sum), tau
}

func (*adaptiveSteps) moved(*GameState) error { return nil }

// balance is the positive root τ of τ(a + τ) = b/4, computed without cancellation.
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
