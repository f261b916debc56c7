package sparsity

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// learner learns sparse models with the squared loss: one weight vector for each task and the same features for all
// tasks, each of which counts alike; for one task it is the lasso, or the group lasso.
type learner struct {
	fit.Linear
	groups prox.Groups // of one task; nil for single features
}

// newLearner stops at the tolerance itself, as the protocol has it.
func newLearner(mu, tol float64, groups prox.Groups) learner {
	return learner{fit.Linear{Mu: mu, Tol: tol, NoPolish: true}, groups}
}

// on returns the problem of some tasks.
func (l learner) on(tasks []fit.Data) (fit.Linear, fit.Data) {
	switch {
	case l.groups != nil:
		l.Penalty = prox.L21{Lambda: 1, Groups: l.groups}
	case len(tasks) > 1:
		l.Penalty = prox.MultiTask{Lambda: 1}
	default:
		l.Penalty = prox.L1{Lambda: 1}
	}
	return l.Linear, together(tasks)
}

// together returns the examples of several tasks in one table, with weights that count each task alike.
func together(tasks []fit.Data) fit.Data {
	if len(tasks) == 1 {
		return tasks[0]
	}
	_, d := tasks[0].X.Dims()
	var out fit.Data
	var entries []float64
	for t, of := range tasks {
		entries = append(entries, linalg.ToDense(of.X).Data...)
		for _, y := range of.Y {
			out.Y, out.Task = append(out.Y, y), append(out.Task, int64(t))
		}
	}
	out.X, out.Weights = linalg.NewDense(len(out.Y), d, entries), fit.EqualTasks(out.Task)
	return out
}

// candidates are what a model is chosen from: λ as falling shares of λ_max, and the ρ of the debiasing step where
// models are to be debiased.
type candidates struct {
	shares, ridges []float64
}

// choice is a model with the share of λ_max that it has.
type choice struct {
	*fit.Choice
	share float64
}

// holdOut chooses by the error on examples held out.
func (l learner) holdOut(ctx context.Context, from candidates, train, held []fit.Data) (choice, error) {
	problem, data := l.on(train)
	p, err := problem.Prepare(data)
	if err != nil {
		return choice{}, err
	}
	c, err := p.HoldOut(ctx, together(held), scaled(from.shares, l.lambdaMax(train)), from.ridges)
	if err != nil {
		return choice{}, err
	}
	return choice{c, from.shares[c.At]}, nil
}

// lambdaMax returns max_g ‖(X_tᵀy_t)_g/(n_t T)‖ over the features of all tasks, or the groups of one.
func (l learner) lambdaMax(tasks []fit.Data) float64 {
	groups := l.groups
	_, d := tasks[0].X.Dims()
	if groups == nil {
		groups = make(prox.Groups, d)
		for j := range groups {
			groups[j] = []int{j}
		}
	}
	squares := make([]float64, d)
	for _, e := range tasks {
		columns, cy := linalg.Columns(e.X), make([]float64, len(e.Y))
		floats.AddScaled(cy, 1/float64(len(e.Y)*len(tasks)), e.Y)
		for j := range squares {
			v := columns.DotRow(j, cy)
			squares[j] += v * v
		}
	}
	var top float64
	for _, g := range groups {
		var sum float64
		for _, j := range g {
			sum += squares[j]
		}
		top = math.Max(top, math.Sqrt(sum))
	}
	return top
}

func scaled(shares []float64, top float64) []float64 {
	out := slices.Clone(shares)
	floats.Scale(math.Max(top, math.SmallestNonzeroFloat64), out)
	return out
}

// crossValidate chooses a share of λ_max by the mean error over folds, into which each task's examples are dealt at
// random, and learns from all examples with it. In each fold it is a share of that fold's own λ_max.
func (l learner) crossValidate(
	ctx context.Context, shares []float64, folds int, seed uint64, tasks []fit.Data,
) (*model.Linear, error) {
	rng := rand.New(rand.NewPCG(seed, 79))
	order := make([][]int, len(tasks))
	for t, e := range tasks {
		order[t] = rng.Perm(len(e.Y))
	}
	total := make([]float64, len(shares))
	for f := range folds {
		train, held := make([]fit.Data, len(tasks)), make([]fit.Data, len(tasks))
		for t, e := range tasks {
			train[t], held[t] = split(e, order[t], f, folds)
		}
		c, err := l.holdOut(ctx, candidates{shares: shares}, train, held)
		if err != nil {
			return nil, err
		}
		for k, row := range c.Errors {
			total[k] += row[0]
		}
	}
	floats.Scale(1/float64(folds), total)
	problem, data := l.on(tasks)
	p, err := problem.Prepare(data)
	if err != nil {
		return nil, err
	}
	models, err := p.Path(ctx, scaled(shares[:floats.MinIdx(total)+1], l.lambdaMax(tasks)))
	if err != nil {
		return nil, err
	}
	return models[len(models)-1], context.Cause(ctx)
}

// split deals out fold f of some: every example whose place in order is f more than a multiple of folds is held out.
func split(e fit.Data, order []int, f, folds int) (train, held fit.Data) {
	var in, out []int
	for k, i := range order {
		if k%folds == f {
			out = append(out, i)
		} else {
			in = append(in, i)
		}
	}
	return rowsOf(e, in), rowsOf(e, out)
}

func rowsOf(e fit.Data, rows []int) fit.Data {
	out := fit.Data{X: linalg.SelectRows(e.X, rows), Y: make([]float64, len(rows))}
	for k, i := range rows {
		out.Y[k] = e.Y[i]
	}
	return out
}

// predictions returns the predictions for task t by weights, d×T row by row.
func predictions(weights []float64, t, tasks int, x linalg.Map) []float64 {
	n, d := x.Dims()
	w, out := make([]float64, d), make([]float64, n)
	for j := range w {
		w[j] = weights[j*tasks+t]
	}
	x.MulVec(out, w)
	return out
}

// meanSquaredError returns the mean over tasks of the mean squared error of weights.
func meanSquaredError(weights []float64, tasks ...fit.Data) float64 {
	var sum float64
	for t, e := range tasks {
		f := predictions(weights, t, len(tasks), e.X)
		floats.Sub(f, e.Y)
		sum += floats.Dot(f, f) / float64(max(1, len(f)))
	}
	return sum / float64(len(tasks))
}
