package model

import (
	"context"
	"errors"
	"fmt"
	"math"
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
	States       int           `json:"states"`
	Features     int           `json:"features"`
	EdgeFeatures int           `json:"edge_features"` // 0 where all edges are alike
	Directed     bool          `json:"directed"`      // v_xy is another than v_yx
	Grid         int           `json:"grid"`          // neighbours of a cell, 4 or 8, of a model of grids; else 0
	Directions   bool          `json:"directions"`    // of a grid: edges of another direction have other weights
	Weights      *linalg.Dense `json:"-"`             // features × states, the w
	Pairs        *linalg.Dense `json:"-"`             // edge features, or 1, × pairs of states: see factor.Examples
	Loss         string        `json:"loss"`          // "hinge", "likelihood" or "pseudo-likelihood"
	Mu           float64       `json:"mu"`
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
}

// GraphInputs are graphs to be labelled: Nodes counts the nodes of each, Ends are the edges between these, and the rows
// of X and Edges are the features of all nodes, and of all edges, in order; Edges is nil where they have none.
type GraphInputs struct {
	X, Edges linalg.Map
	Nodes    []int
	Ends     [][][2]int
}

// Predict labels every graph, and says of each labelling what no other exceeds. Messages are followed by a search of so
// many nodes, where they leave a gap; 0 for 100.
func (m *Graph) Predict(ctx context.Context, in GraphInputs, nodes int) ([]*factor.Result, error) {
	if err := m.check(); err != nil {
		return nil, fmt.Errorf("the graph model is not whole: %w", err)
	}
	if len(in.Nodes) != len(in.Ends) {
		return nil, fmt.Errorf("there are nodes of %d graphs, and edges of %d", len(in.Nodes), len(in.Ends))
	}
	of := make([]factor.Labelled, len(in.Nodes))
	for i, n := range in.Nodes {
		of[i] = factor.Labelled{Y: make([]int, max(0, n)), Ends: in.Ends[i]}
	}
	data, err := factor.NewExamples(m.States, of, m.EdgeFeatures == 0, m.Directed)
	if err != nil {
		return nil, err
	}
	p, nodeWeights, pairWeights, err := GraphParams(data, in.X, in.Edges)
	if err != nil {
		return nil, err
	}
	if n, e := nodeWeights.Coefficients().R, pairWeights.Coefficients().R; n != m.Features || e != m.Pairs.R {
		return nil, fmt.Errorf("nodes have %d features and edges %d; the model was learned from %d and %d", n, e, m.Features,
			m.Pairs.R)
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
	if nodes == 0 {
		nodes = 100
	}
	results := make([]*factor.Result, len(of))
	for i := range results {
		r, err := factor.BranchAndBound{Nodes: nodes}.Decode(ctx, data.Scored(i, p))
		if err != nil {
			return nil, fmt.Errorf("graph %d: %w", i+1, err)
		}
		results[i] = r
	}
	return results, nil
}

// GraphParams are weights of the features of graphs, those of nodes first.
func GraphParams(
	data *factor.Examples, x, edges linalg.Map,
) (p *params.Model, nodes, pairs *params.Explicit, err error) {
	if data.Alike != (edges == nil) {
		return nil, nil, nil, errors.New("edges have features in the model and none in the data, or the other way round")
	}
	if data.Alike {
		edges = linalg.Identity(1)
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
		m.EdgeFeatures > math.MaxInt32 {
		return fmt.Errorf("it has %d states, %d features and %d of edges", m.States, m.Features, m.EdgeFeatures)
	}
	switch m.Loss {
	case "hinge", "likelihood", "pseudo-likelihood":
	default:
		return fmt.Errorf("its loss %.60q is none of graphs", m.Loss)
	}
	if m.Grid != 0 && m.Grid != 4 && m.Grid != 8 {
		return fmt.Errorf("its grid has %d neighbours of a cell, and not 4 or 8", m.Grid)
	}
	columns := m.States * m.States
	if !m.Directed {
		columns = m.States * (m.States + 1) / 2
	}
	return errors.Join(
		checkArray("weights", m.Weights, m.Features, m.States),
		checkArray("pairs", m.Pairs, max(1, m.EdgeFeatures), columns),
		notNegative([]string{"mu", "iterations", "examples", "slack", "nanoseconds"},
			[]float64{m.Mu, float64(m.Iterations), float64(m.Examples), m.Slack, float64(m.Elapsed)}),
		checkEnd(m.Status, m.Gap),
	)
}
