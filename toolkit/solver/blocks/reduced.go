package blocks

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// Reduced is a problem of few examples below that of a hinge: the examples next to the margin y f = 1, and for each
// label one in the place of those far below it, with their weight, which is their mean. Since
//
//	mean_i max(0, 1 − y f(a_i)) ≥ max(0, 1 − y f(mean_i a_i)),
//
// and examples above the margin that are left out have losses ≥ 0, its objective is nowhere above P: the minimum is a
// lower bound of P*, and it is P* where the others are on the same side of the margin at the solution.
type Reduced struct {
	X          linalg.Map
	Y, Weights []float64 // Weights are shares of all examples: their sum is at most 1
	Objective  float64   // P at the point
	Rounding   float64   // of P and of the mean examples
	Width      float64   // the next width that takes in about as many examples as were asked for
}

// Reduce takes a pass at a point, and keeps the examples with |1 − y f| ≤ width, but at most so many.
func (p *Problem) Reduce(ctx context.Context, x []float64, o *Origin, width float64, most int) (*Reduced, error) {
	r := &request{}
	r.w, r.b = p.split(x)
	g, err := p.gather(ctx, r, width, most)
	if err != nil {
		return nil, err
	}
	rows, d := p.A.Dims()
	n := float64(rows)
	out := &Reduced{Objective: g.loss/n + p.penalty(r.w), Y: g.y, Width: g.next(rows, most)}
	out.Weights = make([]float64, len(g.y))
	for k := range out.Weights {
		out.Weights[k] = 1 / n
	}
	parts := g.kept
	for k, sign := range []float64{1, -1} {
		if far := &g.far[k]; far.count > 0 {
			mean := linalg.NewDense(1, d, far.sum)
			floats.Scale(1/far.count, mean.Data)
			parts = append(parts, mean)
			out.Y, out.Weights = append(out.Y, sign), append(out.Weights, far.count/n)
		}
	}
	if len(parts) > 0 {
		out.X = linalg.AppendRows(parts...)
	}
	z := solver.Rounding{Terms: max(d, 2*rows/p.A.Blocks()+p.A.Blocks()), Sum: 2 * out.Objective, Slopes: 1 / math.Sqrt(n),
		Reach: math.Sqrt(n) * math.Abs(r.b)}
	for j, norm := range o.Norms {
		z.Reach += norm * math.Abs(r.w[j])
	}
	out.Rounding = z.Bound()
	return out, nil
}

// gathering is what a worker keeps of its blocks.
type gathering struct {
	p     *Problem
	r     *request
	width float64
	most  int
	block linalg.RowBlock

	loss float64
	kept []linalg.Map
	y    []float64
	far  [2]mean // of y = 1 and y = −1
	near [distances]int
}

type mean struct {
	count float64
	sum   []float64
}

// distances is how many classes |1 − y f| is counted in, each half as wide as the one before, from 2⁸ down.
const (
	distances     = 48
	firstDistance = 8
)

// gather takes a pass.
func (p *Problem) gather(ctx context.Context, r *request, width float64, most int) (*gathering, error) {
	_, d := p.A.Dims()
	parts := make([]*gathering, p.workers())
	for t := range parts {
		parts[t] = &gathering{p: p, r: r, width: width, most: most / len(parts)}
		for k := range parts[t].far {
			parts[t].far[k].sum = make([]float64, d)
		}
	}
	err := p.each(ctx, func(t int) *linalg.RowBlock { return &parts[t].block }, nil, func(t int) { parts[t].one() })
	if err != nil {
		return nil, err
	}
	for _, part := range parts[1:] {
		parts[0].join(part)
	}
	return parts[0], nil
}

func (g *gathering) join(o *gathering) {
	g.loss += o.loss
	g.kept, g.y = append(g.kept, o.kept...), append(g.y, o.y...)
	for k := range g.far {
		g.far[k].count += o.far[k].count
		floats.Add(g.far[k].sum, o.far[k].sum)
	}
	for k := range g.near {
		g.near[k] += o.near[k]
	}
}

// one sorts the examples of a block.
func (g *gathering) one() {
	b := &g.block
	a, n := b.Columns(), len(b.Y)
	margin, sides := make([]float64, n), [2][]float64{make([]float64, n), make([]float64, n)}
	for j, v := range g.r.w {
		if v != 0 {
			a.AddRow(margin, v, j)
		}
	}
	var keep []int
	var loss float64
	for i, f := range margin {
		below := 1 - b.Y[i]*(f+g.r.b)
		loss += math.Max(0, below)
		g.near[distanceOf(math.Abs(below))]++
		switch {
		case math.Abs(below) <= g.width && len(g.y) < g.most:
			keep, g.y = append(keep, i), append(g.y, b.Y[i])
		case below > 0:
			k := int(1-b.Y[i]) / 2
			sides[k][i] = 1
			g.far[k].count++
		}
	}
	g.loss += loss
	for k := range sides {
		for j := range g.far[k].sum {
			g.far[k].sum[j] += a.DotRow(j, sides[k])
		}
	}
	if len(keep) > 0 {
		g.kept = append(g.kept, linalg.SelectRows(linalg.Columns(a), keep))
	}
}

// distanceOf is the class of a distance: 0 for the largest.
func distanceOf(v float64) int {
	_, exponent := math.Frexp(v)
	if v == 0 {
		return distances - 1
	}
	return min(max(0, firstDistance-exponent), distances-1)
}

// next is a width that takes in at most as many examples as were asked for, and at least half of them or so.
func (g *gathering) next(rows, most int) float64 {
	inside := rows
	for class, count := range g.near {
		if inside <= most {
			// all classes from this one on; of the one before as large a share as there is room for
			wider := math.Ldexp(1, firstDistance-class)
			if class > 0 && g.near[class-1] > 0 {
				wider *= 1 + math.Min(1, float64(most-inside)/float64(g.near[class-1]))
			}
			return wider
		}
		inside -= count
	}
	return math.Ldexp(1, firstDistance-distances)
}
