package structures_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit/fit/structures"
)

// TestLabelGraph: all pairs as a graph are all pairs, a pair that is no edge has no weight, and the hinge of a tree of
// many labels is exact: it is that of a graph with the same edges, which branch and bound decodes.
func TestLabelGraph(t *testing.T) {
	t.Parallel()
	data := labelled(40, 4, 7)
	all := [][2]int{{2, 3}, {0, 1}, {1, 3}, {0, 2}, {3, 0}, {2, 1}}
	c := structures.MultiLabel{Mu: 0.05, Tol: 1e-7}
	free, err := c.Fit(t.Context(), data)
	if err != nil {
		t.Fatal(err)
	}
	c.Graph = all
	full, err := c.Fit(t.Context(), data)
	if err != nil || math.Abs(full.Objective-free.Objective) > free.Gap+full.Gap {
		t.Errorf("all pairs: %g, and %g, error %v", full.Objective, free.Objective, err)
	}
	c.Graph = all[:1]
	one, err := c.Fit(t.Context(), data)
	if err != nil || one.Objective < free.Objective-free.Gap {
		t.Errorf("a pair alone: %g, and %g of all, error %v", one.Objective, free.Objective, err)
	}
	for row, v := range one.Pairs {
		if (v != 0) != (row == 5) { // that of labels 2 and 3
			t.Errorf("pair %d has weight %g", row, v)
		}
	}
	many := labelled(30, 24, 3)
	var path [][2]int
	for l := range 23 {
		path = append(path, [2]int{l, l + 1})
	}
	c = structures.MultiLabel{Mu: 0.1, Graph: path, Tol: 1e-3}
	tree, err := c.Fit(t.Context(), many)
	if err != nil || tree.Relaxed || tree.Gap > 2e-3*tree.Objective {
		t.Errorf("a path of labels: relaxed %t, gap %g of %g, error %v", tree.Relaxed, tree.Gap, tree.Objective, err)
	}
	c.Graph = slices.Concat(path, [][2]int{{0, 23}})
	if ring, err := c.Fit(t.Context(), many); err != nil || !ring.Relaxed {
		t.Errorf("a ring of labels is not said to be relaxed, or %v", err)
	}
	for says, edges := range map[string][][2]int{
		"edge 1 of the labels is from 0 to 4": {{0, 4}}, "from 2 to 2": {{2, 2}}, "edges 1 and 2": {{0, 1}, {1, 0}},
	} {
		c := structures.MultiLabel{Mu: 1, Graph: edges}
		if _, err := c.Fit(t.Context(), data); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q is not in: %v", says, err)
		}
	}
}

// TestWeightedGraphs: a graph of weight 2 counts as twice the graph, one of weight 0 as none, for all losses, and gaps
// stay bounds.
func TestWeightedGraphs(t *testing.T) {
	t.Parallel()
	data := stripes()
	twice := structures.Grids{States: 2}
	weights := []float64{2, 1, 0, 1, 2, 0}
	for i, v := range weights {
		for range int(v) {
			twice.Images, twice.Y = append(twice.Images, data.Images[i]), append(twice.Y, data.Y[i])
		}
	}
	for _, loss := range []structures.GraphLoss{
		structures.GraphMargin, structures.GraphLikelihood, structures.GraphPseudo,
	} {
		c := structures.GridCRF{GraphCRF: structures.GraphCRF{Mu: 0.1, Loss: loss, Tol: 1e-3, MaxIter: 500}}
		plain, err := c.Fit(t.Context(), twice)
		if err != nil {
			t.Fatal(err)
		}
		c.Weights = weights
		m, err := c.Fit(t.Context(), data)
		if err != nil || math.Abs(m.Objective-plain.Objective) > m.Gap+plain.Gap+1e-9 {
			t.Errorf("%s: %g with weights, %g with copies, gaps %g and %g, error %v", loss, m.Objective, plain.Objective, m.Gap,
				plain.Gap, err)
		}
	}
	for says, w := range map[string][]float64{
		"2 weights of 6 examples": {1, 1}, "the weight of example 2 is -1": {1, -1, 1, 1, 1, 1},
	} {
		c := structures.GridCRF{GraphCRF: structures.GraphCRF{Mu: 1, Weights: w}}
		if _, err := c.Fit(t.Context(), data); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q is not in: %v", says, err)
		}
	}
}
