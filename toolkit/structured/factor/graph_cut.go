package factor

import (
	"context"
	"fmt"
	"math"

	"github.com/proxlab/proxlab/toolkit/structured/factor/internal/sums"
	"github.com/proxlab/proxlab/toolkit/structured/internal/flow"
)

// GraphCut decodes by smallest cuts. With two states each and pairs that attract, θ(0,0) + θ(1,1) ≥ θ(0,1) + θ(1,0),
// one cut is exact. With more it goes through the states α, and lets any set of nodes change to α at once, the best set
// by a cut, until none gains: for pairs whose costs −θ are a metric, 0 for equal states, as those of Potts with w ≥ 0
// and TruncatedLinear are. Where that ends, the cost of what was found, counted from the best states of all nodes, is
// at most 2c times the least there is, with c the largest ratio of costs of one edge, which is the bound.
//
// Source: Boykov, Veksler, Zabih, Fast Approximate Energy Minimization via Graph Cuts, PAMI 2001, sections 4 to 6.
type GraphCut struct {
	Rounds int // through all states; 0 for 20
}

// Decode refuses rules and pairs that are none of these.
func (d GraphCut) Decode(ctx context.Context, g *Graph) (*Result, error) {
	if err := g.check(); err != nil {
		return nil, err
	}
	if len(g.rules) > 0 {
		return nil, errRules
	}
	c := &cutter{g: g, scores: g.withoutInfinity()}
	if g.mostStates() == 2 {
		return c.once()
	}
	ratio, err := g.metric()
	if err != nil {
		return nil, err
	}
	if d.Rounds == 0 {
		d.Rounds = 20
	}
	return c.expand(ctx, d.Rounds, ratio)
}

// withoutInfinity puts a score in the place of −Inf that no labelling makes up for.
func (g *Graph) withoutInfinity() func(v float64) float64 {
	sum := 1.
	for s := range g.states {
		sum += 2 * sums.Largest(g.Node(s))
	}
	for e := range g.edges {
		sum += 2 * g.largestPair(&g.edges[e])
	}
	return func(v float64) float64 { return max(v, -sum) }
}

// cutter is GraphCut at work.
type cutter struct {
	g      *Graph
	scores func(v float64) float64 // in the place of −Inf, a finite one
	f      flow.Network
	rise   []float64     // by how much choice 1 of a node costs more
	base   sums.Accurate // the cost of what is in no arc
}

// begin forgets all costs.
func (c *cutter) begin() {
	n := len(c.g.states)
	c.base, c.rise = sums.Accurate{}, make([]float64, n)
	c.f.Reset(n)
}

// node adds costs u of a node's two choices.
func (c *cutter) node(s int, u0, u1 float64) {
	c.base.Add(u0)
	c.rise[s] += u1 - u0
}

// edge adds costs of the choices of two nodes, as far as they attract: it tells whether they do.
func (c *cutter) edge(a, b int, u00, u01, u10, u11 float64) bool {
	c.node(a, u00, u10)
	c.rise[b] += u11 - u10
	across := u01 + u10 - u00 - u11
	if across < 0 {
		return across >= -8*0x1p-53*(math.Abs(u01)+math.Abs(u10)+math.Abs(u00)+math.Abs(u11))
	}
	if across > 0 {
		c.f.Arc(a, b, across)
	}
	return true
}

// cut solves, and returns the cost: the choice of a node is 0 on the side of the source.
func (c *cutter) cut() float64 {
	for s, v := range c.rise {
		c.base.Add(min(0, v))
		c.f.Terminal(s, v)
	}
	c.base.Add(c.f.Solve())
	return c.base.Value()
}

// once is the cut of two states.
func (c *cutter) once() (*Result, error) {
	g := c.g
	c.begin()
	for s := range g.states {
		w := g.Node(s)
		c.node(s, -c.scores(w[0]), -c.scores(w[1]))
	}
	for k := range g.edges {
		e := &g.edges[k]
		cost := func(x, y int) float64 { return -c.scores(g.pair(e, x, y)) }
		if !c.edge(int(e.a), int(e.b), cost(0, 0), cost(0, 1), cost(1, 0), cost(1, 1)) {
			return nil, fmt.Errorf("factor: edge %d, of nodes %d and %d, does not attract: θ(0,0) + θ(1,1) must be at least "+
				"θ(0,1) + θ(1,0); BranchAndBound takes any", k+1, e.a+1, e.b+1)
		}
	}
	r := emptyResult(g)
	r.Bound, r.Iter = -c.cut(), 1
	for s := range r.Y {
		r.Y[s] = 1 - boolInt(c.f.FromSource(s))
	}
	if r.Score = g.Of(r.Y); math.IsInf(r.Score, -1) {
		return nil, ErrInfeasible
	}
	return r.finish(g.rounding()), nil
}

// metric is the largest ratio of costs of an edge, or why they are no metric.
func (g *Graph) metric() (ratio float64, err error) {
	ratio = 1
	for k := range g.edges {
		e := &g.edges[k]
		n := g.states[e.a]
		wrong := fmt.Errorf("factor: costs of edge %d, of nodes %d and %d, are no metric, 0 for equal states: "+
			"BranchAndBound and TRWS take any", k+1, e.a+1, e.b+1)
		if n != g.states[e.b] || e.kind == potts && g.tables[e.at] < 0 {
			return 0, wrong
		}
		if e.kind == potts {
			continue
		}
		least, most := math.Inf(1), 0.
		for x := range n {
			for y := range n {
				if !g.triangle(e, x, y) {
					return 0, wrong
				}
				if v := -g.pair(e, x, y); x != y {
					least, most = min(least, v), max(most, v)
				}
			}
		}
		if least < most {
			ratio = max(ratio, most/least)
		}
	}
	return ratio, nil
}

// triangle tells whether costs of x and y are as those of a metric.
func (g *Graph) triangle(e *edge, x, y int) bool {
	cost := -g.pair(e, x, y)
	if cost < 0 || x == y && cost != 0 || math.IsInf(cost, 1) {
		return false
	}
	for z := range g.states[e.a] {
		if e.kind == table && cost > -(g.pair(e, x, z)+g.pair(e, z, y))*(1+1e-15) {
			return false
		}
	}
	return true
}

// expand changes states until nothing gains.
func (c *cutter) expand(ctx context.Context, rounds int, ratio float64) (*Result, error) {
	g := c.g
	r := emptyResult(g)
	var best sums.Accurate // of the nodes alone; pairs add no more than 0 for equal states
	for s := range r.Y {
		at, most := sums.Highest(g.Node(s))
		r.Y[s] = at
		best.Add(most)
	}
	for e := range g.edges {
		if d := &g.edges[e]; d.kind == potts {
			best.Add(g.tables[d.at])
		}
	}
	r.Score, r.Bound = g.Of(r.Y), best.Value()
	rounding := g.rounding()
	for gained := true; gained; {
		if gained = false; r.Iter == rounds {
			return r.finish(rounding), nil
		}
		r.Iter++
		for alpha := range g.mostStates() {
			if err := context.Cause(ctx); err != nil {
				return r.finish(rounding), err
			}
			if score := c.change(r.Y, alpha); score > r.Score+rounding {
				r.Score, gained = score, true
			}
		}
	}
	r.Score = g.Of(r.Y)
	hidden := float64(g.mostStates()) * rounding // gains that were none
	r.Bound -= max(0, (r.Bound-r.Score)/(2*ratio)-hidden)
	return r.finish(rounding), nil
}

// change lets nodes change to α, where that gains, and returns the score.
func (c *cutter) change(y []int, alpha int) float64 {
	g := c.g
	before := g.Of(y)
	c.begin()
	for s, x := range y {
		w := g.Node(s)
		if to := alpha; to < len(w) {
			c.node(s, -c.scores(w[x]), -c.scores(w[to]))
		} else {
			c.node(s, 0, -2*c.scores(math.Inf(-1)))
		}
	}
	for k := range g.edges {
		e := &g.edges[k]
		x, z := y[e.a], y[e.b]
		if alpha < g.states[e.a] {
			c.edge(int(e.a), int(e.b), -g.pair(e, x, z), -g.pair(e, x, alpha), -g.pair(e, alpha, z), -g.pair(e, alpha, alpha))
		}
	}
	c.cut()
	old := append([]int(nil), y...)
	for s := range y {
		if !c.f.FromSource(s) {
			y[s] = alpha
		}
	}
	if after := g.Of(y); after > before {
		return after
	}
	copy(y, old)
	return before
}
