package factor

import (
	"fmt"

	"github.com/proxlab/proxlab/toolkit"
)

// The families of parts of labelled graphs.
const (
	Nodes = 0 // rows are the nodes of all examples in order, columns states
	Pairs = 1 // rows are edges, columns pairs of states: see Examples.Columns
)

// Labelled is one graph, all of whose nodes have as many states, with labels Y of its nodes and edges between them.
type Labelled struct {
	Y    []int
	Ends [][2]int
}

// Examples are labelled graphs. Make them by NewExamples, which checks them. A labelling y of example i scores
//
//	⟨θ, φ(x_i,y)⟩ = Σ_s ⟨θ_{y_s}, φ(x_is)⟩ + Σ_{e=(a,b)} ⟨θ'_{y_a y_b}, φ'(x_ie)⟩.
type Examples struct {
	States int
	Of     []Labelled
	// Alike says that edges have no features of their own: all of them are row 0 of the Pairs.
	Alike bool
	// Directed tells θ'_{xy} from θ'_{yx}; else there is one column for both.
	Directed bool

	firstNode, firstEdge []int
	column               []int // of the Pairs, of x·States + y
}

// NewExamples checks labels and edges.
func NewExamples(states int, of []Labelled, alike, directed bool) (*Examples, error) {
	if states < 2 {
		return nil, fmt.Errorf("k = %d states: there must be 2 at least", states)
	}
	if len(of) == 0 {
		return nil, fmt.Errorf("there are no graphs")
	}
	d := &Examples{States: states, Of: of, Alike: alike, Directed: directed, column: make([]int, states*states)}
	nodes, edges := 0, 0
	for i, g := range of {
		if len(g.Y) == 0 {
			return nil, fmt.Errorf("graph %d has no nodes", i+1)
		}
		for s, y := range g.Y {
			if y < 0 || y >= states {
				return nil, fmt.Errorf("graph %d: node %d has label %d; labels are 0 to %d", i+1, s+1, y, states-1)
			}
		}
		for e, ends := range g.Ends {
			for _, s := range ends {
				if s < 0 || s >= len(g.Y) {
					return nil, fmt.Errorf("graph %d: edge %d goes to node %d: there are %d", i+1, e+1, s+1, len(g.Y))
				}
			}
			if ends[0] == ends[1] {
				return nil, fmt.Errorf("graph %d: edge %d is a loop at node %d", i+1, e+1, ends[0]+1)
			}
		}
		d.firstNode, d.firstEdge = append(d.firstNode, nodes), append(d.firstEdge, edges)
		nodes, edges = nodes+len(g.Y), edges+len(g.Ends)
	}
	d.firstNode, d.firstEdge = append(d.firstNode, nodes), append(d.firstEdge, edges)
	for x := range states {
		for y := range states {
			if d.column[x*states+y] = x*states + y; !directed {
				low, high := min(x, y), max(x, y)
				d.column[x*states+y] = high*(high+1)/2 + low
			}
		}
	}
	return d, nil
}

// Rows are how many rows there are of a family.
func (d *Examples) Rows(family int) int {
	switch {
	case family == Nodes:
		return d.firstNode[len(d.Of)]
	case d.Alike:
		return 1
	}
	return d.firstEdge[len(d.Of)]
}

// Columns are how many columns there are of a family: of Pairs States², x·States + y, or where they are not Directed
// those of x ≥ y, x(x + 1)/2 + y.
func (d *Examples) Columns(family int) int {
	switch {
	case family == Nodes:
		return d.States
	case d.Directed:
		return d.States * d.States
	}
	return d.States * (d.States + 1) / 2
}

func (d *Examples) edgeRow(i, e int) int {
	if d.Alike {
		return 0
	}
	return d.firstEdge[i] + e
}

// graph is that of example i, with scores of 0.
func (d *Examples) graph(i int) *Graph {
	of := &d.Of[i]
	states := make([]int, len(of.Y))
	for s := range states {
		states[s] = d.States
	}
	g, err := New(states)
	for e := 0; err == nil && e < len(of.Ends); e++ {
		err = g.Table(of.Ends[e][0], of.Ends[e][1], make([]float64, d.States*d.States))
	}
	if err != nil {
		panic(err.Error()) // NewExamples would have said so
	}
	return g
}

// Scored is the graph of example i with a model's scores.
func (d *Examples) Scored(i int, p toolkit.Params) *Graph {
	g := d.graph(i)
	d.score(g, i, p)
	return g
}

// score writes the scores of example i by a model to a graph that graph made.
func (d *Examples) score(g *Graph, i int, p toolkit.Params) {
	for s := range d.Of[i].Y {
		clear(g.Node(s))
		p.Scores(g.Node(s), Nodes, d.firstNode[i]+s)
	}
	pairs := make([]float64, d.Columns(Pairs))
	for e := range d.Of[i].Ends {
		if e == 0 || !d.Alike {
			clear(pairs)
			p.Scores(pairs, Pairs, d.edgeRow(i, e))
		}
		w := g.Edge(e)
		for k, c := range d.column {
			w[k] = pairs[c]
		}
	}
}

// difference is φ of a point − φ(x_i,y_i).
func (d *Examples) difference(u *toolkit.Update, i int, f *Fraction) {
	const negligible = 1e-14
	u.Reset()
	of := &d.Of[i]
	add := func(family, row, column int, v float64) {
		if v > negligible || v < -negligible || v != v {
			u.Add(family, row, column, v)
		}
	}
	for s, p := range f.Node {
		for x, v := range p {
			add(Nodes, d.firstNode[i]+s, x, v-float64(boolInt(x == of.Y[s])))
		}
	}
	for e, q := range f.Edge {
		truth := of.Y[of.Ends[e][0]]*d.States + of.Y[of.Ends[e][1]]
		for k, v := range q {
			add(Pairs, d.edgeRow(i, e), d.column[k], v-float64(boolInt(k == truth)))
		}
	}
}

// between is φ(x_i,y) − φ(x_i,y_i).
func (d *Examples) between(u *toolkit.Update, i int, y []int) {
	u.Reset()
	of := &d.Of[i]
	for s, x := range of.Y {
		if y[s] != x {
			u.Add(Nodes, d.firstNode[i]+s, y[s], 1)
			u.Add(Nodes, d.firstNode[i]+s, x, -1)
		}
	}
	for e, ends := range of.Ends {
		mine, truth := y[ends[0]]*d.States+y[ends[1]], of.Y[ends[0]]*d.States+of.Y[ends[1]]
		if d.column[mine] != d.column[truth] {
			u.Add(Pairs, d.edgeRow(i, e), d.column[mine], 1)
			u.Add(Pairs, d.edgeRow(i, e), d.column[truth], -1)
		}
	}
}

// boolInt is 1 for true.
func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}
