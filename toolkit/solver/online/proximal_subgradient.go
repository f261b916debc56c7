package online

import (
	"context"
	"math"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// ProximalSubgradient is proximal projected subgradient descent: each round adds (τ_t/2)‖w − w_t‖² to f_t, which leaves the
// subgradient at w_t as it is and shortens the step,
//
//	2 τ_t R² = G_t²/(2(λ_{1:t} + τ_{1:t})),      η_t = 1/(λ_{1:t} + τ_{1:t}),
//
// where R is the radius of S. The regret is at most twice ½ Σ_t [4τ_tR² + G_t²/(λ_{1:t} + τ_{1:t})] at the best τ_1, …, τ_T
// (Theorem 1). λ may be 0.
//
// Source: Do, Le, Foo, Proximal Regularization for Online and Batch Learning, ICML 2009, Algorithm 2.
type ProximalSubgradient struct {
	Game
	// G bounds ‖g_t‖; 0 takes the norms as they are met.
	G float64
	// Single is τ_1 > 0 with all other τ_t = 0, in place of the balance: see BestTau.
	Single float64
}

// Iterations starts from w = 0: it resets p when the range begins, trains it in place and yields once a pass.
func (c ProximalSubgradient) Iterations(ctx context.Context, oracle toolkit.Oracle, p toolkit.Params) solver.Seq[*GameState] {
	return c.play(ctx, oracle, p, &proximalSteps{g: c.G, single: c.Single})
}

type proximalSteps struct {
	g, single, radius, lambda float64
	sum                       float64 // λ_{1:t} + τ_{1:t}
}

func (m *proximalSteps) start(g Game, _ *GameState) error {
	m.radius, m.lambda, m.sum = g.Radius, g.Lambda, m.single
	return nil
}

func (m *proximalSteps) step(squared float64) (eta, rho float64) {
	m.sum += m.lambda
	if m.single == 0 {
		if m.g > 0 {
			squared = m.g * m.g
		}
		m.sum += balance(m.sum, squared/(m.radius*m.radius))
	}
	return inverse(m.sum), 0
}

func (*proximalSteps) moved(*GameState) error { return nil }

// TauBound is B(τ) = 4τR² + (G²/λ) [1/(1 + τ/λ) + ln((T + τ/λ)/(1 + τ/λ))], a bound of the regret of ProximalSubgradient with
// Single = τ over T rounds; for λ = 0 it is 4τR² + G²T/τ, the limit.
//
// Source: Do, Le, Foo, 2009, Theorem 2.
func TauBound(tau, lambda, g, radius float64, rounds int) float64 {
	t := float64(rounds)
	if lambda == 0 {
		return 4*tau*radius*radius + g*g*t/tau
	}
	return 4*tau*radius*radius + g*g*(1/(lambda+tau)+math.Log1p((t-1)*lambda/(lambda+tau))/lambda)
}

// BestTau minimizes TauBound over τ ≥ 0.
//
// Source: Do, Le, Foo, 2009, Proposition 1 and Theorem 2.
func BestTau(lambda, g, radius float64, rounds int) float64 {
	// The derivative 4R² − G²[1/(λ+τ)² + (T−1)/((λ+τ)(λT+τ))] grows with τ.
	t := float64(rounds)
	slope := func(tau float64) float64 {
		a := lambda + tau
		return 4*radius*radius - g*g*(1/(a*a)+(t-1)/(a*(lambda*t+tau)))
	}
	if lambda > 0 && slope(0) >= 0 {
		return 0
	}
	lo, hi := 0., g*math.Sqrt(t)/(2*radius) // where the slope is at least 0, for every λ
	for range 200 {
		mid := (lo + hi) / 2
		if slope(mid) < 0 {
			lo = mid
		} else {
			hi = mid
		}
	}
	return hi
}
