package factor

import (
	"math"

	"github.com/proxlab/proxlab/toolkit/structured/factor/internal/quadratic"
	"github.com/proxlab/proxlab/toolkit/structured/factor/internal/sums"
)

// directions are the copies that edges and rules have of the distributions of nodes, and their multipliers λ.
type directions struct {
	g        *Graph
	eta      float64
	p, next  []float64 // of nodes, as scores are: the mean of the copies
	share    []float64 // θ over the number of copies
	copies   []float64
	edges    []edgeCopy
	rules    []ruleCopy // nodes that no edge keeps distributions are among them
	off      []float64  // Σ λ of a state, 0 but for rounding
	rounding float64
}

type edgeCopy struct {
	*quadratic.Pair
	a, b   int // where the nodes' states begin
	la, lb []float64
	ua, ub []float64
}

type ruleCopy struct {
	rule   *rule
	at     []int // of the states that it is about
	lambda []float64
	z      []float64
}

func newDirections(g *Graph, eta float64) *directions {
	n := len(g.scores)
	a := &directions{
		g: g, eta: eta, p: make([]float64, n), next: make([]float64, n), share: make([]float64, n),
		copies: make([]float64, n), off: make([]float64, n), edges: make([]edgeCopy, len(g.edges)), rounding: g.rounding(),
	}
	for k := range g.edges {
		e := &g.edges[k]
		ka, kb := g.states[e.a], g.states[e.b]
		c := &a.edges[k]
		c.Pair = quadratic.NewPair(g.expanded(e), ka, kb)
		c.a, c.b = g.first[e.a], g.first[e.b]
		c.la, c.lb, c.ua, c.ub = make([]float64, ka), make([]float64, kb), make([]float64, ka), make([]float64, kb)
	}
	ruled := make([]bool, len(g.states))
	for k := range g.rules {
		var at []int
		for _, l := range g.rules[k].of {
			at = append(at, g.first[l.Node]+l.State)
			ruled[l.Node] = true
		}
		a.addRule(&g.rules[k], at)
	}
	for s := range g.states {
		if !ruled[s] && len(g.link().Of(s)) > 0 {
			continue
		}
		at := make([]int, g.states[s])
		for x := range at {
			at[x] = g.first[s] + x
		}
		a.addRule(&rule{of: make([]Literal, len(at)), least: 1, most: 1}, at)
	}
	return a
}

func (a *directions) addRule(r *rule, at []int) {
	a.rules = append(a.rules, ruleCopy{r, at, make([]float64, len(at)), make([]float64, len(at))})
}

// begin counts copies, and begins at the best states of the nodes.
func (a *directions) begin() {
	g := a.g
	for k := range a.edges {
		c := &a.edges[k]
		for x := range c.A {
			a.copies[c.a+x]++
		}
		for y := range c.B {
			a.copies[c.b+y]++
		}
	}
	for k := range a.rules {
		for _, i := range a.rules[k].at {
			a.copies[i]++
		}
	}
	for i, v := range g.scores {
		a.share[i] = v / a.copies[i]
	}
	for s := range g.states {
		at, _ := sums.Highest(g.Node(s))
		a.p[g.first[s]+at] = 1
	}
}

// copy solves for the copies, adds them up in next, and returns the bound of the multipliers before.
func (a *directions) copy() float64 {
	var bound sums.Accurate
	clear(a.next)
	clear(a.off)
	for k := range a.edges {
		bound.Add(a.copyEdge(&a.edges[k]))
	}
	for k := range a.rules {
		bound.Add(a.copyRule(&a.rules[k]))
	}
	for _, v := range a.off {
		bound.Add(math.Abs(v))
	}
	return bound.Value()
}

func (a *directions) copyEdge(c *edgeCopy) float64 {
	for x := range c.ua {
		c.ua[x] = a.share[c.a+x] + c.la[x]
		a.off[c.a+x] += c.la[x]
	}
	for y := range c.ub {
		c.ub[y] = a.share[c.b+y] + c.lb[y]
		a.off[c.b+y] += c.lb[y]
	}
	top := math.Inf(-1)
	for x, u := range c.ua {
		for y, v := range c.ub {
			top = max(top, u+v+c.W[x*len(c.ub)+y])
		}
	}
	if math.IsInf(top, -1) {
		return top
	}
	for x := range c.ua {
		c.ua[x] += a.eta * a.p[c.a+x]
	}
	for y := range c.ub {
		c.ub[y] += a.eta * a.p[c.b+y]
	}
	c.Solve(c.ua, c.ub, a.eta)
	for x, v := range c.A {
		a.next[c.a+x] += v
	}
	for y, v := range c.B {
		a.next[c.b+y] += v
	}
	return top
}

func (a *directions) copyRule(c *ruleCopy) float64 {
	for k, i := range c.at {
		c.z[k] = a.share[i] + c.lambda[k]
		a.off[i] += c.lambda[k]
	}
	top := sums.BestOf(c.z, c.rule.least, c.rule.most)
	if math.IsInf(top, -1) {
		return top
	}
	for k, i := range c.at {
		c.z[k] = max(c.z[k]/a.eta+a.p[i], -1e9) // −Inf has no place in a projection
	}
	quadratic.Clip(c.z, float64(c.rule.least), float64(c.rule.most))
	for k, i := range c.at {
		a.next[i] += c.z[k]
	}
	return top
}

// multipliers takes the mean and moves the multipliers; it returns the squares of how far copies are from the mean, and
// the mean from the one before.
func (a *directions) multipliers() (primal, dual float64) {
	for i, v := range a.next {
		v /= a.copies[i]
		d := v - a.p[i]
		dual += a.copies[i] * d * d
		a.next[i] = v
	}
	a.p, a.next = a.next, a.p
	move := func(lambda *float64, copied float64, i int) {
		d := copied - a.p[i]
		primal += d * d
		*lambda -= a.eta * d
	}
	for k := range a.edges {
		c := &a.edges[k]
		for x, v := range c.A {
			move(&c.la[x], v, c.a+x)
		}
		for y, v := range c.B {
			move(&c.lb[y], v, c.b+y)
		}
	}
	for k := range a.rules {
		c := &a.rules[k]
		for j, i := range c.at {
			move(&c.lambda[j], c.z[j], i)
		}
	}
	return primal, dual
}
