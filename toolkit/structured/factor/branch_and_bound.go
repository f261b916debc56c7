package factor

import (
	"context"
	"math"
	"slices"

	"github.com/proxlab/proxlab/toolkit/structured/factor/internal/sums"
)

// BranchAndBound decodes any graph, rules too, exactly where nodes of its search do: each has the bound of TRWS, from
// the messages of the node above, with rules by multipliers of AD3 at the root. States that no better labelling has
// go, by the sums of what is lost at nodes and edges; what is left is parted at a node whose two best states are
// nearest. Where a few nodes do not do, labellings are improved by moves of trees of nodes, and cycles of edges that
// contradict each other lower the bound, as triplets, before the search goes on.
type BranchAndBound struct {
	Nodes int     // of the search, at most; 0 for 1,000
	Gap   float64 // of the score, at which it stops; 0 for what rounding allows
}

// Decode returns the best labelling found, with the bound of what was left out where Nodes did not do.
func (d BranchAndBound) Decode(ctx context.Context, g *Graph) (*Result, error) {
	if err := g.check(); err != nil {
		return nil, err
	}
	return d.decode(ctx, newMessages(g), fewNodes)
}

// search begins with messages as they are.
func (d BranchAndBound) search(ctx context.Context, from *messages) *search {
	if d.Nodes == 0 {
		d.Nodes = 1000
	}
	g, t := from.g, new(*from)
	t.scores = slices.Clone(g.scores)
	return &search{
		BranchAndBound: d, ctx: ctx, r: emptyResult(g), whole: g,
		narrowing: narrowing{
			g: g, t: t, d: newDomains(g), rounding: g.rounding(),
			lost: make([]float64, len(g.scores)), beliefs: make([]float64, len(g.scores)),
		},
	}
}

// decode tightens where so few nodes do not do.
func (d BranchAndBound) decode(ctx context.Context, from *messages, few int) (*Result, error) {
	b := d.search(ctx, from)
	nodes := b.Nodes
	if err := b.multipliers(); err != nil {
		return nil, err
	}
	if !b.d.follow() {
		return nil, ErrInfeasible
	}
	b.forget(0)
	b.Nodes = min(nodes, few)
	if b.r.Bound = b.visit(0); nodes > few && !b.done() && b.rounding < 1e200 { // or sums may overflow
		b.Nodes = nodes
		if b.tighten(); !b.done() {
			b.r.Bound = min(b.r.Bound, b.visit(0))
		}
	}
	switch err := context.Cause(ctx); {
	case err != nil:
		return b.r.finish(b.rounding), err
	case math.IsInf(b.r.Bound, -1) && math.IsInf(b.r.Score, -1):
		return nil, ErrInfeasible
	}
	return b.r.finish(b.rounding), nil
}

// search is BranchAndBound at work.
type search struct {
	BranchAndBound
	narrowing
	ctx   context.Context
	r     *Result
	whole *Graph      // of the labellings' scores, without triplets
	nu    [][]float64 // of the literals of each rule: added to scores of nodes, and taken off the rule
	kept  int         // messages that are kept for nodes above
}

// fewNodes do for graphs that messages nearly solve.
const fewNodes = 20

// mostKept bounds the messages that are kept: half a gigabyte.
const mostKept = 1 << 26

// multipliers are those of rules, by a few iterations of AD3.
func (b *search) multipliers() error {
	if len(b.g.rules) == 0 {
		return nil
	}
	const iterations = 100
	a := newRelaxing(AD3{Iterations: iterations, Tolerance: 1e-6, Eta: 1}, b.g)
	r, err := a.run(b.ctx)
	if r == nil {
		return err
	}
	b.keep(r.Y)
	for k := range b.g.rules {
		c := &a.rules[k]
		nu := make([]float64, len(c.at))
		for j, i := range c.at {
			if nu[j] = -a.share[i] - c.lambda[j]; math.IsInf(nu[j], 1) {
				nu[j] = 0
			}
			b.t.scores[i] += nu[j]
		}
		b.nu = append(b.nu, nu)
	}
	return nil
}

// keep takes a labelling where it is better.
func (b *search) keep(y []int) {
	if score := b.whole.Of(y); score > b.r.Score {
		b.r.Score = score
		copy(b.r.Y, y)
	}
}

// forget puts −Inf where states were forbidden since the trail had this length.
func (b *search) forget(from int) {
	for _, i := range b.d.trail[from:] {
		b.t.scores[i] = math.Inf(-1)
	}
}

// recall undoes that.
func (b *search) recall(to int) {
	for _, i := range b.d.trail[to:] {
		b.t.scores[i] = b.g.scores[i]
	}
	for k, nu := range b.nu {
		for j, l := range b.g.rules[k].of {
			if i := b.g.first[l.Node] + l.State; slices.Contains(b.d.trail[to:], i) {
				b.t.scores[i] += nu[j]
			}
		}
	}
	b.d.undo(to)
}

// ofRules is what rules add to the bound, given the states that are left.
func (b *search) ofRules() (sum float64) {
	for k, nu := range b.nu {
		r := &b.g.rules[k]
		v := make([]float64, len(nu))
		for j, l := range r.of {
			switch v[j] = -nu[j]; {
			case !b.d.allows(l.Node, l.State):
				v[j] = math.Inf(-1)
			case b.d.left[l.Node] == 1:
				sum += v[j]
				v[j] = math.Inf(1)
			}
		}
		sum += sums.BestOf(v, r.least, r.most)
	}
	return sum
}

// enough is the bound at which a node is done.
func (b *search) enough() float64 {
	return b.r.Score + max(b.rounding, b.Gap*math.Abs(b.r.Score))
}

// visit bounds all labellings of the states that are left.
func (b *search) visit(depth int) float64 {
	b.r.Iter++
	bound := b.bound(depth == 0)
	if b.r.Iter%20 == 0 {
	}
	if bound <= b.enough() || b.r.Iter >= b.Nodes || b.kept > mostKept || b.ctx.Err() != nil {
		return bound
	}
	trail := len(b.d.trail)
	if !b.narrow(b.ofRules(), b.r.Score) {
		b.recall(trail)
		return b.r.Score
	}
	b.forget(trail)
	s, x := b.closest()
	if s < 0 { // one state is left to each
		y := make([]int, len(b.g.states))
		for s := range y {
			for !b.d.allows(s, y[s]) {
				y[s]++
			}
		}
		b.keep(y)
		bound = min(bound, b.whole.Of(y)) // −Inf where rules are broken
		b.recall(trail)
		return bound
	}
	messages, held := slices.Clone(b.t.m), b.t.held()
	b.kept += len(messages) + len(held)
	part := math.Inf(-1)
	for _, with := range []bool{true, false} {
		here := len(b.d.trail)
		if b.decide(s, x, with) {
			b.forget(here)
			part = max(part, b.visit(depth+1))
			copy(b.t.m, messages)
			b.t.hold(held)
		}
		b.recall(here)
	}
	b.kept -= len(messages) + len(held)
	b.recall(trail)
	return max(min(bound, part), b.r.Score)
}

// decide leaves a node this state alone, or all but it.
func (b *search) decide(s, x int, with bool) bool {
	if with {
		return b.d.fix(s, x)
	}
	return b.d.forbid(b.g.first[s]+x) && b.d.follow()
}

// bound passes messages while that helps.
func (b *search) bound(first bool) float64 {
	const often = 4 // passes from one labelling to the next
	most, slow, bound, rules := 20, 0, math.Inf(1), b.ofRules()
	if first {
		most = 100
	}
	if math.IsInf(rules, -1) {
		return rules
	}
	if b.t.with != nil {
		defer func() { b.rounding = max(b.rounding, b.g.rounding()+b.t.with.Rounding()) }()
	}
	for k := 0; k < most && slow < 3 && b.ctx.Err() == nil; k++ {
		b.t.forward()
		v := b.t.backward() + rules
		if b.t.with != nil {
			v += b.t.with.Most(b.g.first, b.d.allowed, nil)
		}
		if b.t.links.Forest {
			b.t.forward()
		}
		if k%often == 0 || slow > 0 {
			b.whole.improve(b.t.y, b.t.rest)
			b.keep(b.t.y)
		}
		progress := bound - v
		if bound = min(bound, v); bound <= b.enough() {
			return bound
		}
		if slow++; progress >= 1e-3*(bound-b.r.Score) && !b.t.links.Forest {
			slow = 0
		}
	}
	for s := range b.g.states {
		b.t.belief(b.beliefs[b.g.first[s]:b.g.first[s+1]], s)
	}
	if len(b.nu) > 0 {
		b.keep(b.whole.roundTo(func(s int) []float64 { return b.beliefs[b.g.first[s]:b.g.first[s+1]] }))
	}
	return bound
}

// done tells whether the bound is near enough, or there is no labelling, or no time.
func (b *search) done() bool {
	return b.r.Bound <= b.enough() || math.IsInf(b.r.Bound, -1) || b.ctx.Err() != nil
}

// tighten adds triplets as long as that helps.
func (b *search) tighten() {
	const rounds = 30
	t := newTightening(b.g)
	for range rounds {
		if len(b.g.rules) == 0 {
			b.whole.polish(b.ctx, b.r.Y, uint64(b.r.Iter))
			b.r.Score = b.whole.Of(b.r.Y)
		}
		if b.r.Bound = min(b.r.Bound, b.bound(true)); b.done() {
			return
		}
		if !b.narrow(b.ofRules(), b.r.Score) {
			b.r.Bound = b.r.Score
			return
		}
		b.forget(0)
		added := false
		for place := 0; place < b.g.mostStates()-1 && !added; place++ {
			for _, c := range b.contradicted(place) {
				added = t.set.AddCycle(c, t.g.states, t.edge) || added
			}
		}
		if !added {
			return
		}
		b.g, b.d.g, b.t.g = t.g, t.g, t.g
		b.t.tighten(t.set)
	}
}
