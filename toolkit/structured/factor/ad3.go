package factor

import (
	"context"
	"math"
	"slices"

	"github.com/proxlab/proxlab/toolkit/structured/factor/internal/polytope"
)

// AD3 decodes by the linear program over the local polytope, with rules by their hulls, by alternating directions:
// every edge and rule has a copy of the distributions of its nodes, and a small quadratic program pulls it to their
// mean. A labelling is rounded from the point that they agree on.
//
// Source: Martins, Figueiredo, Aguiar, Smith, Xing, An Augmented Lagrangian Approach to Constrained MAP Inference, ICML
// 2011, and AD3: Alternating Directions Dual Decomposition for MAP Inference in Graphical Models, JMLR 2015.
type AD3 struct {
	Iterations int     // at most; 0 for 1,000
	Tolerance  float64 // of the program, relative: bound less value at which it stops; 0 for 1e-6
	Eta        float64 // η, the first weight of distances; 0 for 1
}

// Relaxation is what AD3 knows of the linear program, between Value and Bound.
type Relaxation struct {
	Result
	Fraction         // the best point found; nil nodes and edges for a graph with rules
	Value    float64 // of the point; NaN for a graph with rules
}

// Decode is the labelling of Relax.
func (d AD3) Decode(ctx context.Context, g *Graph) (*Result, error) {
	r, err := d.Relax(ctx, g)
	if r == nil {
		return nil, err
	}
	return &r.Result, err
}

// Relax solves the linear program.
func (d AD3) Relax(ctx context.Context, g *Graph) (*Relaxation, error) {
	if err := g.check(); err != nil {
		return nil, err
	}
	if d.Iterations == 0 {
		d.Iterations = 1000
	}
	if d.Tolerance == 0 {
		d.Tolerance = 1e-6
	}
	if d.Eta == 0 {
		d.Eta = 1
	}
	return newRelaxing(d, g).run(ctx)
}

// relaxing is AD3 at work.
type relaxing struct {
	AD3
	*directions
}

func newRelaxing(d AD3, g *Graph) relaxing {
	r := relaxing{d, newDirections(g, d.Eta)}
	r.begin()
	return r
}

func (a relaxing) run(ctx context.Context) (*Relaxation, error) {
	r := &Relaxation{Result: *emptyResult(a.g), Value: math.Inf(-1)}
	const often = 10 // iterations from one look at a feasible point to the next
	for r.Iter < a.Iterations {
		if err := context.Cause(ctx); err != nil {
			return a.finish(r), err
		}
		r.Iter++
		bound := a.copy()
		if math.IsInf(bound, -1) {
			return nil, ErrInfeasible
		}
		if math.IsNaN(bound) {
			break
		}
		r.Bound = min(r.Bound, bound)
		primal, dual := a.multipliers()
		if r.Iter%often > 0 && r.Iter < a.Iterations {
			continue
		}
		a.look(r)
		near := a.Tolerance * (1 + math.Abs(r.Bound))
		if r.Bound-max(r.Value, r.Score) <= near || len(a.g.rules) > 0 && primal+dual <= 1e-20*float64(len(a.p)) {
			break
		}
		switch { // residuals of one size (Boyd et al., 2011, section 3.4.1)
		case primal > 10*dual:
			a.eta *= 1.5
		case dual > 10*primal:
			a.eta /= 1.5
		}
	}
	return a.finish(r), nil
}

// look rounds to a labelling, and takes a feasible point where there are no rules.
func (a relaxing) look(r *Relaxation) {
	g := a.g
	y := g.roundTo(func(s int) []float64 { return a.p[g.first[s]:g.first[s+1]] })
	if score := g.Of(y); score > r.Score {
		r.Score, r.Y = score, y
	}
	if len(g.rules) > 0 {
		return
	}
	f := Fraction{make([][]float64, len(g.states)), make([][]float64, len(g.edges))}
	for s := range g.states {
		f.Node[s] = slices.Clone(a.p[g.first[s]:g.first[s+1]])
		polytope.Normalize(f.Node[s])
	}
	for k := range a.edges {
		c := &a.edges[k]
		f.Edge[k] = make([]float64, len(c.W))
		for j, i := range c.Set {
			f.Edge[k][i] = c.Q[j]
		}
		polytope.Couple(f.Edge[k], f.Node[g.edges[k].a], f.Node[g.edges[k].b])
	}
	if v := g.value(&f); v > r.Value {
		r.Value, r.Fraction = v, f
	}
}

func (a relaxing) finish(r *Relaxation) *Relaxation {
	r.Result.finish(a.rounding)
	switch {
	case len(a.g.rules) > 0:
		r.Value = math.NaN()
	case r.Score >= r.Value:
		r.Value, r.Fraction = r.Score, *a.g.fractionOf(r.Y)
	}
	return r
}
