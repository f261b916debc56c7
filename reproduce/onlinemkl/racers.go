package onlinemkl

import (
	"context"
	"math"

	"github.com/proxlab/proxlab/datasets/dataset"
	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/online"
	"github.com/proxlab/proxlab/toolkit/solver/risk"
	"github.com/proxlab/proxlab/toolkit/structured"
)

// Racer is a method on a problem that others solve too: an iteration is a pass over the words, or a step of L-BFGS,
// which takes one or two.
type Racer struct {
	Name string
	Seq  solver.Seq[solver.Reporter]
}

// Racers are methods for (λ/2)‖θ‖² + (1/m) Σ_i ℓ_i(θ), λ = 1/(Cm), over the words of a fold with the linear kernel of
// Table 1: with the hinge block-coordinate Frank-Wolfe steps, or with the loss of a conditional random field L-BFGS,
// which know lower bounds of the minimum; and then the online methods, Algorithm 1 with η0 = 1, also averaged, and with
// the hinge Pegasos. These have their objective after every pass, which takes one more as the certificates of the
// others do, and it less the largest lower bound that these have found by then as their gap: race them in order. Each
// begins anew where it is ranged over.
func Racers(ctx context.Context, data *dataset.OCR, fold int, c float64, crf bool) ([]Racer, error) {
	f := split(data, fold)
	words := &f.train.sequences
	lambda, lower := 1/(c*float64(words.Len())), math.Inf(-1)
	var oracle toolkit.Oracle = &structured.Hinge{Data: words}
	if crf {
		oracle = &structured.CRF{Data: words}
	}
	var models []*params.Model
	for range 5 {
		m, err := f.grouped(ctx, specOf(linear.id))
		if err != nil {
			return nil, err
		}
		models = append(models, m)
	}
	term := online.OnNorms(prox.Ridge{Mu: lambda})
	bounded := func(name string, seq solver.Seq[*risk.State]) Racer {
		return Racer{name, reporters(solver.Tee(seq, func(st *risk.State) { lower = math.Max(lower, st.Lower) }))}
	}
	judged := func(p *params.Model, average bool) (objective, gap float64) {
		if average {
			p = p.Averaged()
		}
		objective, err := online.RegularizedRisk(oracle, p, term)
		if err != nil || math.IsInf(lower, -1) {
			return objective, math.NaN()
		}
		return objective, objective - lower
	}
	plainly := online.Proximal{Params: models[2], Terms: []online.Term{term}}.Iterations(ctx, oracle)
	averaged := online.Proximal{Average: true, Params: models[3], Terms: []online.Term{term}}.Iterations(ctx, oracle)
	others := []Racer{
		{"Algorithm 1", reporters(solver.Evaluate(plainly, 1, func(*online.State) (objective, gap float64) {
			return judged(models[2], false)
		}))},
		{"Algorithm 1, averaged", reporters(solver.Evaluate(averaged, 1,
			func(*online.State) (objective, gap float64) { return judged(models[3], true) }))},
	}
	if crf {
		smooth := risk.LBFGS{Mu: lambda, Params: models[0]}.Iterations(ctx, oracle)
		return append([]Racer{bounded("L-BFGS", smooth)}, others...), nil
	}
	pegasos := online.Subgradient{Game: online.Game{Lambda: lambda, Params: models[4]}}.Iterations(ctx, oracle)
	wolfe := risk.BlockFrankWolfe{Mu: lambda, Params: models[0]}
	pairwise := risk.BlockFrankWolfe{Mu: lambda, Pairwise: true, Params: models[1]}
	return append(append([]Racer{
		bounded("Frank-Wolfe, blocks", wolfe.Iterations(ctx, oracle)),
		bounded("Frank-Wolfe, pairwise", pairwise.Iterations(ctx, oracle)),
	}, others...), Racer{"Pegasos", reporters(solver.Evaluate(pegasos, 1,
		func(*online.GameState) (objective, gap float64) { return judged(models[4], false) }))}), nil
}

// reporters is a sequence of which only the progress is seen.
func reporters[S solver.Reporter](seq solver.Seq[S]) solver.Seq[solver.Reporter] {
	return func(yield func(solver.Reporter, error) bool) {
		for st, err := range seq {
			if !yield(st, err) {
				return
			}
		}
	}
}
