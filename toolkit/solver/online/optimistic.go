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

// OptimisticProximal is the proximal method with a radius R that begins small and grows as w does: τ_t rests on the guess R,
// S stays the ball of Game.Radius. When ‖w‖ ≥ R − √(2ε/λ), R grows by √2 and a new phase begins.
//
// The zero value continues through phases, with G_t = ‖g_t‖. Restart begins every phase with steps as long as the first's, as the
// paper's algorithm may be read; where rows have much the same norm, that can drive R up to Game.Radius within a few rounds.
//
// Source: Do, Le, Foo, Proximal Regularization for Online and Batch Learning, ICML 2009, Algorithm 3.
type OptimisticProximal struct {
	Game
	// G bounds ‖g_t‖; 0 takes the norms as they are met. ε > 0 needs it.
	G float64
	// Restart sets t, λ_{1:t} and τ_{1:t} to 0 when R grows, and keeps w.
	Restart bool
	// Epsilon is ε ≥ 0 of the accuracy that is sought, with probability 1 − Delta, 0 < δ < 1. Then a phase is settled after
	// T rounds, the least with min{G²(1 + ln T)/(δ'λT), 4RG/(δ'√T)} ≤ ε, δ' = δ/(3 − log₂ λ), and the state's Chosen is w_r of
	// that phase for r drawn uniformly from 1, …, T; the game goes on until the loop over it ends. It needs λ > 0, Restart, and
	// Params that are one dense vector. 0 for a fixed number of passes.
	Epsilon, Delta float64
}

// Iterations starts from w = 0: it resets p when the range begins, trains it in place and yields once a pass.
func (c OptimisticProximal) Iterations(ctx context.Context, oracle toolkit.Oracle, p toolkit.Params) solver.Seq[*GameState] {
	return c.play(ctx, oracle, p, &optimisticSteps{OptimisticProximal: c, p: p})
}

type optimisticSteps struct {
	OptimisticProximal
	proximalSteps
	p      toolkit.Params
	margin float64 // √(2ε/λ)
	// Of the phase, for ε > 0: its rounds so far, the number that settles it, and the one that Chosen is taken at.
	t, last, chosen float64
	rng             *rand.Rand
}

var errNotOneVector = errors.New("ε > 0 needs parameters that are one dense vector, to keep a copy of w_r")

func (m *optimisticSteps) start(g Game, s *GameState) error {
	guess := 1.
	if g.Lambda > 0 {
		guess = min(1, 1/math.Sqrt(g.Lambda))
	}
	m.proximalSteps = proximalSteps{g: m.OptimisticProximal.G, radius: guess, lambda: g.Lambda}
	if m.Epsilon != 0 {
		v, isVector := m.p.(Vectorer)
		if isVector {
			_, isVector = v.Vector()
		}
		switch {
		case !(m.Epsilon > 0) || !(m.Delta > 0 && m.Delta < 1):
			return fmt.Errorf("ε = %g and δ = %g: ε > 0 needs 0 < δ < 1", m.Epsilon, m.Delta)
		case g.Lambda == 0 || m.g == 0 || !m.Restart:
			return errors.New("ε > 0 needs λ > 0, a bound G, and Restart")
		case !isVector:
			return errNotOneVector
		}
		m.margin = math.Sqrt(2 * m.Epsilon / g.Lambda)
		for m.radius <= m.margin { // else every step would end a phase
			m.radius *= math.Sqrt2
		}
		m.rng = rand.New(rand.NewPCG(g.Seed, 1))
		m.begin()
	}
	s.Guess = m.radius
	return nil
}

// begin plans a phase.
func (m *optimisticSteps) begin() {
	m.t, m.last = 0, settlingRounds(m.Epsilon, m.Delta, m.lambda, m.g, m.radius)
	m.chosen = 1 + math.Floor(m.rng.Float64()*m.last)
}

// settlingRounds is the least T with min{G²(1 + ln T)/(δ'λT), 4RG/(δ'√T)} ≤ ε, δ' = δ/(3 − log₂ λ).
func settlingRounds(epsilon, delta, lambda, g, radius float64) float64 {
	d := delta / max(1, 3-math.Log2(lambda))
	bySqrt := math.Ceil(math.Pow(4*radius*g/(d*epsilon), 2))
	lo, hi := 0., 1.
	long := func(t float64) bool { return g*g*(1+math.Log(t))/(d*lambda*t) <= epsilon }
	for !long(hi) { // (1 + ln T)/T falls
		lo, hi = hi, 2*hi
	}
	for hi-lo > 1 {
		if mid := math.Floor((lo + hi) / 2); long(mid) {
			hi = mid
		} else {
			lo = mid
		}
	}
	return max(1, min(bySqrt, hi))
}

// step is that of the embedded proximalSteps.
func (m *optimisticSteps) step(squared float64) (eta, rho float64) {
	return m.proximalSteps.step(squared)
}

func (m *optimisticSteps) moved(s *GameState) error {
	if m.Epsilon > 0 && !s.Settled {
		m.t++
		if m.t == m.chosen {
			w, _ := m.p.(Vectorer).Vector()
			s.Chosen = append(s.Chosen[:0], w...)
			m.p.Refresh()
		}
	}
	if s.Norm >= m.radius-m.margin {
		m.radius *= math.Sqrt2
		s.Phases++
		s.Guess = m.radius
		if m.Restart {
			m.sum = 0
		}
		if m.Epsilon > 0 && !s.Settled {
			m.begin()
		}
		return nil
	}
	s.Settled = s.Settled || m.Epsilon > 0 && m.t >= m.last
	return nil
}
