package model

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/structured/factor"
)

// Graph gives every node of a graph one of some states: the labelling y of largest score
//
//	Σ_s ⟨w_{y_s}, x_s⟩ + Σ_{e=(a,b)} ⟨v_{y_a y_b}, z_e⟩,
//
// with features x of nodes, and z of edges, which are 1 where all edges are alike.
type Graph struct {
	States       int  `json:"states"`
	Features     int  `json:"features"`
	EdgeFeatures int  `json:"edge_features"` // 0 where all edges are alike
	Directed     bool `json:"directed"`      // v_xy is another than v_yx
	Grid         int  `json:"grid"`          // neighbours of a cell, 4 or 8, of a model of grids; else 0
	Directions   bool `json:"directions"`    // of a grid: edges of another direction have other weights
	Intercept    bool `json:"intercept"`     // weights have a row more, of a feature that is 1

	// Hidden is how many of the states, the last ones, are those of hidden nodes, which have no others.
	Hidden int `json:"hidden,omitempty" model:"optional"`

	Weights *linalg.Dense `json:"-"` // features × states, the w
	Pairs   *linalg.Dense `json:"-"` // edge features, or 1, × pairs of states: see factor.Examples

	Names       []string `json:"names" model:"nullable"`        // of the states; nil for none
	Columns     []string `json:"columns" model:"nullable"`      // names of the features; nil for none
	EdgeColumns []string `json:"edge_columns" model:"nullable"` // of those of edges

	Loss string  `json:"loss"` // "hinge", "likelihood" or "pseudo-likelihood"
	Mu   float64 `json:"mu"`
	// Relaxed says that objective and gap are those of a relaxed loss, which is never less than the exact one: of the
	// linear program, or of tree-reweighted sums. Otherwise they are those of the loss over all labellings.
	Relaxed    bool          `json:"relaxed"`
	Iterations int           `json:"iterations"` // passes, or steps
	Examples   int           `json:"examples"`   // that were looked at
	Slack      float64       `json:"slack"`      // what of objective and gap decoders left: see toolkit.Bounded
	Objective  float64       `json:"-"`          // what P is at most, and what bounds P − P*; NaN where they are not known
	Gap        float64       `json:"-"`
	Elapsed    time.Duration `json:"-"`
	Status     solver.Status `json:"-"`

	Made map[string]string `json:"made,omitempty" model:"optional"` // where it comes from
}

// GraphInputs are graphs to be labelled: Nodes counts the nodes of each, Ends are the edges between these, and the rows
// of X and Edges are the features of all nodes, and of all edges, in order; Edges is nil where they have none. Hidden
// tells which nodes have the hidden states of the model alone; nil for none.
type GraphInputs struct {
	X, Edges linalg.Map
	Nodes    []int
	Ends     [][][2]int
	Hidden   [][]bool
}

// forbid leaves hidden nodes of graph i their states, and others theirs.
func (m *Graph) forbid(g *factor.Graph, in GraphInputs, i int) {
	for s := 0; s < in.Nodes[i] && m.Hidden > 0; s++ {
		w := g.Node(s)
		if others := w[m.States-m.Hidden:]; in.Hidden == nil || !in.Hidden[i][s] {
			w = others
		} else {
			w = w[:m.States-m.Hidden]
		}
		for x := range w {
			w[x] = math.Inf(-1)
		}
	}
}

// checkHidden tells whether hidden nodes are told of all nodes, by a model that has states for them.
func (m *Graph) checkHidden(in GraphInputs) error {
	switch {
	case in.Hidden == nil:
		return nil
	case m.Hidden == 0:
		return errors.New("there are hidden nodes, and the model has no states for them")
	case len(in.Hidden) != len(in.Nodes):
		return fmt.Errorf("there are %d graphs, and hidden nodes of %d", len(in.Nodes), len(in.Hidden))
	}
	for i, n := range in.Nodes {
		if len(in.Hidden[i]) != n {
			return fmt.Errorf("graph %d has %d nodes, and it is told of %d whether they are hidden", i+1, n, len(in.Hidden[i]))
		}
	}
	return nil
}

// Predict labels every graph, and says of each labelling what no other exceeds. Messages are followed by a search of so
// many nodes, where they leave a gap; 0 for 100.
func (m *Graph) Predict(ctx context.Context, in GraphInputs, nodes int) ([]*factor.Result, error) {
	results := make([]*factor.Result, 0, len(in.Nodes))
	err := m.each(in, func(g *factor.Graph) error {
		r, err := factor.BranchAndBound{Nodes: cmp.Or(nodes, 100)}.Decode(ctx, g)
		results = append(results, r)
		return err
	})
	if err != nil {
		return nil, err
	}
	return results, nil
}

// Margins are of every node of the graphs by how much all labellings that give it another state score less than those
// of Predict, at least; 0 where that is not certain: see factor.TRWS.
func (m *Graph) Margins(ctx context.Context, in GraphInputs, found []*factor.Result) ([][]float64, error) {
	out := make([][]float64, 0, len(found))
	err := m.each(in, func(g *factor.Graph) error {
		margins, err := factor.TRWS{}.Margins(ctx, g, found[len(out)].Y)
		out = append(out, margins)
		return err
	})
	return out, err
}

// each does something with every graph and its scores.
func (m *Graph) each(in GraphInputs, do func(*factor.Graph) error) error {
	if err := m.check(); err != nil {
		return fmt.Errorf("the graph model is not whole: %w", err)
	}
	if len(in.Nodes) != len(in.Ends) {
		return fmt.Errorf("there are nodes of %d graphs, and edges of %d", len(in.Nodes), len(in.Ends))
	}
	if err := m.checkHidden(in); err != nil {
		return err
	}
	of := make([]factor.Labelled, len(in.Nodes))
	for i, n := range in.Nodes {
		of[i] = factor.Labelled{Y: make([]int, max(0, n)), Ends: in.Ends[i]}
	}
	data, err := factor.NewExamples(m.States, of, m.EdgeFeatures == 0, m.Directed)
	if err != nil {
		return err
	}
	p, nodeWeights, pairWeights, err := GraphParams(data, in.X, in.Edges, m.Intercept)
	if err != nil {
		return err
	}
	if n, e := nodeWeights.Coefficients().R, pairWeights.Coefficients().R; n != m.Weights.R || e != m.Pairs.R {
		return fmt.Errorf("nodes have %d features and edges %d; the model was learned from %d and %d",
			n-m.Weights.R+m.Features, e, m.Features, m.Pairs.R)
	}
	w, _ := p.Vector()
	for _, of := range []*linalg.Dense{m.Weights, m.Pairs} { // column by column
		for c := range of.C {
			for j := range of.R {
				w[c*of.R+j] = of.At(j, c)
			}
		}
		w = w[len(of.Data):]
	}
	p.Refresh()
	for i := range of {
		g := data.Scored(i, p)
		m.forbid(g, in, i)
		if err := do(g); err != nil {
			return fmt.Errorf("graph %d: %w", i+1, err)
		}
	}
	return nil
}

// GraphParams are weights of the features of graphs, those of nodes first, with one more that is 1 for an intercept.
func GraphParams(
	data *factor.Examples, x, edges linalg.Map, intercept bool,
) (p *params.Model, nodes, pairs *params.Explicit, err error) {
	if data.Alike != (edges == nil) {
		return nil, nil, nil, errors.New("edges have features in the model and none in the data, or the other way round")
	}
	if data.Alike {
		edges = linalg.Identity(1)
	}
	if intercept && x != nil {
		n, _ := x.Dims()
		x = linalg.AppendColumns(x, linalg.NewDense(1, n, slices.Repeat([]float64{1}, n)))
	}
	of := [2]linalg.Map{x, edges}
	var blocks [2]*params.Explicit
	for family, what := range []string{"node", "edge"} {
		if of[family] == nil {
			return nil, nil, nil, fmt.Errorf("there are no features of %ss", what)
		}
		rows, ok := of[family].(linalg.Rows)
		if !ok {
			rows = linalg.ToCSR(of[family])
		}
		n, d := rows.Dims()
		if want := data.Rows(family); n != want || d == 0 {
			return nil, nil, nil, fmt.Errorf("the features of %ss are %d × %d, and there are %d %ss", what, n, d, want, what)
		}
		if entries, ok := rows.(linalg.Entries); ok {
			if i, j, v, found := linalg.NotFinite(entries); found {
				return nil, nil, nil, fmt.Errorf("feature %d of %s %d is %g", j+1, what, i+1, v)
			}
		}
		blocks[family] = params.NewExplicit(family, rows, data.Columns(family))
	}
	return params.NewModel([]params.Block{blocks[0], blocks[1]}), blocks[0], blocks[1], nil
}

// check tests that the shapes go together, and that numbers are.
func (m *Graph) check() error {
	const most = 1 << 12 // states, whose pairs are weights
	if m.States < 2 || m.States > most || m.Features < 1 || m.Features > math.MaxInt32 || m.EdgeFeatures < 0 ||
		m.EdgeFeatures > math.MaxInt32 || m.Hidden < 0 || m.Hidden > m.States-2 {
		return fmt.Errorf("it has %d states, %d of them hidden, %d features and %d of edges", m.States, m.Hidden, m.Features,
			m.EdgeFeatures)
	}
	switch m.Loss {
	case "hinge", "likelihood", "pseudo-likelihood":
	default:
		return fmt.Errorf("its loss %.60q is none of graphs", m.Loss)
	}
	if m.Grid != 0 && m.Grid != 4 && m.Grid != 8 {
		return fmt.Errorf("its grid has %d neighbours of a cell, and not 4 or 8", m.Grid)
	}
	for what, n := range map[string][2]int{
		"names": {len(m.Names), m.States}, "columns": {len(m.Columns), m.Features},
		"edge_columns": {len(m.EdgeColumns), m.EdgeFeatures},
	} {
		if n[0] != 0 && n[0] != n[1] {
			return fmt.Errorf("it has %d entries of %s, and not %d", n[0], what, n[1])
		}
	}
	columns, rows := m.States*m.States, m.Features
	if !m.Directed {
		columns = m.States * (m.States + 1) / 2
	}
	if m.Intercept {
		rows++
	}
	return errors.Join(
		checkArray("weights", m.Weights, rows, m.States),
		checkArray("pairs", m.Pairs, max(1, m.EdgeFeatures), columns),
		notNegative([]string{"mu", "iterations", "examples", "slack", "nanoseconds"},
			[]float64{m.Mu, float64(m.Iterations), float64(m.Examples), m.Slack, float64(m.Elapsed)}),
		checkEnd(m.Status, m.Gap),
	)
}
