package blocks

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/vec"
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
	r := &Request{}
	r.W, r.B = p.split(x)
	g, err := p.gather(ctx, r, width, most)
	if err != nil {
		return nil, err
	}
	rows, d := p.A.Dims()
	n := float64(rows)
	out := &Reduced{Objective: g.loss/n + p.penalty(r.W), Y: g.y, Width: g.next(rows, most)}
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
	z := solver.Rounding{Terms: p.terms(g.longest), Sum: 2 * out.Objective, Slopes: 1 / math.Sqrt(n),
		Reach: math.Sqrt(n) * floats.Norm(r.B, 1)}
	for j, norm := range o.Norms {
		z.Reach += norm * math.Abs(r.W[j])
	}
	out.Rounding = z.Bound()
	return out, nil
}

// gathering is what is kept of some blocks, in their order.
type gathering struct {
	p     *Problem
	r     *Request
	width float64
	most  int

	loss    float64
	longest int // the most rows of a block
	kept    []linalg.Map
	y       []float64
	below   []float64 // 1 − y f of those that are kept
	far     [2]mean   // of y = 1 and y = −1
	near    [distances]int
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
func (p *Problem) gather(ctx context.Context, r *Request, width float64, most int) (*gathering, error) {
	bounds := p.parts()
	over := newForest(bounds, (*gathering).join, func() *gathering {
		g := &gathering{p: p, r: r, width: width, most: most}
		g.clear()
		return g
	}, (*gathering).clear)
	err := p.each(ctx, 0, p.A.Blocks(), nil, func(_, k int, b *linalg.RowBlock) {
		g := over.pool.get()
		g.one(b)
		over.put(k, g)
	})
	return over.top.root, err
}

// clear makes it that of no block.
func (g *gathering) clear() {
	_, d := g.p.A.Dims()
	far := g.far
	*g = gathering{p: g.p, r: g.r, width: g.width, most: g.most}
	for k := range far {
		g.far[k].sum = vec.Resize(far[k].sum, d)
		clear(g.far[k].sum)
	}
}

// join adds what the blocks after these came to. Of examples next to the margin the first stay: those that are too many
// count as far.
func (g *gathering) join(o *gathering) {
	g.loss += o.loss
	g.longest = max(g.longest, o.longest)
	o.limit(g.most - len(g.y))
	g.kept, g.y, g.below = append(g.kept, o.kept...), append(g.y, o.y...), append(g.below, o.below...)
	for k := range g.far {
		g.far[k].count += o.far[k].count
		floats.Add(g.far[k].sum, o.far[k].sum)
	}
	for k := range g.near {
		g.near[k] += o.near[k]
	}
}

// limit keeps the first so many examples.
func (g *gathering) limit(most int) {
	count := 0
	for k, part := range g.kept {
		rows, _ := part.Dims()
		if count+rows > most {
			left := max(0, most-count)
			for i := left; i < rows; i++ {
				g.leave(part, i, g.y[count+i], g.below[count+i])
			}
			if g.kept[k] = nil; left > 0 {
				g.kept[k] = linalg.RowRange(part, 0, left)
			}
		}
		count += rows
	}
	g.kept = slices.DeleteFunc(g.kept, func(m linalg.Map) bool { return m == nil })
	g.y, g.below = g.y[:min(most, len(g.y))], g.below[:min(most, len(g.y))]
}

// leave counts example i of a matrix among those that are far, where it is below the margin.
func (g *gathering) leave(of linalg.Map, i int, y, below float64) {
	if below > 0 {
		far := &g.far[int(1-y)/2]
		far.count++
		of.(linalg.Rows).AddRow(far.sum, 1, i)
	}
}

// one sorts the examples of a block.
func (g *gathering) one(b *linalg.RowBlock) {
	a, n := b.Columns(), len(b.Y)
	margin, sides := make([]float64, n), [2][]float64{make([]float64, n), make([]float64, n)}
	for j, v := range g.r.W {
		if v != 0 {
			a.AddRow(margin, v, j)
		}
	}
	var keep []int
	var loss float64
	for i, f := range margin {
		below := 1 - b.Y[i]*(f+floats.Sum(g.r.B))
		loss += math.Max(0, below)
		g.near[distanceOf(math.Abs(below))]++
		switch {
		case math.Abs(below) <= g.width && len(g.y) < g.most:
			keep, g.y, g.below = append(keep, i), append(g.y, b.Y[i]), append(g.below, below)
		case below > 0:
			k := int(1-b.Y[i]) / 2
			sides[k][i] = 1
			g.far[k].count++
		}
	}
	g.loss, g.longest = loss, n
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
