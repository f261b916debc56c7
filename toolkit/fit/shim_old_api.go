package fit

import (
	"context"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate"
	"github.com/proxlab/proxlab/toolkit/solver/lowrank"
	"github.com/proxlab/proxlab/toolkit/solver/newton"
)

func shimBlocks(p *Prepared, problem *solver.Problem) coordinate.Blocks {
	_, d := problem.A.Dims()
	blocks, weights := p.penalty.(toolkit.BlockNorm).Blocks(d * p.k)
	var b coordinate.Blocks
	var err error
	switch {
	case p.k > 1 || p.tasks != nil:
		columns := make([]linalg.Rows, p.k)
		for t := range p.tasks {
			var rows []int
			for i, c := range p.column {
				if c == t {
					rows = append(rows, i)
				}
			}
			columns[t] = linalg.Columns(linalg.SelectRows(problem.A, rows))
		}
		b = coordinate.TaskBlocks(columns)
	case blocks == nil:
		b = coordinate.SingleBlocks(problem.Columns())
		b, err = b.Weighted(weights)
	default:
		b, err = coordinate.GroupBlocks(problem.Columns(), blocks)
		if err == nil {
			b, err = b.Weighted(weights)
		}
	}
	if err != nil {
		panic(err)
	}
	if p.unpenalized == nil {
		return b
	}
	if p.tasks == nil {
		return b.Free(p.unpenalized, 0)
	}
	from := 0
	for t := range p.tasks {
		n := 0
		for _, c := range p.column {
			if c == t {
				n++
			}
		}
		ones := linalg.NewDense(1, n, nil)
		for i := range ones.Data {
			ones.Data[i] = 1
		}
		b = b.Free(ones, from)
		from += n
	}
	return b
}

func shimDescent(ctx context.Context, p *Prepared, problem *solver.Problem, start []float64) solver.Seq[state] {
	l, _ := problem.Separable()
	return states(coordinate.Descent{Start: start}.Iterations(ctx, shimBlocks(p, problem), l, problem.Lambda, p.Mu))
}

func shimNewton(ctx context.Context, p *Prepared, problem *solver.Problem, start []float64) solver.Seq[state] {
	l, _ := problem.Separable()
	return states(coordinate.ProximalNewton{Start: start}.Iterations(ctx, shimBlocks(p, problem), l, problem.Lambda, p.Mu))
}

func (p *Prepared) shares() []float64 {
	c := make([]float64, p.n)
	for i := range c {
		c[i] = p.share(i)
	}
	return c
}

func (p *Prepared) signs() []float64 {
	y, _ := p.label(true)
	return y
}

func toCSR(x linalg.Map) *linalg.CSR {
	out := &linalg.CSR{Ptr: []int{0}}
	out.R, out.C = x.Dims()
	last := 0
	linalg.ForEach(x, func(i, j int, v float64) {
		for ; last < i; last++ {
			out.Ptr = append(out.Ptr, len(out.Val))
		}
		if v != 0 {
			out.Col, out.Val = append(out.Col, int32(j)), append(out.Val, v)
		}
	})
	for len(out.Ptr) <= out.R {
		out.Ptr = append(out.Ptr, len(out.Val))
	}
	return out
}

func shimInterior(ctx context.Context, p *Prepared, problem *solver.Problem) solver.Seq[state] {
	return states(newton.InteriorPoint{Weights: p.shares(), Intercept: p.Intercept}.Iterations(ctx, toCSR(problem.A), p.signs(), p.Mu))
}

func shimDual(ctx context.Context, p *Prepared, problem *solver.Problem) solver.Seq[state] {
	return states(coordinate.DualDescent{Weights: p.shares(), Seed: p.Seed}.Iterations(ctx, problem.A.(linalg.Rows), p.signs(), p.Mu))
}

func shimFactored(ctx context.Context, c lowrank.FactoredDescent, problem *solver.Problem) solver.Seq[state] {
	return states(c.Iterations(ctx, problem))
}

func shimCG(ctx context.Context, problem *solver.Problem, start []float64) solver.Seq[*newton.CGState] {
	c := newton.CG{Start: start}
	x := problem.A
	if problem.Unpenalized != nil {
		c.Free = problem.Unpenalized.R
		x = linalg.AppendColumns(x, problem.Unpenalized)
	}
	l, ok := problem.Loss.(toolkit.MultiOutput)
	if !ok {
		l = loss.Tasks{Of: problem.Loss.(toolkit.Separable), Task: make([]int, problem.Loss.Len()), K: 1}
	}
	return c.Iterations(ctx, x, l, problem.Mu)
}
