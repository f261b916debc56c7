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

// Game is the setting that the projected subgradient methods share: the rounds of a convex repeated game on
//
//	f_t(w) = (λ/2)‖w‖² + (1/k) Σ_{i∈A_t} ℓ_i(w),      S = {w : ‖w‖ ≤ Radius},
//
// with A_t of k examples drawn uniformly and with replacement, or in turn (Shuffle). A method differs in its step sizes alone; all begin at w = 0
// and set w ← Π_S[w − η_t g_t] with g_t a subgradient of f_t at w. Played on random examples, the game minimizes
// (λ/2)‖w‖² + (1/m) Σ_i ℓ_i(w). A step takes as long as the update of the examples' parts.
//
// Source: Do, Le, Foo, Proximal Regularization for Online and Batch Learning, ICML 2009, section 2 and equation (8).
type Game struct {
	// Lambda is λ ≥ 0.
	Lambda float64
	// Radius is that of S; 0 for 1/√λ, where the minimizer lies for losses with mean ℓ_i(0) ≤ 1 (for others it is
	// √(2ℓ(0)/λ)). It must be given for λ = 0.
	Radius float64
	// Batch is k; 0 for 1. Norms of subgradients cost k² inner products of examples.
	Batch int
	// Shuffle goes through all examples in every pass, in an order drawn anew. Regret bounds hold for any order; that of the
	// batch objective needs draws with replacement.
	Shuffle bool
	// Average averages w_1, …, w_T, besides keeping the last: see params.Model.Averaged.
	Average bool
	Seed    uint64
}

// GameState is the state after a pass, which is as many rounds as take m examples. Iter counts passes, Evals examples.
// Objective and Gap are NaN unless Evaluate fills them.
type GameState struct {
	solver.Progress
	Params toolkit.Params
	Rounds int     // t
	Norm   float64 // ‖w‖
	Played float64 // Σ f_t(w_t) over all rounds so far: with t·min f it makes the regret
	// Guess is the radius R that a step size rests on, and Phases how many there were: 1 but for OptimisticProximal.
	Guess  float64
	Phases int
	// Settled and Chosen are OptimisticProximal's, for ε > 0: its last phase was long enough, and w_r of that phase.
	Settled bool
	Chosen  []float64
}

// stepper is what tells one method from another.
type stepper interface {
	// start begins the game.
	start(g Game, s *GameState) error
	// step returns η_t and ρ_t of w ← Π_S[w − η_t (g_t + ρ_t w)], given ‖g_t‖².
	step(squared float64) (eta, rho float64)
	// moved is told the state after the projection.
	moved(s *GameState) error
}

// play runs the game with a method's steps, yielding once a pass.
func (g Game) play(ctx context.Context, oracle toolkit.Oracle, p toolkit.Params, method stepper) solver.Seq[*GameState] {
	return func(yield func(*GameState, error) bool) {
		s := &GameState{Progress: solver.Unknown(), Params: p}
		r := &rounds{Game: g, oracle: oracle, p: p, method: method, rng: rand.New(rand.NewPCG(g.Seed, 0))}
		if err := r.start(s); err != nil {
			yield(s, err)
			return
		}
		for {
			err := r.pass(ctx, s)
			if !yield(s, err) || err != nil {
				return
			}
		}
	}
}

// rounds is a game in progress.
type rounds struct {
	Game
	oracle   toolkit.Oracle
	p        toolkit.Params
	method   stepper
	rng      *rand.Rand
	averager Averager
	order    []int // of the pass, when shuffled; the examples left
	left     []int
	linear   *linearGame // nil for the general round
	u, one   toolkit.Update
}

func (r *rounds) start(s *GameState) error {
	m := r.oracle.Len()
	switch {
	case m == 0:
		return errors.New("there are no examples")
	case !(r.Lambda >= 0) || math.IsInf(r.Lambda, 1):
		return fmt.Errorf("λ = %g: it must be finite and not negative", r.Lambda)
	case r.Batch < 0 || r.Batch > m:
		return fmt.Errorf("batches of k = %d: they must be of 1 to %d examples", r.Batch, m)
	case r.Radius < 0 || math.IsNaN(r.Radius):
		return fmt.Errorf("radius %g: it must be positive", r.Radius)
	case r.Radius == 0 && r.Lambda == 0:
		return errors.New("for λ = 0 the radius of S must be given")
	}
	r.Batch = max(1, r.Batch)
	if r.Radius == 0 {
		r.Radius = 1 / math.Sqrt(r.Lambda)
	}
	for k := range r.p.Groups() {
		r.p.Scale(k, 0)
	}
	if r.Average {
		a, ok := r.p.(Averager)
		if !ok {
			return errors.New("the parameters cannot be averaged")
		}
		r.averager = a
		a.StartAverage()
	}
	r.linear = newLinearGame(r)
	s.Phases, s.Guess = 1, r.Radius
	return r.method.start(r.Game, s)
}

// pass plays as many rounds as take m examples.
func (r *rounds) pass(ctx context.Context, s *GameState) error {
	before := s.Played
	var err error
	if r.linear != nil {
		err = r.linear.pass(ctx, r, s)
	} else {
		err = r.general(ctx, s)
	}
	if err != nil {
		return err
	}
	s.Iter++
	s.Norm = r.norm()
	s.Objective, s.Gap = math.NaN(), math.NaN()
	if !solver.Finite(s.Played-before) || !solver.Finite(s.Norm) {
		return solver.ErrDiverged
	}
	return nil
}

// general is a pass for any oracle and any parameters.
func (r *rounds) general(ctx context.Context, s *GameState) error {
	m := r.oracle.Len()
	for done := 0; done < m; done += r.Batch {
		if s.Rounds&63 == 0 {
			if err := context.Cause(ctx); err != nil {
				return err
			}
		}
		if err := r.round(s, m); err != nil {
			return err
		}
	}
	r.p.Refresh()
	return nil
}

func (r *rounds) round(s *GameState, m int) error {
	if r.averager != nil {
		r.averager.Tick()
	}
	loss := r.draw(m)
	inner, squared := r.p.InnerProducts(&r.u)
	w := r.norm()
	s.Played += loss + r.Lambda/2*w*w
	gradient := squared + r.Lambda*(2*inner+r.Lambda*w*w) // ‖g_t‖²
	eta, rho := r.method.step(max(0, gradient))
	if c := 1 - eta*(r.Lambda+rho); c != 1 {
		for k := range r.p.Groups() {
			r.p.Scale(k, max(0, c)) // below 0 by rounding alone: η_t is at most 1/(λ + ρ_t)
		}
	}
	if len(r.u.Parts) > 0 {
		r.p.Add(-eta, &r.u)
	}
	s.Norm = r.norm()
	if s.Norm > r.Radius {
		for k := range r.p.Groups() {
			r.p.Scale(k, r.Radius/s.Norm)
		}
		s.Norm = r.Radius
	}
	s.Rounds++
	s.Evals += r.Batch
	s.Step = eta
	return r.method.moved(s)
}

// draw writes the subgradient of the mean loss of a batch to u and returns that loss.
func (r *rounds) draw(m int) float64 {
	if r.Batch == 1 {
		return r.oracle.Grad(r.example(m), r.p, &r.u)
	}
	r.u.Reset()
	var sum float64
	for range r.Batch {
		sum += r.oracle.Grad(r.example(m), r.p, &r.one)
		for _, part := range r.one.Parts {
			r.u.Add(part.Family, part.Row, part.Col, part.Value/float64(r.Batch))
		}
	}
	return sum / float64(r.Batch)
}

// example draws the next example.
func (r *rounds) example(m int) int {
	if !r.Shuffle {
		return r.rng.IntN(m)
	}
	if len(r.left) == 0 {
		if r.order == nil {
			r.order = make([]int, m)
			for i := range r.order {
				r.order[i] = i
			}
		}
		r.rng.Shuffle(m, func(i, j int) { r.order[i], r.order[j] = r.order[j], r.order[i] })
		r.left = r.order
	}
	i := r.left[0]
	r.left = r.left[1:]
	return i
}

// norm is ‖w‖ over all groups.
func (r *rounds) norm() float64 {
	if r.p.Groups() == 1 {
		return r.p.Norm(0)
	}
	var s float64
	for k := range r.p.Groups() {
		n := r.p.Norm(k)
		s += n * n
	}
	return math.Sqrt(s)
}
