package proxsvm

import (
	"context"
	"fmt"
	"math"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/datasets/dataset"
	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/online"
)

// regretPasses are played in shuffled order, so that after every pass the best fixed choice is the batch optimum.
const regretPasses = 20

// regretResult is the regret on one set after every pass, of methods whose steps rest on R = ‖w*‖·1.1, the radius of S.
type regretResult struct {
	Source            datasets.Source
	Examples          float64
	Radius, G         float64
	Pegasos, Proximal []float64 // by Algorithm 1, and balanced by Algorithm 2
	Single            []float64 // by Algorithm 2 with the one τ that is best after all passes
	BestTau, Optimum  float64
}

// Check tells whether every pass is there.
func (r regretResult) Check() error {
	if len(r.Pegasos) != regretPasses || len(r.Proximal) != regretPasses || len(r.Single) != regretPasses {
		return fmt.Errorf("%d, %d and %d of %d passes", len(r.Pegasos), len(r.Proximal), len(r.Single), regretPasses)
	}
	return nil
}

// regretBounds are the paper's, for so many rounds.
type regretBounds struct{ lemma1, theorem1, corollary2, corollary3 float64 }

// bounds returns the bounds after so many passes. That of Theorem 1 is the least B(τ) of Theorem 2, which is all but
// twice the least R_T(τ_1, …, τ_T): the best τ_t are 0 but for t = 1 (Proposition 1), and B has an integral for a sum.
func (r regretResult) bounds(lambda float64, passes int) regretBounds {
	t := float64(passes) * r.Examples
	tau := online.BestTau(lambda, r.G, r.Radius, int(t))
	return regretBounds{
		lemma1:     r.G * r.G * (1 + math.Log(t)) / (2 * lambda),
		theorem1:   online.TauBound(tau, lambda, r.G, r.Radius, int(t)),
		corollary2: online.TauBound(0, lambda, r.G, r.Radius, int(t)),
		corollary3: 4 * r.Radius * r.G * math.Sqrt(t),
	}
}

// regret plans the measurement of the regret on a set at its λ.
func (w work) regret() {
	if !w.Wants(tableRegret) {
		return
	}
	k := key{What: taskRegret, Lambda: w.lambda, Seed: w.Seed, Passes: regretPasses}
	task := add(w, k, taskRegret, 5*regretPasses, func(ctx context.Context, d *dataset.Binary) (regretResult, error) {
		return regret(ctx, d, w.lambda, w.Seed)
	})
	w.Row(tableRegret, w.id, func() (src datasets.Source, values reproduce.Values) {
		res, ok := task.Get()
		if !ok {
			return src, nil
		}
		return res.Source, regretFields.Values(bounded{res, res.bounds(w.lambda, regretPasses), w.lambda})
	})
	w.Curves(func() []reproduce.Curve {
		res, ok := task.Get()
		if !ok {
			return nil
		}
		return []reproduce.Curve{res.curve(w.id, w.lambda)}
	})
}

// The columns of the curve of the regret, as the figure names them.
var regretColumns = []string{"Algorithm 1", "Lemma 1", "Algorithm 2", "Theorem 1", "Corollary 2", "Corollary 3"}

// curve is the regret after every pass beside its bounds.
func (r regretResult) curve(id string, lambda float64) reproduce.Curve {
	c := reproduce.Curve{ID: tableRegret + "-" + id, Columns: append([]string{"rounds"}, regretColumns...)}
	c.Values = make([][]float64, len(c.Columns))
	for k := range regretPasses {
		b := r.bounds(lambda, k+1)
		for i, v := range []float64{
			float64(k+1) * r.Examples, r.Pegasos[k], b.lemma1, r.Proximal[k], b.theorem1, b.corollary2, b.corollary3,
		} {
			c.Values[i] = append(c.Values[i], v)
		}
	}
	return c
}

func regret(ctx context.Context, d *dataset.Binary, lambda float64, seed uint64) (regretResult, error) {
	best, _, err := reference(ctx, d.Train, lambda, 1e-10)
	if err != nil {
		return regretResult{}, err
	}
	res := regretResult{
		Source: d.Source, Radius: 1.1 * best.Norm, Examples: float64(d.Train.X.R), Optimum: best.Objective,
	}
	res.G = gradientBound(d.Train.X, 0) + lambda*res.Radius
	res.BestTau = online.BestTau(lambda, res.G, res.Radius, regretPasses*d.Train.X.R)
	game := online.Game{Lambda: lambda, Radius: res.Radius, Shuffle: true, Seed: seed}
	play := func(
		dst *[]float64, iterations func(o online.LinearOracle, m *params.Model) solver.Seq[*online.GameState],
	) error {
		m := params.NewModel([]params.Block{params.NewExplicit(0, d.Train.X, 1)})
		for st, err := range iterations(oracle(d.Train), m) {
			if err != nil {
				return err
			}
			*dst = append(*dst, st.CumulativeLoss-float64(st.Rounds)*res.Optimum)
			if st.Iter == regretPasses {
				return nil
			}
		}
		return context.Cause(ctx)
	}
	if err := play(&res.Pegasos, func(o online.LinearOracle, m *params.Model) solver.Seq[*online.GameState] {
		game.Params = m
		return online.Subgradient{Game: game}.Iterations(ctx, o)
	}); err != nil {
		return res, err
	}
	if err := play(&res.Proximal, func(o online.LinearOracle, m *params.Model) solver.Seq[*online.GameState] {
		game.Params = m
		return online.ProximalSubgradient{Game: game, G: res.G}.Iterations(ctx, o)
	}); err != nil {
		return res, err
	}
	return res, play(&res.Single, func(o online.LinearOracle, m *params.Model) solver.Seq[*online.GameState] {
		game.Params = m
		return online.ProximalSubgradient{Game: game, G: res.G, Single: res.BestTau}.Iterations(ctx, o)
	})
}
