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
// with A_t of k examples that are drawn uniformly and with replacement, or taken in turn (Shuffle). All methods begin
// at w_1 = 0 and set w_{t+1} ← Π_S[w_t − η_t g_t] with g_t ∈ ∂f_t(w_t): they differ in their step sizes η_t. Played
// on random examples, the game minimizes (λ/2)‖w‖² + (1/m) Σ_i ℓ_i(w). A step takes as long as the update of the
// examples' parts.
//
// Source: Do, Le, Foo, Proximal Regularization for Online and Batch Learning, ICML 2009, section 2 and equation (8).
type Game struct {
	// Params are w: those that are trained, in place.
	Params toolkit.Params
	// Lambda is λ ≥ 0.
	Lambda float64
	// Radius is that of S; 0 for 1/√λ, where the minimizer lies for losses with mean ℓ_i(0) ≤ 1 (for others it is
	// √(2ℓ(0)/λ)). It must be given for λ = 0.
	Radius float64
	// Batch is k; 0 for 1. Norms of subgradients cost k² inner products of examples.
	Batch int
	// Shuffle goes through all examples in every pass, in an order drawn anew. Regret bounds hold for any order; that of
	// the batch objective needs draws with replacement.
	Shuffle bool
	// Average averages w_1, …, w_T, besides keeping the last: see params.Model.Averaged.
	Average bool
	Seed    uint64
}

// GameState is the state after a pass, which is as many rounds as take m examples. Iter counts passes, Evals examples.
// Objective and Gap are NaN unless Evaluate fills them.
type GameState struct {
	solver.Progress
	Params         toolkit.Params
	Rounds         int     // t
	Norm           float64 // ‖w‖
	CumulativeLoss float64 // Σ f_t(w_t) over all rounds so far: less t·min f it is the regret
	// Guess is the radius R that a step size rests on, and Phases how many there were: 1 but for OptimisticProximal.
	Guess  float64
	Phases int
	// Converged and Chosen are OptimisticProximal's, for ε > 0: a phase has ended without an increase of R, and the
	// iterate drawn from that phase.
	Converged bool
	Chosen    []float64
}

// game is a Game in progress.
type game struct {
	Game
	GameState
	rounds
	Params   toolkit.Params // those of both
	oracle   toolkit.Oracle
	m        int      // its examples
	averager Averager // nil for no average
	rng      *rand.Rand
	order    []int // examples that were drawn: those of a pass, when shuffled, and else some
	left     []int // the examples of order that are still to come
}

// play is the loop of all methods: passes of rounds. begin makes a method's round for a game that begins, or says
// what is wrong with the game's settings.
func (c Game) play(
	ctx context.Context, o toolkit.Oracle, begin func(g *game) (round func(), err error),
) solver.Seq[*GameState] {
	return solver.Sequence(ctx, func() (*GameState, solver.Step, error) {
		g := &game{
			Game: c, GameState: GameState{Progress: solver.Unknown(), Params: c.Params}, Params: c.Params,
			oracle: o, m: o.Len(),
		}
		if err := g.start(); err != nil {
			return &g.GameState, nil, err
		}
		round, err := begin(g)
		return &g.GameState, func(ctx context.Context) (float64, error) { return g.pass(ctx, round) }, err
	})
}

// start checks the settings, fills in their defaults, and sets w_1 ← 0.
func (g *game) start() error {
	switch {
	case g.Params == nil:
		return errNoParams
	case g.m == 0:
		return errors.New("there are no examples")
	case !(g.Lambda >= 0) || math.IsInf(g.Lambda, 1):
		return fmt.Errorf("λ = %g: it must be finite and not negative", g.Lambda)
	case g.Batch < 0 || g.Batch > g.m:
		return fmt.Errorf("batches of k = %d: they must be of 1 to %d examples", g.Batch, g.m)
	case g.Radius < 0 || math.IsNaN(g.Radius):
		return fmt.Errorf("radius %g: it must be positive", g.Radius)
	case g.Radius == 0 && g.Lambda == 0:
		return errors.New("for λ = 0 the radius of S must be given")
	}
	g.Batch = max(1, g.Batch)
	if g.Radius == 0 {
		g.Radius = 1 / math.Sqrt(g.Lambda)
	}
	reset(g.Params)
	if g.Average {
		a, err := startAverage(g.Params)
		if err != nil {
			return err
		}
		g.averager = a
	}
	g.rng = rand.New(rand.NewPCG(g.Seed, 0))
	g.Phases, g.Guess = 1, g.Radius
	g.rounds = newRounds(g)
	return nil
}

// pass plays as many rounds as take m examples, and returns what must stay finite.
func (g *game) pass(ctx context.Context, round func()) (watched float64, err error) {
	before := g.CumulativeLoss
	err = g.hold(func() error {
		for done := 0; done < g.m; done += g.Batch {
			if g.Rounds&63 == 0 {
				if err := context.Cause(ctx); err != nil {
					return err
				}
			}
			round()
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	g.Iter++
	g.Norm = norm(g.Params)
	g.Objective, g.Gap = math.NaN(), math.NaN()
	return max(math.Abs(g.CumulativeLoss-before), g.Norm), nil
}

// example is the next example that was drawn.
func (g *game) example() int {
	if len(g.left) == 0 {
		g.drawMore()
	}
	i := g.left[0]
	g.left = g.left[1:]
	return i
}

// drawMore puts the examples in another order, for a pass, or draws some with replacement.
func (g *game) drawMore() {
	const some = 1024
	switch {
	case g.order != nil:
	case g.Shuffle:
		g.order = inOrder(g.m)
	default:
		g.order = make([]int, some)
	}
	if g.left = g.order; g.Shuffle {
		shuffle(g.rng, g.order)
		return
	}
	for k := range g.order {
		g.order[k] = g.rng.IntN(g.m)
	}
}
