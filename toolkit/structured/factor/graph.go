package factor

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/proxlab/proxlab/toolkit/structured/factor/internal/links"
)

// ErrInfeasible says that no labelling is allowed: scores of −Inf and rules forbid all of them.
var ErrInfeasible = errors.New("no labelling is allowed")

// Graph is a factor graph with scores: see the package. Build one by New, its edges by Table, Potts and
// TruncatedLinear, its rules by ExactlyOne, AtMost and Implies, and fill in the scores of nodes through Node. Scores of
// −Inf forbid a state or a pair. Decoders read it: it may be shared where nobody writes.
type Graph struct {
	states []int
	first  []int // where the scores of a node begin; one more at the end
	scores []float64
	edges  []edge
	tables []float64 // of all edges
	rules  []rule
	links  *links.Links // of the edges so far; nil before they are needed
}

// New makes a graph of nodes with so many states each, all of whose scores are 0.
func New(states []int) (*Graph, error) {
	if len(states) == 0 {
		return nil, fmt.Errorf("factor: a graph without nodes")
	}
	g := &Graph{states: slices.Clone(states), first: make([]int, len(states)+1)}
	for s, k := range states {
		if k < 2 {
			return nil, fmt.Errorf("factor: node %d has k = %d states: there must be 2 at least", s+1, k)
		}
		g.first[s+1] = g.first[s] + k
	}
	g.scores = make([]float64, g.first[len(states)])
	return g, nil
}

// Len is the number of nodes.
func (g *Graph) Len() int { return len(g.states) }

// Edges is the number of edges.
func (g *Graph) Edges() int { return len(g.edges) }

// States is the number of states of a node.
func (g *Graph) States(s int) int { return g.states[s] }

// Node is where the scores θ_s of a node's states are, to be read and written.
func (g *Graph) Node(s int) []float64 { return g.scores[g.first[s]:g.first[s+1]] }

// Ends are the nodes of an edge.
func (g *Graph) Ends(e int) (a, b int) { return int(g.edges[e].a), int(g.edges[e].b) }

// Edge is where the numbers of an edge are, to be read and written: scores row by row of a Table, the one score of
// Potts, the slope and most of TruncatedLinear.
func (g *Graph) Edge(e int) []float64 { return g.numbers(&g.edges[e]) }

func (g *Graph) numbers(e *edge) []float64 { return g.tables[e.at : e.at+g.size(e)] }

func (g *Graph) size(e *edge) int {
	switch e.kind {
	case potts:
		return 1
	case truncated:
		return 2
	}
	return g.states[e.a] * g.states[e.b]
}

// Table adds an edge with a score of each pair of states, θ(y_a, y_b) = w[y_a·k_b + y_b].
func (g *Graph) Table(a, b int, w []float64) error {
	if err := g.ends(a, b); err != nil {
		return err
	}
	if len(w) != g.states[a]*g.states[b] {
		return fmt.Errorf("factor: edge %d has %d scores, and its nodes %d × %d pairs of states", len(g.edges)+1, len(w),
			g.states[a], g.states[b])
	}
	g.add(a, b, table, w...)
	return nil
}

// Potts adds an edge of two nodes with as many states, that scores w where they are equal, and 0 where not: w > 0
// attracts.
func (g *Graph) Potts(a, b int, w float64) error {
	if err := g.alike(a, b); err != nil {
		return err
	}
	g.add(a, b, potts, w)
	return nil
}

// TruncatedLinear adds an edge of two nodes with as many states, in an order, that scores −slope·min(|y_a − y_b|, most)
// with slope ≥ 0 and most ≥ 0.
func (g *Graph) TruncatedLinear(a, b int, slope, most float64) error {
	if err := g.alike(a, b); err != nil {
		return err
	}
	if !(slope >= 0) || !(most >= 0) || math.IsInf(slope*most, 1) {
		return fmt.Errorf("factor: edge %d has slope %g and at most %g: they must be finite and not negative",
			len(g.edges)+1, slope, most)
	}
	g.add(a, b, truncated, slope, most)
	return nil
}

func (g *Graph) add(a, b int, k kind, numbers ...float64) {
	g.edges = append(g.edges, edge{int32(a), int32(b), len(g.tables), k})
	g.tables = append(g.tables, numbers...)
	g.links = nil
}

// ends tells what is wrong with a pair of nodes.
func (g *Graph) ends(a, b int) error {
	for _, s := range []int{a, b} {
		if s < 0 || s >= len(g.states) {
			return fmt.Errorf("factor: edge %d goes to node %d: there are %d", len(g.edges)+1, s+1, len(g.states))
		}
	}
	if a == b {
		return fmt.Errorf("factor: edge %d is a loop at node %d: add its scores to those of the node", len(g.edges)+1, a+1)
	}
	return nil
}

func (g *Graph) alike(a, b int) error {
	if err := g.ends(a, b); err != nil {
		return err
	}
	if g.states[a] != g.states[b] {
		return fmt.Errorf("factor: edge %d compares %d states of node %d with %d of node %d: they must be as many",
			len(g.edges)+1, g.states[a], a+1, g.states[b], b+1)
	}
	return nil
}

// check tells what is wrong with the numbers: NaN, +Inf, and nodes and edges that forbid all there is.
func (g *Graph) check() error {
	for s := range g.states {
		if err := number(g.Node(s)); err != nil {
			return fmt.Errorf("factor: node %d %w", s+1, err)
		}
	}
	for e := range g.edges {
		d := &g.edges[e]
		err := number(g.numbers(d))
		if d.kind != table && math.IsInf(g.tables[d.at], -1) {
			err = fmt.Errorf("has a weight of −Inf: pairs are forbidden by a Table")
		}
		if err != nil {
			return fmt.Errorf("factor: edge %d, of nodes %d and %d, %w", e+1, d.a+1, d.b+1, err)
		}
	}
	return nil
}

// number tells what is wrong with scores, in words that follow a subject.
func number(w []float64) error {
	most := math.Inf(-1)
	for _, v := range w {
		if math.IsNaN(v) || math.IsInf(v, 1) {
			return fmt.Errorf("has a score of %g", v)
		}
		most = max(most, v)
	}
	if math.IsInf(most, -1) {
		return fmt.Errorf("forbids everything: all of its scores are −Inf, and %w", ErrInfeasible)
	}
	return nil
}

// link are the links, made where they are not there.
func (g *Graph) link() *links.Links {
	if g.links == nil {
		g.links = linked(g.states, g.edges)
	}
	return g.links
}

func linked(states []int, edges []edge) *links.Links {
	return links.New(states, len(edges), func(e int) (a, b int32) { return edges[e].a, edges[e].b })
}

// mostStates is the largest k_s.
func (g *Graph) mostStates() (most int) {
	for _, k := range g.states {
		most = max(most, k)
	}
	return most
}
