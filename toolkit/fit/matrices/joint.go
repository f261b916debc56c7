package matrices

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/glasso"
)

// JointGraphicalLasso learns graphs of the same variables for several classes that have much in common: see
// glasso.Joint. Edges are in the graphs of several classes, or with Fused are equal in them, the more so the larger
// Share is, η as a share of λ.
//
// Source: Danaher, Wang, Witten, The Joint Graphical Lasso for Inverse Covariance Estimation Across Multiple Classes,
// J. R. Stat. Soc. B 2014.
type JointGraphicalLasso struct {
	Lambda, Share float64
	Fused         bool
	Correlations  bool    // of each class by itself
	Tol           float64 // the gap, as a share of the number of variables, that is enough; 0 for 1e-6
	MaxIter       int     // 0 for 5,000
	Watch         func(solver.Progress)
}

// JointGraphs are a graph for each class, whose Objective and Gap are those of all together.
type JointGraphs struct {
	Lambda, Eta float64
	Graphs      []*Graph
	Objective   float64
	Gap         float64 // P less its minimum is no more, rounding counted
	Iterations  int
	Status      solver.Status
}

// EBIC is the sum of those of the graphs.
func (g *JointGraphs) EBIC(gamma float64) (sum float64) {
	for _, of := range g.Graphs {
		sum += of.EBIC(gamma)
	}
	return sum
}

// Fit learns from the examples of each class. A fit that its context ended returns its best graphs and that error.
func (c JointGraphicalLasso) Fit(ctx context.Context, x []linalg.Map) (*JointGraphs, error) {
	p, err := c.problem(x)
	if err != nil {
		return nil, err
	}
	p.Lambda, p.Eta = c.Lambda, c.Share*c.Lambda
	return c.solve(ctx, p, nil)
}

// LambdaMax is a λ at which there is no edge.
func (c JointGraphicalLasso) LambdaMax(x []linalg.Map) (float64, error) {
	p, err := c.problem(x)
	return p.LambdaMax(), err
}

// Path learns for steps λ from the largest at which there may be an edge down to a twentieth of it, each from the one
// before. What was learnt before an error is returned beside it.
func (c JointGraphicalLasso) Path(ctx context.Context, x []linalg.Map, steps int) (path []*JointGraphs, err error) {
	p, err := c.problem(x)
	if err != nil {
		return nil, err
	}
	lambdas, err := grid(p.LambdaMax(), steps)
	if err != nil {
		return nil, err
	}
	var start []*linalg.Dense
	for _, p.Lambda = range lambdas {
		p.Eta = c.Share * p.Lambda
		g, err := c.solve(ctx, p, start)
		if g != nil {
			path, start = append(path, g), nil
			for _, of := range g.Graphs {
				start = append(start, of.Precision)
			}
		}
		if err != nil {
			return path, err
		}
	}
	return path, nil
}

// problem has the covariances of each class.
func (c JointGraphicalLasso) problem(x []linalg.Map) (p glasso.Joint, err error) {
	if !(c.Tol >= 0 && c.Share >= 0 && c.Lambda >= 0) || c.MaxIter < 0 {
		return p, fmt.Errorf("λ = %g, a share of %g, tolerance %g and %d steps: none may be negative", c.Lambda, c.Share,
			c.Tol, c.MaxIter)
	}
	p.Fused = c.Fused
	for k, of := range x {
		s, err := Covariances(of, c.Correlations)
		if err != nil {
			return p, fmt.Errorf("class %d: %w", k+1, err)
		}
		n, _ := of.Dims()
		p.S, p.Examples = append(p.S, s), append(p.Examples, n)
	}
	return p, p.Check()
}

func (c JointGraphicalLasso) solve(ctx context.Context, p glasso.Joint, start []*linalg.Dense) (*JointGraphs, error) {
	d := p.S[0].R
	var last *glasso.Classes
	seq := glasso.Splitting{Start: start}.Iterations(ctx, p)
	res, err := solver.Run(solver.Tee(seq, func(s *glasso.Classes) {
		last = s
		if c.Watch != nil {
			c.Watch(s.Progress)
		}
	}), solver.Any(func(now *solver.Progress) solver.Status {
		if now.Gap <= cmp.Or(c.Tol, 1e-6)*float64(d) {
			return solver.Converged
		}
		return ""
	}, solver.MaxIter(cmp.Or(c.MaxIter, 5000))))
	if last == nil || err != nil && !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded) {
		return nil, err
	}
	g := &JointGraphs{
		Lambda: p.Lambda, Eta: p.Eta, Objective: last.Objective, Gap: last.Gap, Iterations: res.Iter, Status: res.Status,
	}
	if math.IsInf(g.Gap, 1) && err == nil {
		return nil, errors.New("no bound of the minimum is found: covariances that are singular have none without a penalty")
	}
	for k, x := range last.X {
		g.Graphs = append(g.Graphs, &Graph{
			Lambda: p.Lambda, Examples: p.Examples[k], Precision: x, Covariance: last.Covariance[k], S: p.S[k],
			Objective: g.Objective, Gap: g.Gap, LogDet: last.LogDet[k], Iterations: res.Iter, Status: res.Status,
		})
	}
	return g, err
}
