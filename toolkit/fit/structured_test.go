package fit_test

import (
	"slices"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// ring is a graph of eight features, two of which are by themselves.
var ring = [][2]int{{0, 3}, {3, 5}, {5, 0}, {5, 6}, {1, 2}}

// structuredPairs are those of the documentation whose penalties are no norms of blocks: exact references and
// transformations of the features do not know them.
var structuredPairs = []fit.Linear{
	{Loss: loss.Squared{}, Penalty: prox.Nonnegative(1)},
	{Loss: loss.Squared{}, Penalty: prox.Nonnegative(1), Mu: 0.1},
	{Loss: loss.Squared{}, Penalty: prox.Nonnegative(0)},
	{Loss: loss.Squared{}, Penalty: prox.Nonnegative(0), Mu: 0.1},
	{Loss: loss.Squared{}, Penalty: prox.Bounds{Lower: []float64{-0.4}, Upper: []float64{0.3}}},
	{Loss: loss.Logistic{}, Penalty: prox.Nonnegative(1)},
	{Loss: loss.Logistic{}, Penalty: prox.Bounds{Lambda: 1, Lower: []float64{-0.2}, Upper: []float64{0.1}}, Mu: 0.1},
	{Loss: loss.Multinomial{}, Penalty: prox.Nonnegative(1)},
	{Loss: loss.Squared{}, Penalty: prox.Fused{Lambda: 1, Mix: 0.6}},
	{Loss: loss.Squared{}, Penalty: prox.Fused{Lambda: 1, Mix: 1}},
	{Loss: loss.Squared{}, Penalty: prox.Fused{Lambda: 1, Mix: 1}, Mu: 0.1},
	{Loss: loss.Logistic{}, Penalty: prox.Fused{Lambda: 1, Mix: 0.3}},
	{Loss: loss.Logistic{}, Penalty: prox.Fused{Lambda: 1, Mix: 1}},
	{Loss: loss.Squared{}, Penalty: prox.Slope{Lambda: 1}},
	{Loss: loss.Logistic{}, Penalty: prox.Slope{Lambda: 1}, Mu: 0.1},
	{Loss: loss.Multinomial{}, Penalty: prox.Slope{Lambda: 1}},
	{Loss: loss.Squared{}, Penalty: prox.L1Inf{Lambda: 1}},
	{Loss: loss.Logistic{}, Penalty: prox.L1Inf{Lambda: 1}, Mu: 0.1},
	{Loss: loss.Squared{}, Penalty: prox.GraphFused{Lambda: 1, Mix: 0.5, Edges: ring}},
	{Loss: loss.Squared{}, Penalty: prox.GraphFused{Lambda: 1, Mix: 1, Edges: ring}},
	{Loss: loss.Logistic{}, Penalty: prox.GraphFused{Lambda: 1, Mix: 1, Edges: ring}, Mu: 0.1},
	{Loss: loss.Squared{}, Penalty: prox.TotalVariation{Lambda: 1, Rows: 2, Cols: 4}},
	{Loss: loss.Logistic{}, Penalty: prox.TotalVariation{Lambda: 1, Rows: 2, Cols: 4}},
	{Loss: loss.Squared{}, Penalty: prox.TotalVariation{Lambda: 1, Rows: 2, Cols: 4}, Mu: 0.1},
	{Loss: loss.Squared{}, Penalty: prox.Latent{Lambda: 1, Groups: prox.Groups{{0, 1, 2}, {2, 3, 4}, {4, 5}}}},
	{Loss: loss.Multinomial{}, Penalty: prox.L21{Lambda: 1}},
	{Loss: loss.Multinomial{}, Penalty: prox.MultiTask{Lambda: 1}},
	{Loss: loss.Squared{}, Penalty: prox.Tree{Lambda: 1}},
	{Loss: loss.Logistic{}, Penalty: prox.Tree{Lambda: 1}},
}

// withStructure gives a penalty its weights or groups for d features.
func withStructure(penalty toolkit.Proxable, d int, loss string) toolkit.Proxable {
	var triples, nested prox.Groups
	for j := 0; j+2 < d; j += 3 { // the last features are in no group
		triples = append(triples, []int{j, j + 1, j + 2})
		nested = append(nested, []int{j}, []int{j + 1, j + 2})
	}
	switch g := penalty.(type) {
	case prox.L21:
		if loss == "multinomial" { // of rows, all of which are in one
			g.Groups, g.Weights = prox.Groups{{0, 1, 2}, {3, 4}, {5, 6, 7}}, []float64{1, 2, 1}
		}
		return g
	case prox.Slope:
		if loss == "multinomial" {
			d *= 4 // classes
		}
		g.Weights = prox.Oscar(d, 0.3)
		return g
	case prox.L1Inf:
		g.Groups = triples
		return g
	case prox.Tree:
		g.Groups = slices.Concat(nested, triples)
		return g
	}
	return penalty
}
