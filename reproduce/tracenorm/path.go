package tracenorm

import (
	"context"
	"math"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/toolkit/solver/lowrank"
)

// pathPoint is a solution along a regularization path.
type pathPoint struct {
	Lambda, Objective, Gap float64
	Rank                   float64
	TestError              float64
}

// pathKey is all that a path depends on.
type pathKey struct {
	Study    string
	Version  int
	Data     datasets.Source
	Problem  string
	Shares   []float64
	Tol      float64
	MostIter int
}

// pathTol is the relative gap asked of each solution, and pathIterations is the most iterations it gets where the plan
// says nothing else.
const (
	pathTol        = 1e-4
	pathIterations = 150
)

// path solves for shares of λ_max, each from the solution before.
func path(
	ctx context.Context, c reproduce.Config, p *problem, id string, shares []float64, most int,
) ([]pathPoint, error) {
	if most == 0 {
		most = pathIterations
	}
	key := pathKey{name, version, p.source, id, shares, pathTol, most}
	return reproduce.Cell(c, key, func() ([]pathPoint, error) {
		var out []pathPoint
		var warm *lowrank.State
		for _, share := range shares {
			point := pathPoint{Lambda: share * p.lambdaMax}
			for st, err := range (lowrank.FactoredDescent{Start: warm}).Iterations(ctx, p.at(point.Lambda)) {
				if err != nil {
					return nil, err
				}
				if st.Gap <= pathTol*st.Objective || st.Iter >= most && !math.IsInf(st.Gap, 1) {
					warm = st
					break
				}
			}
			w := warm.X(nil)
			o := p.look(w, true)
			point.Objective, point.Gap, point.Rank, point.TestError =
				o.loss+point.Lambda*o.trace, warm.Gap, float64(o.rank), o.testError
			out = append(out, point)
		}
		return out, nil
	})
}
