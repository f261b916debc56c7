package proxsvm

import (
	"context"
	"math"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/online"
)

// regretPasses are played in shuffled order, so that the best fixed choice is the batch optimum.
const regretPasses = 20

// theoryKey is all that a regret or a certificate depends on.
type theoryKey struct {
	Study, What string
	Version     int
	Data        datasets.Source
	Lambda      float64
	Seed        uint64
	Passes      int
}

// regretResult is the regret on one set, of methods whose steps rest on R = ‖w*‖·1.1, the radius of S.
type regretResult struct {
	Radius, G                        float64
	Rounds                           float64
	Pegasos, PegasosBound            float64 // G²(1 + ln T)/(2λ)
	Proximal, Single                 float64 // balanced, and with the one best τ
	Theorem1, Corollary2, Corollary3 float64
	BestTau, Optimum                 float64
}

// addRegret measures the regret on a set at its λ.
func addRegret(ctx context.Context, c reproduce.Config, t *reproduce.Table, s set, d *datasets.Binary) error {
	key := theoryKey{name, tableRegret, 1, d.Source, s.lambda, c.Seed, regretPasses}
	res, err := reproduce.Cell(c, key, func() (regretResult, error) { return regret(ctx, c, s, d) })
	if err != nil {
		return err
	}
	t.Rows = append(t.Rows, reproduce.Row{ID: s.id, Data: d.Source, Values: map[string]any{
		"lambda":        s.lambda,
		"rounds":        res.Rounds,
		"radius":        res.Radius,
		"G":             res.G,
		"pegasos":       res.Pegasos,
		"pegasos_bound": res.PegasosBound,
		"proximal":      res.Proximal,
		"single":        res.Single,
		"best_tau":      res.BestTau,
		"theorem1":      res.Theorem1,
		"corollary2":    res.Corollary2,
		"corollary3":    res.Corollary3,
	}})
	return nil
}

func regret(ctx context.Context, c reproduce.Config, s set, d *datasets.Binary) (regretResult, error) {
	best, err := reference(ctx, d.Train, d.Test, s.lambda, 1e-10)
	if err != nil {
		return regretResult{}, err
	}
	res := regretResult{
		Radius:  1.1 * best.Norm[0],
		Rounds:  float64(regretPasses * d.Train.X.R),
		Optimum: best.Objective[0],
	}
	res.G = gradientBound(d.Train.X, 0) + s.lambda*res.Radius
	rounds := int(res.Rounds)
	res.BestTau = online.BestTau(s.lambda, res.G, res.Radius, rounds)
	res.PegasosBound = res.G * res.G * (1 + math.Log(res.Rounds)) / (2 * s.lambda)
	res.Theorem1 = online.TauBound(res.BestTau, s.lambda, res.G, res.Radius, rounds)
	res.Corollary2 = online.TauBound(0, s.lambda, res.G, res.Radius, rounds)
	res.Corollary3 = 4 * res.Radius * res.G * math.Sqrt(res.Rounds)
	game := online.Game{Lambda: s.lambda, Radius: res.Radius, Shuffle: true, Seed: c.Seed}
	play := func(iterations func(o online.LinearOracle, m *params.Model) solver.Seq[*online.GameState]) (float64, error) {
		m := params.NewModel([]params.Block{params.NewExplicit(0, d.Train.X, 1)})
		for st, err := range iterations(oracle(d.Train), m) {
			if err != nil {
				return 0, err
			}
			if st.Iter == regretPasses {
				return st.CumulativeLoss - res.Rounds*res.Optimum, nil
			}
		}
		return 0, context.Cause(ctx)
	}
	if res.Pegasos, err = play(func(o online.LinearOracle, m *params.Model) solver.Seq[*online.GameState] {
		return online.Subgradient{Game: game}.Iterations(ctx, o, m)
	}); err != nil {
		return res, err
	}
	if res.Proximal, err = play(func(o online.LinearOracle, m *params.Model) solver.Seq[*online.GameState] {
		return online.ProximalSubgradient{Game: game, G: res.G}.Iterations(ctx, o, m)
	}); err != nil {
		return res, err
	}
	res.Single, err = play(func(o online.LinearOracle, m *params.Model) solver.Seq[*online.GameState] {
		return online.ProximalSubgradient{Game: game, G: res.G, Single: res.BestTau}.Iterations(ctx, o, m)
	})
	return res, err
}

// certificateResult is the course of the averaged iterate and of the dual bound.
type certificateResult struct {
	Pass, Objective, Gap []float64
	Optimum              float64
	Excess               float64 // the most by which the distance to the optimum was beyond the gap, over all passes
	Reached              float64 // the first pass with a gap of at most accuracy; −1 for none
}

// accuracy is that of the certificate.
const accuracy = 2e-4

// certificatePasses returns the number of passes of the certificate, 3,000 at paper scale.
func certificatePasses(s reproduce.Scale) int {
	if s == reproduce.Paper {
		return 3000
	}
	return 100
}

// addCertificate runs Pegasos long, in shuffled order.
func addCertificate(
	ctx context.Context, c reproduce.Config, rec *reproduce.Record, t *reproduce.Table, d *datasets.Binary,
) error {
	n := certificatePasses(c.Scale)
	key := theoryKey{name, tableCertificate, 1, d.Source, certified.lambda, c.Seed, n}
	res, err := reproduce.Cell(c, key, func() (certificateResult, error) { return certificate(ctx, c.Seed, d, n) })
	if err != nil {
		return err
	}
	end := len(res.Pass) - 1
	distance := make([]float64, len(res.Pass))
	for k, o := range res.Objective {
		distance[k] = o - res.Optimum
	}
	reached := res.Reached
	if reached < 0 {
		reached = math.NaN()
	}
	t.Rows = append(t.Rows, reproduce.Row{ID: d.Name, Data: d.Source, Values: map[string]any{
		"lambda":           certified.lambda,
		"passes":           res.Pass[end],
		"objective":        res.Objective[end],
		"gap":              res.Gap[end],
		"optimum":          res.Optimum,
		"distance":         distance[end],
		"pass_of_gap_2e-4": reached,
		"excess":           res.Excess,
	}})
	rec.Curves = append(rec.Curves, reproduce.Curve{
		ID:      tableCertificate,
		Columns: []string{"pass", "duality gap", "distance to the optimum"},
		Values:  [][]float64{res.Pass, res.Gap, distance},
	})
	return nil
}

// certificate averages over the passes since the last power of two, primal and dual alike. It keeps every pass up to
// 100, and every 50th from then on.
func certificate(ctx context.Context, seed uint64, d *datasets.Binary, n int) (certificateResult, error) {
	res := certificateResult{Reached: -1}
	best, err := reference(ctx, d.Train, d.Test, certified.lambda, 1e-10)
	if err != nil {
		return res, err
	}
	res.Optimum = best.Objective[0]
	block := params.NewExplicit(0, d.Train.X, 1)
	model := params.NewModel([]params.Block{block})
	slopes, p := online.NewDualAverage(oracle(d.Train)), problem(d.Train, certified.lambda)
	game := online.Game{Lambda: certified.lambda, Average: true, Shuffle: true, Seed: seed}
	bound, power := math.Inf(-1), 1
	for st, err := range (online.Subgradient{Game: game}).Iterations(ctx, slopes, model) {
		if err != nil {
			return res, err
		}
		bound = max(bound, slopes.Bound(p))
		objective := p.Objective(block.Averaged().Coefficients().Data)
		res.Excess = max(res.Excess, objective-res.Optimum-(objective-bound))
		if res.Reached < 0 && objective-bound <= accuracy {
			res.Reached = float64(st.Iter)
		}
		if st.Iter <= 100 || st.Iter%50 == 0 {
			res.Pass = append(res.Pass, float64(st.Iter))
			res.Objective = append(res.Objective, objective)
			res.Gap = append(res.Gap, objective-bound)
		}
		if st.Iter == n {
			break
		}
		if st.Iter == 2*power {
			power *= 2
			slopes.Reset()
			model.StartAverage()
		}
	}
	return res, nil
}
