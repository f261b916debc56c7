package matrices

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/fit/internal/check"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/glasso"
)

// GraphicalLasso learns a graph of variables from examples: their inverse covariance matrix X, that minimizes
//
//	P(X) = −log det X + ⟨S, X⟩ + λ Σ_ij w_ij|X_ij|
//
// for the covariances S of the examples, with divisor n. Variables without an edge, X_ij = 0, are independent given all
// others where they are normal. By default w is 1 beside the diagonal and 0 on it, as in scikit-learn.
//
// Source: Friedman, Hastie, Tibshirani, Sparse Inverse Covariance Estimation with the Graphical Lasso, Biostatistics
// 2008.
type GraphicalLasso struct {
	Lambda float64 // λ; Path has its own
	// Weights are w, symmetric, +Inf for an edge that there is not; nil for the default.
	Weights *linalg.Dense
	// Correlations puts correlations in the place of covariances: λ then does not depend on units.
	Correlations bool
	// Tol is the gap, as a share of the number of variables, that is enough; 0 for 1e-6.
	Tol float64
	// MaxIter is the most Newton steps; 0 for 200.
	MaxIter int
	// Watch sees the progress after each step; nil for nobody.
	Watch func(solver.Progress)
}

// Graph is what a GraphicalLasso has learnt of d variables.
type Graph struct {
	Lambda     float64
	Examples   int           // n
	Precision  *linalg.Dense // X, d×d
	Covariance *linalg.Dense // X⁻¹
	S          *linalg.Dense // what it was learnt from: covariances, or correlations
	Parts      [][]int       // of variables, that edges are within
	Objective  float64       // P(X)
	Gap        float64       // P(X) less its minimum is no more, rounding counted
	LogDet     float64       // log det X
	Iterations int
	Status     solver.Status
}

// Covariances are those of the columns of examples, with divisor n, or their correlations. A column that is constant
// has none.
func Covariances(x linalg.Map, correlations bool) (*linalg.Dense, error) {
	n, d := x.Dims()
	if n < 2 || d < 1 {
		return nil, fmt.Errorf("the examples are %d × %d: two examples of a variable are the least", n, d)
	}
	if err := check.Finite(x); err != nil {
		return nil, err
	}
	mean, scale := means(x), make([]float64, d)
	s := about(x, mean).Data
	for j := range d {
		// Rounding leaves little of a constant.
		size, left := math.Abs(mean[j]), math.Sqrt(s[j*d+j])
		switch {
		case !(left > 1e-13*size):
			return nil, fmt.Errorf("variable %d is constant: it depends on none, leave it out", j+1)
		case !solver.Finite(left) || left < check.Smallest || left > check.Largest:
			return nil, fmt.Errorf("the standard deviation of variable %d is %g: choose other units", j+1, left)
		case correlations:
			scale[j] = 1 / left
		default:
			scale[j] = 1
		}
	}
	for k := range s {
		s[k] *= scale[k/d] * scale[k%d]
	}
	if correlations {
		for j := range d {
			s[j*d+j] = 1
		}
	}
	return linalg.NewDense(d, d, s), nil
}

// means are those of columns.
func means(x linalg.Map) []float64 {
	n, _ := x.Dims()
	mean, _ := linalg.DenseMeans(linalg.ToDense(x), func(int) float64 { return 1 / float64(n) })
	return mean
}

// about are the covariances of examples about means, theirs or others'.
func about(x linalg.Map, mean []float64) *linalg.Dense {
	n, d := x.Dims()
	s := linalg.GramOfColumns(linalg.CenterColumns(linalg.ToDense(x), mean), nil)
	floats.Scale(1/float64(n), s)
	return linalg.NewDense(d, d, s)
}

// LambdaMax is the least λ at which there is no edge, for covariances and the default weights.
func LambdaMax(s *linalg.Dense) float64 { return glasso.Problem{S: s}.LambdaMax() }

// Fit learns from examples, a row each. A fit that its context ended returns its last graph and that error.
func (c GraphicalLasso) Fit(ctx context.Context, x linalg.Map) (*Graph, error) {
	s, err := Covariances(x, c.Correlations)
	if err != nil {
		return nil, err
	}
	n, _ := x.Dims()
	return c.Of(ctx, s, n)
}

// Of learns from the covariances of n examples.
func (c GraphicalLasso) Of(ctx context.Context, s *linalg.Dense, n int) (*Graph, error) {
	p := glasso.Problem{S: s, Lambda: c.Lambda, Weights: c.Weights}
	if err := c.check(p); err != nil {
		return nil, err
	}
	return c.solve(ctx, p, n, nil)
}

func (c GraphicalLasso) check(p glasso.Problem) error {
	if !(c.Tol >= 0) || c.MaxIter < 0 {
		return fmt.Errorf("tolerance %g and %d steps: neither may be negative", c.Tol, c.MaxIter)
	}
	return p.Check()
}

func (c GraphicalLasso) solve(ctx context.Context, p glasso.Problem, n int, start *linalg.Dense) (*Graph, error) {
	d := p.S.R
	tol := cmp.Or(c.Tol, 1e-6)
	most := cmp.Or(c.MaxIter, 200)
	var last *glasso.State
	seq := glasso.Newton{Start: start, Tol: tol}.Iterations(ctx, p)
	res, err := solver.Run(solver.Tee(seq, func(st *glasso.State) {
		last = st
		if c.Watch != nil {
			c.Watch(st.Progress)
		}
	}), func(now *solver.Progress) solver.Status {
		switch {
		case now.Gap <= tol*float64(d):
			return solver.Converged
		case last.Settled():
			return solver.Stalled
		case now.Iter >= most:
			return solver.IterationLimit
		}
		return ""
	})
	if last == nil || err != nil && !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded) {
		return nil, err
	}
	g := &Graph{
		Lambda: p.Lambda, Examples: n, S: p.S, Parts: last.Parts, Objective: res.Objective, Gap: res.Gap,
		Iterations: res.Iter, Status: res.Status, LogDet: last.LogDet(), Precision: linalg.NewDense(d, d, last.X(nil)),
		Covariance: linalg.NewDense(d, d, last.Covariance(nil)),
	}
	if math.IsInf(g.Gap, 1) && err == nil {
		return nil, errors.New("no bound of the minimum is found: pairs without a penalty whose covariances are singular " +
			"have none; give them a weight")
	}
	return g, err
}

// Path learns the graphs of several λ, each from the one before: best in descending order. Where lambdas is nil they
// are steps numbers from the largest at which there is an edge down to a twentieth of it, in equal ratios. What was
// learnt before an error is returned beside it.
func (c GraphicalLasso) Path(ctx context.Context, x linalg.Map, lambdas []float64, steps int) ([]*Graph, error) {
	s, err := Covariances(x, c.Correlations)
	if err != nil {
		return nil, err
	}
	n, _ := x.Dims()
	return c.pathOf(ctx, s, n, lambdas, steps)
}

func (c GraphicalLasso) pathOf(
	ctx context.Context, s *linalg.Dense, n int, lambdas []float64, steps int,
) (path []*Graph, err error) {
	p := glasso.Problem{S: s, Weights: c.Weights}
	if err := c.check(p); err != nil {
		return nil, err
	}
	if lambdas == nil {
		if lambdas, err = grid(p.LambdaMax(), steps); err != nil {
			return nil, err
		}
	}
	var start *linalg.Dense
	for _, p.Lambda = range lambdas {
		if err := p.Check(); err != nil {
			return path, err
		}
		g, err := c.solve(ctx, p, n, start)
		if g != nil {
			path, start = append(path, g), g.Precision
		}
		if err != nil {
			return path, err
		}
	}
	return path, nil
}

// grid goes from the largest λ down in equal ratios.
func grid(most float64, steps int) (lambdas []float64, err error) {
	const least = 0.05 // of the largest
	switch {
	case steps < 2:
		return nil, fmt.Errorf("a path of %d steps: two are the least", steps)
	case most == 0:
		return nil, errors.New("no two variables are correlated: there is no path to follow")
	case math.IsInf(most, 1):
		return nil, errors.New("a pair without a penalty has an edge at every λ: give the λ of the path")
	}
	for k := range steps {
		lambdas = append(lambdas, most*math.Pow(least, float64(k)/float64(steps-1)))
	}
	return lambdas, nil
}

// Edge is a pair of variables, counted from 0, that depend on each other given all others.
type Edge struct {
	I, J      int
	Precision float64 // X_ij
	Partial   float64 // −X_ij/√(X_ii X_jj), their partial correlation
}

// Edges are those of the graph, row by row.
func (g *Graph) Edges() (edges []Edge) {
	for i := range g.Precision.R {
		for j := i + 1; j < g.Precision.C; j++ {
			if v := g.Precision.At(i, j); v != 0 {
				edges = append(edges, Edge{i, j, v, -v / math.Sqrt(g.Precision.At(i, i)*g.Precision.At(j, j))})
			}
		}
	}
	return edges
}
