package tracenorm

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/toolkit/solver/lowrank"
)

// path is a regularization path on one split.
type path struct {
	Source datasets.Source
	Most   int // the greatest rank there can be
	Points []pathPoint
}

// Check tells whether there are points.
func (p path) Check() error {
	if len(p.Points) == 0 {
		return errors.New("a path without points")
	}
	return nil
}

// of tells whether the path has a point for every share.
func (p path) of(shares []float64) error {
	if len(p.Points) != len(shares) {
		return fmt.Errorf("a path of %d points for %d λ", len(p.Points), len(shares))
	}
	return nil
}

// pathPoint is a solution along a regularization path.
type pathPoint struct {
	Lambda, Objective, Gap float64
	Rank                   float64
	TestError              float64
}

// pathTol is the relative gap asked of each solution.
const pathTol = 1e-4

// pathOf solves for shares of λ_max, each from the solution before, in so many iterations at most.
func pathOf(ctx context.Context, p *problem, shares []float64, most int) (path, error) {
	out := path{Source: p.source, Most: min(p.d, p.k)}
	var warm *lowrank.State
	for _, share := range shares {
		point, st, err := p.solve(ctx, share*p.lambdaMax, warm, most)
		if err != nil {
			return out, err
		}
		warm = st
		out.Points = append(out.Points, point)
	}
	return out, nil
}

// solve solves at λ from a state, or from 0, to the gap or in so many iterations.
func (p *problem) solve(
	ctx context.Context, lambda float64, warm *lowrank.State, most int,
) (point pathPoint, end *lowrank.State, err error) {
	for st, err := range (lowrank.FactoredDescent{Start: warm}).Iterations(ctx, p.at(lambda)) {
		if err != nil {
			return point, nil, err
		}
		if st.Gap <= pathTol*st.Objective || st.Iter >= most && !math.IsInf(st.Gap, 1) {
			o := p.look(st.X(nil), true)
			return pathPoint{lambda, o.loss + lambda*o.trace, st.Gap, float64(o.rank), o.testError}, st, nil
		}
	}
	return point, nil, context.Cause(ctx)
}
