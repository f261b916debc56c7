package fit

import (
	"context"
	"math"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate"
	"github.com/proxlab/proxlab/toolkit/solver/gradient"
	"github.com/proxlab/proxlab/toolkit/solver/lowrank"
	"github.com/proxlab/proxlab/toolkit/solver/newton"
)

// blocks are those of coordinate descent.
func (p *linearProblem) blocks() coordinate.Blocks {
	var b coordinate.Blocks
	switch p.Penalty {
	case Group:
		var err error
		if b, err = coordinate.GroupBlocks(linalg.Columns(p.x), p.groups); err == nil && p.GroupWeights != nil {
			b, err = b.Weighted(p.GroupWeights)
		}
		if err != nil {
			panic("fit: " + err.Error()) // prepare checks groups
		}
	case MultiTask:
		columns := make([]linalg.Rows, p.k)
		from := 0
		for t, to := range p.ends {
			columns[t] = linalg.Columns(linalg.RowRange(p.x, from, to))
			from = to
		}
		b = coordinate.TaskBlocks(columns)
	default:
		b = coordinate.SingleBlocks(linalg.Columns(p.x))
	}
	if p.free == nil {
		return b
	}
	if p.Penalty != MultiTask {
		return b.Free(p.free, 0)
	}
	from := 0
	for _, to := range p.ends {
		ones := linalg.NewDense(1, to-from, nil)
		for i := range ones.Data {
			ones.Data[i] = 1
		}
		b = b.Free(ones, from)
		from = to
	}
	return b
}

// states forgets the type of a solver's states.
func states[S state](seq solver.Seq[S]) solver.Seq[state] {
	return func(yield func(state, error) bool) {
		for st, err := range seq {
			if !yield(st, err) {
				return
			}
		}
	}
}

func coordinateDescent(ctx context.Context, p *linearProblem, lambda float64, start []float64) solver.Seq[state] {
	return states(coordinate.Descent{Start: start}.Iterations(ctx, p.blocks(), p.separable(), lambda, p.Mu))
}

func proximalNewton(ctx context.Context, p *linearProblem, lambda float64, start []float64) solver.Seq[state] {
	return states(coordinate.ProximalNewton{Start: start}.Iterations(ctx, p.blocks(), p.separable(), lambda, p.Mu))
}

func factoredDescent(ctx context.Context, p *linearProblem, lambda float64, start []float64) solver.Seq[state] {
	c := lowrank.FactoredDescent{}
	if start != nil {
		if pairs, ok := linalg.ThinPairs(start, p.d, p.k); ok {
			c.Start = factors(pairs, p.d, p.k)
		}
	}
	return states(c.Iterations(ctx, p.x, p.outputs(), lambda))
}

// factors are those of a matrix given by its singular pairs.
func factors(pairs linalg.Pairs, d, k int) *lowrank.State {
	var u, v []float64
	for j, s := range pairs.Values {
		if s <= 1e-12*pairs.Values[0] {
			break
		}
		root := math.Sqrt(s)
		for _, x := range pairs.Left[j*d : (j+1)*d] {
			u = append(u, root*x)
		}
		for _, x := range pairs.Right[j*k : (j+1)*k] {
			v = append(v, root*x)
		}
	}
	return lowrank.NewState(u, v, d, k)
}

func newtonCG(ctx context.Context, p *linearProblem, lambda float64, start []float64) solver.Seq[state] {
	c := newton.CG{Start: start}
	x := p.x
	if p.free != nil {
		c.Free, _ = p.free.Dims()
		x = linalg.AppendColumns(x, p.free)
	}
	seq := solver.Seq[*newton.CGState](c.Iterations(ctx, x, p.outputs(), p.Mu))
	if p.Mu > 0 {
		certifier := p.matrix(lambda)
		size := certifier.Dim()
		seq = solver.Evaluate(seq, 1, func(st *newton.CGState) (objective, gap float64) {
			return math.NaN(), certifier.Gap(st.X(nil)[:size])
		})
	}
	return states(seq)
}

func interiorPoint(ctx context.Context, p *linearProblem, _ float64, _ []float64) solver.Seq[state] {
	return states(newton.InteriorPoint{Weights: p.c, Intercept: p.Intercept}.Iterations(ctx, linalg.ToCSR(p.x), p.y, p.Mu))
}

func dualCoordinateDescent(ctx context.Context, p *linearProblem, _ float64, _ []float64) solver.Seq[state] {
	rows := p.x.(linalg.Rows) //nolint:errcheck // both kinds are
	return states(coordinate.DualDescent{Weights: p.c, Seed: p.Seed}.Iterations(ctx, rows, p.y, p.Mu))
}

func fista(ctx context.Context, p *linearProblem, lambda float64, start []float64) solver.Seq[state] {
	m := p.matrix(lambda)
	x0 := make([]float64, m.Dim())
	copy(x0, start)
	return states(gradient.FISTA{CheckEvery: fistaCheck}.Iterations(ctx, m, m.Regularizer(), x0))
}

// fistaCheck is how often FISTA's gap is computed: it costs what an iteration does.
const fistaCheck = 20
