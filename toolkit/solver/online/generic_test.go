package online_test

import (
	"context"
	"errors"
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/online"
	"github.com/proxlab/proxlab/toolkit/structured"
	"github.com/proxlab/proxlab/toolkit/toolkittest"
)

// fourRows are features of four examples.
var fourRows = linalg.NewDense(4, 2, []float64{0.3, -1.2, 2.1, 0.4, -0.5, 0.8, 1, -1.5})

// oracles holds every oracle of this package, over fourRows, with the outputs of its models.
var oracles = map[string]struct {
	outputs int
	oracle  toolkit.Oracle
}{
	"LinearOracle": {1, logistic()},
	"DualAverage":  {1, online.NewDualAverage(logistic())},
	"Subset": {3, online.Subset{
		Of: &structured.Hinge{Data: testproblems.SmallSequences()}, Index: []int{2, 0},
	}},
}

var _ toolkit.Oracle = (*online.DualAverage)(nil)

func logistic() online.LinearOracle {
	return online.LinearOracle{A: fourRows, Loss: loss.Logistic{Y: []float64{1, -1, 1, 1}}}
}

func TestOracles(t *testing.T) {
	t.Parallel()
	for name, c := range oracles {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := toolkittest.Oracle(c.oracle, func() toolkit.Params {
				emission := params.NewExplicit(0, fourRows, c.outputs)
				transition := params.NewExplicit(1, linalg.Identity(c.outputs), c.outputs)
				return params.NewModel([]params.Block{emission}, []params.Block{transition})
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
}

// games holds every method, given a bound of the subgradients, and the accuracy that its averaged parameters reach on
// a small support vector machine within 300 passes.
var games = map[string]struct {
	create func(g online.Game, bound float64) game
	tol    float64
}{
	"Subgradient": {func(g online.Game, _ float64) game { return online.Subgradient{Game: g} }, 2e-3},
	"AdaptiveSubgradient": {func(g online.Game, b float64) game {
		return online.AdaptiveSubgradient{Game: g, G: b}
	}, 2e-3},
	"ProximalSubgradient": {func(g online.Game, b float64) game {
		return online.ProximalSubgradient{Game: g, G: b}
	}, 2e-3},
	"ProximalSubgradient/single": {func(g online.Game, b float64) game {
		return online.ProximalSubgradient{Game: g, Single: online.BestTau(g.Lambda, b, 10, 100000)}
	}, 5e-3},
	"OptimisticProximal": {func(g online.Game, _ float64) game { return online.OptimisticProximal{Game: g} }, 2e-3},
	"OptimisticProximal/restart": {func(g online.Game, b float64) game {
		return online.OptimisticProximal{Game: g, G: b, Restart: true}
	}, 2e-3},
}

// TestGames: each method comes near the minimum, ends at the same place twice, stops with its context, and reports a
// NaN.
func TestGames(t *testing.T) {
	t.Parallel()
	s := newSVM(300, 8, 0.01, 1)
	_, minimum := s.minimum(t)
	for name, c := range games {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			play := func(ctx context.Context, s svm, passes int) ([]float64, solver.Result, error) {
				block, model := s.params()
				method := c.create(online.Game{Params: model, Lambda: s.Mu, Average: true, Seed: 3}, s.bound())
				res, err := solver.Run(method.Iterations(ctx, s.oracle()), solver.MaxIter(passes))
				if err != nil || res.Evals == 0 {
					return nil, res, err
				}
				return block.Averaged().Coefficients().Data, res, nil
			}
			w, _, err := play(t.Context(), s, 300)
			if err != nil {
				t.Fatal(err)
			}
			if o := s.Problem().Objective(w); o-minimum > c.tol || o < minimum-1e-9 {
				t.Errorf("objective %g after 300 passes; the minimum is %g", o, minimum)
			}
			again, _, err := play(t.Context(), s, 300)
			if err != nil || !floats.Equal(again, w) {
				t.Errorf("a second run ends elsewhere, error %v", err)
			}
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			if _, res, err := play(ctx, s, 5); !errors.Is(err, context.Canceled) || res.Status != solver.Canceled {
				t.Errorf("status %v, error %v after cancellation", res.Status, err)
			}
			bad := newSVM(20, 2, 0.01, 2)
			bad.X.Val[3] = math.NaN()
			if _, _, err := play(t.Context(), bad, 50); !errors.Is(err, solver.ErrDiverged) {
				t.Errorf("error %v after a NaN", err)
			}
		})
	}
}
