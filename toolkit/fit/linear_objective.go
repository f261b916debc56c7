package fit

import (
	"context"
	"math"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// separable is the loss of one prediction an example.
func (p *linearProblem) separable() toolkit.Separable {
	weights := p.c
	if p.unweighted {
		weights = nil
	}
	switch p.Loss {
	case Squared:
		return loss.Squared{Y: p.y, Weights: weights}
	case Logistic:
		return loss.Logistic{Y: p.y, Weights: weights}
	}
	return loss.Hinge{Y: p.y, Weights: weights}
}

// outputs is the loss as one of several outputs.
func (p *linearProblem) outputs() toolkit.MultiOutput {
	if p.Loss == Multinomial {
		l := loss.Multinomial{Y: p.class, K: p.k, Weights: p.c}
		if p.unweighted {
			l.Weights = nil
		}
		return l
	}
	task := p.task
	if task == nil {
		task = make([]int, p.n)
	}
	return loss.Tasks{Of: p.separable(), Task: task, K: p.k}
}

// regularizer is λΩ(W) + (μ/2)‖W‖² on the features of x.
func (p *linearProblem) regularizer(lambda float64) toolkit.Proxable {
	_, d := p.x.Dims()
	var g toolkit.Proxable
	switch p.Penalty {
	case NoPenalty:
		return prox.Ridge{Mu: p.Mu}
	case L1:
		g = prox.L1{Lambda: lambda}
	case Group:
		g = prox.L21{Lambda: lambda, Groups: p.groups, Weights: p.GroupWeights}
	case SparseGroup:
		g = prox.SparseGroup{Lambda: lambda, Mix: p.Mix, Groups: p.groups, Weights: p.GroupWeights}
	case OverlapGroup:
		g = prox.Overlap{Lambda: lambda, Groups: p.groups, Weights: p.GroupWeights}
	case MultiTask:
		rows := make(prox.Groups, d)
		for j := range rows {
			for t := range p.k {
				rows[j] = append(rows[j], j*p.k+t)
			}
		}
		g = prox.L21{Lambda: lambda, Groups: rows}
	case Trace:
		g = prox.TraceNorm{Lambda: lambda, Rows: d, Cols: p.k}
	}
	if p.Mu > 0 {
		return prox.Ridge{Mu: p.Mu, Inner: g}
	}
	return g
}

// matrix is the problem as solvers of any penalty see it.
func (p *linearProblem) matrix(lambda float64) *solver.Problem {
	m := solver.NewProblem(p.x, p.outputs(), p.regularizer(lambda))
	if p.free != nil {
		m = m.WithUnpenalized(p.free)
	}
	return m
}

// most is λ_max. Where a ridge alone is on some features, these are not 0 there.
func (p *linearProblem) most() (float64, error) {
	if apart := p.ridged(); apart != nil {
		return p.mostBeside(apart)
	}
	m := p.matrix(1)
	g := p.regularizer(1)
	if r, ok := g.(prox.Ridge); ok {
		g = r.Inner
	}
	gradient := make([]float64, m.Dim())
	m.ValueGrad(gradient, make([]float64, m.Dim()))
	for j, v := range gradient {
		gradient[j] = -v
	}
	return g.(toolkit.Conjugate).Polar(gradient), nil //nolint:errcheck // all of them are
}

// mostBeside is λ_max with the solution on the features that have a ridge alone.
func (p *linearProblem) mostBeside(apart []int) (float64, error) {
	few := *p
	few.Penalty, few.Groups, few.GroupWeights, few.groups, few.Method, few.Tol, few.Watch = NoPenalty, nil, nil, nil, Auto, 1e-12, nil
	few.x, few.d, few.mean, few.scale, few.features, few.penalized, few.once = linalg.SelectColumns(p.x, apart), len(apart), nil, nil, nil, nil, nil
	m, err := few.fit(context.Background(), 0, nil)
	if err != nil {
		return math.NaN(), err
	}
	w, gradient := make([]float64, p.d), make([]float64, p.d)
	for k, j := range apart {
		w[j] = m.Weights[k]
	}
	p.matrix(1).ValueGrad(gradient, w)
	for j, v := range gradient {
		gradient[j] = -v
	}
	for _, j := range apart {
		gradient[j] = 0
	}
	g := p.regularizer(1).(prox.Ridge).Inner          //nolint:errcheck // there is a ridge
	return g.(toolkit.Conjugate).Polar(gradient), nil //nolint:errcheck // all of them are
}
