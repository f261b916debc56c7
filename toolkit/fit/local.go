package fit

import (
	"context"
	"fmt"
	"math"

	"github.com/proxlab/proxlab/toolkit/fit/internal/check"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/model"
)

// local is the second-order model of a loss around a solution, the one of a step of reweighted least squares: examples
// weigh √(c_i ℓ”_i), and what nothing penalizes is projected out.
type local struct {
	p       *Prepared
	weights []float64   // W on the features of p.x, d×k
	root    []float64   // √(c_i ℓ”_i)
	slope   []float64   // c_i ℓ'_i
	fixed   [][]float64 // an orthonormal basis of the weighted unpenalized columns
	columns linalg.Rows // features as rows
}

// local makes the second-order model at m.
func (p *Prepared) local(m *model.Linear) (*local, error) {
	second, ok := p.scalar().(toolkit.TwiceDifferentiable)
	if !ok {
		return nil, fmt.Errorf("the %s loss does not have one prediction an example with a second derivative "+
			"(toolkit.TwiceDifferentiable)", check.NameOf(p.Loss))
	}
	if m.Features != p.d || m.Outputs != p.k {
		return nil, fmt.Errorf("the model has %d features and %d outputs, the data %d and %d", m.Features, m.Outputs, p.d,
			p.k)
	}
	if err := p.ready(); err != nil {
		return nil, err
	}
	inner := p.from(m)
	q := &local{p: p, weights: inner[:p.problem.Dim()], columns: p.problem.Columns()}
	rest := inner[len(q.weights):]
	scores := make([]float64, p.n*p.k)
	linalg.MulMat(scores, p.x, q.weights, p.k)
	q.root, q.slope = make([]float64, p.n), make([]float64, p.n)
	for i := range p.n {
		c := q.output(i)
		f := scores[i*p.k+c]
		for r := range len(rest) / p.k {
			f += rest[r*p.k+c] * p.unpenalized.At(r, i)
		}
		_, slope := p.scalar().At(i, f)
		q.root[i], q.slope[i] = math.Sqrt(p.share(i)*second.Second(i, f)), p.share(i)*slope
	}
	for r := range len(rest) / p.k {
		for c := range p.k {
			column := append([]float64(nil), p.unpenalized.Row(r)...)
			q.weigh(column, c)
			before := floats.Norm(column, 2)
			q.project(column)
			if norm := floats.Norm(column, 2); norm > 1e-10*before {
				floats.Scale(1/norm, column)
				q.fixed = append(q.fixed, column)
			}
		}
	}
	return q, nil
}

// output is the column of W that predicts example i.
func (q *local) output(i int) int {
	if q.p.column == nil {
		return 0
	}
	return q.p.column[i]
}

// weigh multiplies by the roots, and by 0 what is of another output.
func (q *local) weigh(column []float64, output int) {
	for i := range column {
		if q.output(i) != output {
			column[i] = 0
		}
		column[i] *= q.root[i]
	}
}

// project takes out what the fixed columns explain: twice, since once is not to rounding.
func (q *local) project(column []float64) {
	for range 2 {
		for _, f := range q.fixed {
			floats.AddScaled(column, -floats.Dot(f, column), f)
		}
	}
}

// design are the columns of some variables, j·k + c for feature j and output c, as rows.
func (q *local) design(variables []int) *linalg.Dense {
	z := linalg.NewDense(len(variables), q.p.n, nil)
	for a, v := range variables {
		row := z.Row(a)
		q.columns.AddRow(row, 1, v/q.p.k)
		q.weigh(row, v%q.p.k)
		q.project(row)
	}
	return z
}

// aside waits for work that cannot be stopped, such as a factorization, and leaves it to itself when the context ends:
// it must share nothing with what comes after.
func aside[T any](ctx context.Context, work func() (T, error)) (T, error) {
	type result struct {
		value T
		err   error
	}
	done := make(chan result, 1)
	go func() {
		value, err := work()
		done <- result{value, err}
	}()
	select {
	case r := <-done:
		return r.value, r.err
	case <-ctx.Done():
		var none T
		return none, context.Cause(ctx)
	}
}
