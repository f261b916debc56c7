// Package inference says what a solution of a solver.Problem is worth: how many degrees of freedom it took, which
// intervals its weights lie in, criteria to choose by, and weights without the shrinkage of a penalty.
package inference

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit/internal/check"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// Local is the second-order model of a loss around a solution, the one of a step of reweighted least squares: examples
// weigh √(c_i ℓ”_i), and what nothing penalizes is projected out.
type Local struct {
	problem *solver.Problem
	loss    toolkit.Separable
	second  toolkit.TwiceDifferentiable
	n, d, k int
	weights []float64   // W, d×k
	root    []float64   // √(c_i ℓ”_i)
	slope   []float64   // c_i ℓ'_i
	fixed   [][]float64 // an orthonormal basis of the weighted unpenalized columns
	columns linalg.Rows // features as rows
}

// At makes the model at a solution x of a problem: its weights, d×k row by row, and behind them those that nothing
// penalizes. The error names a loss that does not have one prediction an example with a second derivative.
func At(p *solver.Problem, x []float64) (*Local, error) {
	of, _ := p.Separable()
	second, ok := of.(toolkit.TwiceDifferentiable)
	if !ok {
		return nil, fmt.Errorf("the %s loss does not have one prediction an example with a second derivative "+
			"(toolkit.TwiceDifferentiable)", check.NameOf(p.Loss))
	}
	q := &Local{
		problem: p, loss: of, second: second, n: of.Len(), k: p.Outputs(), weights: x[:p.Dim()], columns: p.Columns(),
	}
	q.d = p.Dim() / q.k
	rest := x[p.Dim():]
	scores := make([]float64, q.n*q.k)
	linalg.MulMat(scores, p.A, q.weights, q.k)
	q.root, q.slope = make([]float64, q.n), make([]float64, q.n)
	for i := range q.n {
		c := q.output(i)
		f := scores[i*q.k+c]
		for r := range len(rest) / q.k {
			f += rest[r*q.k+c] * p.Unpenalized.At(r, i)
		}
		_, slope := of.At(i, f)
		q.root[i], q.slope[i] = math.Sqrt(of.Weight(i)*second.Second(i, f)), of.Weight(i)*slope
	}
	for r := range len(rest) / q.k {
		for c := range q.k {
			column := append([]float64(nil), p.Unpenalized.Row(r)...)
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
func (q *Local) output(i int) int {
	if l, ok := q.problem.Loss.(toolkit.MultiOutput); ok {
		lo, _ := l.Span(i)
		return lo
	}
	return 0
}

// weigh multiplies by the roots, and by 0 what is of another output.
func (q *Local) weigh(column []float64, output int) {
	for i := range column {
		if q.output(i) != output {
			column[i] = 0
		}
		column[i] *= q.root[i]
	}
}

// project takes out what the fixed columns explain: twice, since once is not to rounding.
func (q *Local) project(column []float64) {
	for range 2 {
		for _, f := range q.fixed {
			floats.AddScaled(column, -floats.Dot(f, column), f)
		}
	}
}

// design are the columns of some variables, j·k + c for feature j and output c, as rows.
func (q *Local) design(variables []int) *linalg.Dense {
	z := linalg.NewDense(len(variables), q.n, nil)
	for a, v := range variables {
		row := z.Row(a)
		q.columns.AddRow(row, 1, v/q.k)
		q.weigh(row, v%q.k)
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
