package online_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/online"
)

// mustSay runs a sequence for some passes; its error must say this.
func mustSay[S solver.Reporter](t *testing.T, says string, seq solver.Seq[S]) {
	t.Helper()
	if _, err := solver.Run(seq, solver.MaxIter(5)); err == nil || !strings.Contains(err.Error(), says) {
		t.Errorf("error %v does not say %q", err, says)
	}
}

func TestGamesRefuseBadSettings(t *testing.T) {
	t.Parallel()
	s := newSVM(20, 2, 0.1, 11)
	_, model := s.params()
	good, flat := online.Game{Params: model, Lambda: 0.1}, online.Game{Params: model, Radius: 1}
	for says, c := range map[string]game{
		"λ = -1":                      online.Subgradient{Game: online.Game{Params: model, Lambda: -1}},
		"λ = NaN":                     online.Subgradient{Game: online.Game{Params: model, Lambda: math.NaN()}},
		"radius of S must be given":   online.ProximalSubgradient{Game: online.Game{Params: model}},
		"Params must be set":          online.Subgradient{},
		"steps are 1/(λt)":            online.Subgradient{Game: flat},
		"k = 21":                      online.Subgradient{Game: online.Game{Params: model, Lambda: 0.1, Batch: 21}},
		"radius -1":                   online.Subgradient{Game: online.Game{Params: model, Lambda: 0.1, Radius: -1}},
		"0 < δ < 1":                   online.OptimisticProximal{Game: good, Epsilon: 0.1},
		"anew needs Restart":          online.OptimisticProximal{Game: good, Anew: true},
		"a bound G, and Restart":      online.OptimisticProximal{Game: good, Epsilon: 0.1, Delta: 0.1},
		"λ > 0, a bound G":            online.OptimisticProximal{Game: flat, Epsilon: 0.1, Delta: 0.1, G: 1, Restart: true},
		"ε = -1 and δ = 0.1: ε > 0 n": online.OptimisticProximal{Game: good, Epsilon: -1, Delta: 0.1},
	} {
		mustSay(t, says, c.Iterations(t.Context(), s.oracle()))
	}
	mustSay(t, "Params must be set", online.Proximal{}.Iterations(t.Context(), s.oracle()))
	mustSay(t, "Params must be set", online.PassiveAggressive{}.Iterations(t.Context(), s.oracle()))
	none := online.Subset{Of: s.oracle()}
	mustSay(t, "no examples", online.Subgradient{Game: good}.Iterations(t.Context(), none))
}

// plainParams are parameters that can do no more than they must.
type plainParams struct{ toolkit.Params }

// TestParametersThatCannot: what parameters lack is said, by methods and by terms.
func TestParametersThatCannot(t *testing.T) {
	t.Parallel()
	s := newSVM(20, 2, 0.1, 11)
	_, model := s.params()
	p := plainParams{model}
	game := online.Game{Params: p, Lambda: 0.1}
	accurate := online.OptimisticProximal{Game: game, Epsilon: 0.1, Delta: 0.1, G: 1, Restart: true}
	mustSay(t, "one dense vector", accurate.Iterations(t.Context(), s.oracle()))
	mustSay(t, "cannot be averaged", online.Proximal{Average: true, Params: p}.Iterations(t.Context(), s.oracle()))
	averaged := online.Subgradient{Game: online.Game{Params: p, Lambda: 0.1, Average: true}}
	mustSay(t, "cannot be averaged", averaged.Iterations(t.Context(), s.oracle()))
	term := online.OnVector(prox.L1{Lambda: 1})
	b := params.NewExplicit(0, s.X, 1)
	twice := params.NewModel([]params.Block{b}, []params.Block{b})
	for says, c := range map[string]struct {
		p    toolkit.Params
		term online.Term
	}{
		"OnNorms, plainly":             {p, term},
		"OnNorms, of a block twice":    {twice, term},
		"OnNorms, group by group":      {p, online.InGroups(prox.L1{Lambda: 1})},
		"group 0 of the parameters is": {twice, online.InGroups(prox.L1{Lambda: 1})},
		"there is no group 2":          {twice, online.InGroups(prox.L1{Lambda: 1}, 2)},
	} {
		says, _, _ = strings.Cut(says, ",")
		mustSay(t, says, online.Proximal{Params: c.p, Terms: []online.Term{c.term}}.Iterations(t.Context(), s.oracle()))
		if _, err := online.RegularizedRisk(s.oracle(), c.p, c.term); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("error %v of the risk does not say %q", err, says)
		}
	}
	enough := online.OptimisticProximal{Game: game}.Iterations(t.Context(), s.oracle())
	if _, err := solver.Run(enough, solver.MaxIter(2)); err != nil {
		t.Error(err)
	}
}

// TestProximalEnds: with its context, at a rate above 1/σ, and at a NaN.
func TestProximalEnds(t *testing.T) {
	t.Parallel()
	x := linalg.NewDense(2, 1, []float64{1, -1})
	oracle := online.LinearOracle{A: x, Loss: loss.Squared{Y: []float64{1, 2}}}
	m := params.NewModel([]params.Block{params.NewExplicit(0, x, 1)})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	res, err := solver.Run(online.Proximal{Params: m}.Iterations(ctx, oracle), solver.MaxIter(1))
	if !errors.Is(err, context.Canceled) || res.Status != solver.Canceled {
		t.Errorf("status %v, error %v after cancellation", res.Status, err)
	}
	fast := online.Proximal{Params: m, Rate: online.Constant{Eta: 3}, Absorb: 0.5}
	mustSay(t, "at most 1/σ", fast.Iterations(t.Context(), oracle))
	x.Data[0] = math.NaN()
	_, err = solver.Run(online.Proximal{Params: m}.Iterations(t.Context(), oracle), solver.MaxIter(5))
	if !errors.Is(err, solver.ErrDiverged) {
		t.Errorf("error %v after a NaN", err)
	}
}

func TestRates(t *testing.T) {
	t.Parallel()
	for want, got := range map[float64]float64{
		0.5:  online.Constant{Eta: 0.5}.At(7),
		0.75: online.InvSqrt{Eta0: 1.5}.At(4),
		0.2:  online.InvLinear{Sigma: 0.5}.At(10),
	} {
		if got != want {
			t.Errorf("rate %g, not %g", got, want)
		}
	}
}
