package tracenorm

import (
	"context"
	"math"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/toolkit/solver/lowrank"
)

// readings solves the first replication of Figure 1 for each reading of the paper's two numbers, to a gap or until its
// time is up.
func (r *runner) readings(ctx context.Context, t *reproduce.Table) error {
	config := r.plan.classes
	config.Seed = r.c.Seed
	p, err := fromClasses(datasets.GaussianClasses(config))
	if err != nil {
		return err
	}
	for _, x := range []struct {
		id       string
		lambda   float64
		relative bool
	}{
		{"heavy-absolute", heavyShare, false}, {"heavy-relative", heavyShare * p.lambdaMax, true},
		{"light-absolute", lightValue, false}, {"light-relative", lightValue * p.lambdaMax, true},
	} {
		key := pathKey{name, version, p.source, "reading", []float64{x.lambda}, pathTol, pathIterations}
		point, err := reproduce.Cell(r.c, key, func() (pathPoint, error) {
			for st, err := range (lowrank.FactoredDescent{}).Iterations(ctx, p.at(x.lambda)) {
				if err != nil {
					return pathPoint{}, err
				}
				if st.Gap <= pathTol*st.Objective || st.Iter >= pathIterations/2 && !math.IsInf(st.Gap, 1) {
					w := st.X(nil)
					o := p.look(w, true)
					return pathPoint{x.lambda, o.loss + x.lambda*o.trace, st.Gap, float64(o.rank), o.testError}, nil
				}
			}
			return pathPoint{}, context.Cause(ctx)
		})
		if err != nil {
			return err
		}
		t.Rows = append(t.Rows, reproduce.Row{ID: x.id, Data: p.source, Values: map[string]any{
			"lambda":     x.lambda,
			"share":      x.lambda / p.lambdaMax,
			"objective":  point.Objective,
			"at_zero":    math.Log(float64(p.k)),
			"rank":       point.Rank,
			"gap":        point.Gap / point.Objective,
			"test_error": point.TestError,
		}})
	}
	return nil
}
