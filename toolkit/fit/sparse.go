package fit

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate"
)

// Examples are the data of a regression: row i of X, dense or sparse, with the target Y[i].
type Examples struct {
	X linalg.Map
	Y []float64
}

// Sparse learns linear models of few features with the squared loss. For one set of examples it is the lasso, with Groups the group lasso; for
// T of them, one weight vector each and the same features for all, multi-task learning; with μ > 0 their elastic nets:
//
//	P(W) = (1/T) Σ_t (1/n_t) Σ_i ½(⟨w_t, x_ti⟩ − y_ti)² + λ Ω(W) + (μ/2)‖W‖²,
//
// where Ω is ‖w‖₁, Σ_g ω_g ‖w_g‖, or Σ_j ‖(w_1j, …, w_Tj)‖. It is solved by coordinate.Descent, to a certified gap.
type Sparse struct {
	Groups [][]int // disjoint, for one set of examples; nil for single features
	// Weights are ω_g > 0 of the groups, features, or features of all tasks; nil for ones.
	Weights []float64
	Mu      float64
	// Tol is the gap to stop at, as a share of the objective; 0 for 1e-6. MaxIter is the most working sets; 0 for 1000.
	Tol     float64
	MaxIter int
}

// SparseModel is a d×T matrix of weights, one column a task, given row by row.
type SparseModel struct {
	Lambda, Mu      float64
	Features, Tasks int
	Weights         []float64
	Objective, Gap  float64
	Passes          float64 // over the columns
	Iter            int
	Status          solver.Status
}

// Selected are the features with a weight that is not 0 in some task.
func (m *SparseModel) Selected() []int {
	var out []int
	for j := range m.Features {
		for _, w := range m.Weights[j*m.Tasks : (j+1)*m.Tasks] {
			if w != 0 {
				out = append(out, j)
				break
			}
		}
	}
	return out
}

// Predict is X w_t.
func (m *SparseModel) Predict(x linalg.Map, task int) []float64 {
	return predict(x, m.Weights, task, m.Tasks)
}

func predict(x linalg.Map, weights []float64, task, tasks int) []float64 {
	n, d := x.Dims()
	if len(weights) != d*tasks || task < 0 || task >= tasks {
		panic("fit: there is no such task, or the features are other ones")
	}
	w, out := make([]float64, d), make([]float64, n)
	for j := range w {
		w[j] = weights[j*tasks+task]
	}
	x.MulVec(out, w)
	return out
}

// problem is what all λ have in common.
type sparseProblem struct {
	Sparse
	problem *solver.Problem // with a penalty of strength 1
	loss    loss.Squared
	columns []linalg.Rows
	d, t    int
	most    float64
}

func (c Sparse) problem(tasks []Examples) (*sparseProblem, error) {
	switch {
	case len(tasks) == 0:
		return nil, errors.New("there are no examples")
	case c.Groups != nil && len(tasks) > 1:
		return nil, errors.New("groups are for one set of examples: several tasks share single features")
	case !(c.Mu >= 0) || math.IsInf(c.Mu, 1):
		return nil, fmt.Errorf("μ = %g: it must be finite and not negative", c.Mu)
	}
	_, d := tasks[0].X.Dims()
	p := &sparseProblem{Sparse: c, d: d, t: len(tasks)}
	var parts []linalg.Map
	var task []int
	for t, e := range tasks {
		n, features := e.X.Dims()
		if n == 0 || d == 0 || features != d || len(e.Y) != n {
			return nil, fmt.Errorf("task %d has %d targets and examples of %d × %d; as many targets as rows, and %d features were expected", t, len(e.Y), n, features, d)
		}
		if err := checkValues(e); err != nil {
			return nil, fmt.Errorf("task %d: %w", t, err)
		}
		p.columns = append(p.columns, linalg.Columns(e.X))
		parts = append(parts, e.X)
		for _, y := range e.Y {
			p.loss.Y, p.loss.Weights = append(p.loss.Y, y), append(p.loss.Weights, 1/float64(n*len(tasks)))
			task = append(task, t)
		}
	}
	penalty, err := c.penalty(d, len(tasks))
	if err != nil {
		return nil, err
	}
	l := loss.Tasks{Of: p.loss, Task: task, K: len(tasks)}
	p.problem = solver.NewProblem(linalg.AppendRows(parts...), l, penalty).WithRidge(c.Mu)
	p.most = p.problem.LambdaMax()
	return p, nil
}

// penalty is Ω on the weights of d features for some tasks.
func (c Sparse) penalty(d, tasks int) (toolkit.Proxable, error) {
	g := prox.L21{Lambda: 1, Groups: c.Groups, Weights: c.Weights}
	if c.Groups == nil {
		for j := range d {
			row := make([]int, tasks)
			for t := range row {
				row[t] = j*tasks + t
			}
			g.Groups = append(g.Groups, row)
		}
	}
	if c.Weights != nil && len(c.Weights) != len(g.Groups) {
		return nil, fmt.Errorf("there are %d weights for %d groups or features", len(c.Weights), len(g.Groups))
	}
	for k, w := range c.Weights {
		if !(w > 0) || math.IsInf(w, 1) {
			return nil, fmt.Errorf("the weight of block %d is %g: it must be positive and finite", k, w)
		}
	}
	if err := prox.CheckGroups(g.Groups, d*tasks, true); err != nil {
		return nil, err
	}
	if apart, _ := g.Split(d * tasks); apart != nil {
		return nil, fmt.Errorf("column %d is in no group", apart[0])
	}
	return g, nil
}

func checkValues(e Examples) error {
	for i, y := range e.Y {
		if math.IsNaN(y) || math.IsInf(y, 0) {
			return fmt.Errorf("target %d is %g", i, y)
		}
	}
	switch x := e.X.(type) {
	case *linalg.Dense:
		return checkFinite(x)
	case *linalg.CSR:
		for k, v := range x.Val {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return fmt.Errorf("value %d of the sparse matrix is %g", k, v)
			}
		}
		return nil
	}
	return fmt.Errorf("examples of type %T: they must be dense or sparse", e.X)
}

// LambdaMax is the λ from which on W = 0 is the solution.
func (c Sparse) LambdaMax(tasks ...Examples) (float64, error) {
	p, err := c.problem(tasks)
	if err != nil {
		return math.NaN(), err
	}
	return p.most, nil
}

// Fit learns for one λ > 0. When the context ends it returns the model so far beside the context's error; any other error comes alone.
func (c Sparse) Fit(ctx context.Context, lambda float64, tasks ...Examples) (*SparseModel, error) {
	p, err := c.problem(tasks)
	if err != nil {
		return nil, err
	}
	return p.fit(ctx, lambda, nil)
}

// Path learns for several λ > 0, falling, each from the model before. When the context ends it returns the models done.
func (c Sparse) Path(ctx context.Context, lambdas []float64, tasks ...Examples) ([]*SparseModel, error) {
	p, err := c.problem(tasks)
	if err != nil {
		return nil, err
	}
	return p.path(ctx, lambdas)
}

func (p *sparseProblem) path(ctx context.Context, lambdas []float64) ([]*SparseModel, error) {
	var out []*SparseModel
	var warm []float64
	for _, l := range lambdas {
		m, err := p.fit(ctx, l, warm)
		if err != nil {
			return out, err
		}
		out, warm = append(out, m), m.Weights
	}
	return out, nil
}

// Geometric are count values that fall from most·last^(1/count) to most·last, each the same share of the one before: a path of λ.
func Geometric(most, last float64, count int) []float64 {
	out := make([]float64, count)
	for k := range out {
		out[k] = most * math.Pow(last, float64(k+1)/float64(count))
	}
	return out
}

func (p *sparseProblem) fit(ctx context.Context, lambda float64, warm []float64) (*SparseModel, error) {
	m := &SparseModel{Lambda: lambda, Mu: p.Mu, Features: p.d, Tasks: p.t, Weights: make([]float64, p.d*p.t), Status: solver.Converged}
	if lambda >= p.most && lambda > 0 {
		for i, y := range p.loss.Y {
			m.Objective += p.loss.Weights[i] * y * y / 2
		}
		return m, nil
	}
	limit := p.MaxIter
	if limit == 0 {
		limit = 1000
	}
	stop := solver.Any(solver.RelGap(defaultTo(p.Tol, 1e-6)), solver.MaxIter(limit))
	for st, err := range (coordinate.Descent{Start: warm}).Iterations(ctx, p.problem.At(lambda)) {
		m.Weights, m.Objective, m.Gap, m.Passes, m.Iter = st.X(m.Weights), st.Objective, st.Gap, st.Passes, st.Iter
		switch {
		case err == nil:
		case context.Cause(ctx) != nil:
			m.Status = solver.Canceled
			return m, err
		default: // λ, or numbers that overflow
			return nil, err
		}
		if m.Status = stop(st.Report()); m.Status != "" {
			break
		}
	}
	return m, nil
}

// MeanSquaredError is the mean over tasks of the mean squared error of weights, d×T row by row.
func MeanSquaredError(weights []float64, tasks ...Examples) float64 {
	var sum float64
	for t, e := range tasks {
		f := predict(e.X, weights, t, len(tasks))
		floats.Sub(f, e.Y)
		sum += floats.Dot(f, f) / float64(max(1, len(f)))
	}
	return sum / float64(len(tasks))
}
