package model_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/model/grid"
)

var graphModel = fields{
	{"format", `"proxlab graph model"`}, {"version", "1"},
	{"arrays", "[" + array("weights", "float64", 2*3) + "," + array("pairs", "float64", 2*9) + "]"},
	{"states", "3"}, {"features", "2"}, {"edge_features", "2"}, {"directed", "true"}, {"grid", "4"},
	{"directions", "true"}, {"intercept", "false"}, {"names", `["a","b","c"]`}, {"columns", "null"},
	{"edge_columns", "null"}, {"loss", `"hinge"`}, {"mu", "0.1"}, {"relaxed", "false"}, {"slack", "0"},
	{"objective", "0.5"}, {"gap", "1e-9"}, {"iterations", "3"}, {"examples", "30"}, {"nanoseconds", "17"},
	{"status", `"converged"`},
}

var graphWeights = "\n" + strings.Repeat("\x00", 8*(2*3+2*9))

func useGraph(t testing.TB, text string) error {
	t.Helper()
	m, err := model.LoadGraph(strings.NewReader(text))
	if err != nil {
		return err
	}
	if m.Grid == 4 && m.EdgeFeatures == 2 {
		image := grid.Image{Rows: 2, Columns: 3, X: linalg.NewDense(6, m.Features, nil)}
		found, err := grid.Predict(t.Context(), m, []grid.Image{image}, 0)
		if err != nil || len(found) != 1 || len(found[0].Y) != 6 {
			t.Fatalf("a model that was loaded does not label: %v, %v", found, err)
		}
	}
	return m.Save(&bytes.Buffer{})
}

func TestHostileGraphModels(t *testing.T) {
	t.Parallel()
	use := wellSealed(useGraph)
	alike := graphModel.with("edge_features", "0", "directed", "false", "grid", "0", "loss", `"likelihood"`,
		"arrays", "["+array("weights", "float64", 6)+","+array("pairs", "float64", 6)+"]")
	if err := use(t, graphModel.String()+graphWeights); err != nil {
		t.Error(err)
	}
	if err := use(t, alike.String()+graphWeights[:1+8*12]); err != nil {
		t.Error(err)
	}
	mutate(t, graphModel, graphWeights, "objective,gap,names,columns,edge_columns", "", use)
	for name, values := range map[string][]string{
		"version": {"0", "2"}, "loss": {`"squared"`}, "states": {"1", "-1", "5000"}, "grid": {"3", "-4"}, "features": {"0"},
		"edge_features": {"-1"}, "mu": {"-1"}, "slack": {"-1"}, "iterations": {"-1"}, "examples": {"-1"},
		"nanoseconds": {"-1"}, "status": {`"done"`}, "names": {`["a"]`}, "columns": {`["a"]`},
	} {
		for _, v := range values {
			says := strings.TrimSuffix(name, "s")
			if name == "edge_features" || name == "states" {
				says = ""
			}
			refuse(t, name+" "+v, graphModel.with(name, v).String()+graphWeights, says, use)
		}
	}
	refuse(t, "other pairs", graphModel.with("directed", "false").String()+graphWeights, "pairs", use)
	refuse(t, "half a file", graphModel.String()[:200], "graph model", use)
	refuse(t, "another kind", multiLabel.String(), "graph model", useGraph)
}

// TestGraphInputs: what does not go with a model, or with itself, is named.
func TestGraphInputs(t *testing.T) {
	t.Parallel()
	m := &model.Graph{
		States: 2, Features: 1, Loss: "hinge", Weights: linalg.NewDense(1, 2, nil), Pairs: linalg.NewDense(1, 3, nil),
	}
	x := linalg.NewDense(2, 1, nil)
	ends := [][][2]int{{{0, 1}}}
	for words, in := range map[string]model.GraphInputs{
		"graph 1: edge 1 goes to node 3: there are 2":  {X: x, Nodes: []int{2}, Ends: [][][2]int{{{0, 2}}}},
		"graph 1: edge 1 is a loop at node 2":          {X: x, Nodes: []int{2}, Ends: [][][2]int{{{1, 1}}}},
		"features of nodes are 2 × 1, and there are 3": {X: x, Nodes: []int{3}, Ends: ends},
		"nodes of 1 graphs, and edges of 0":            {X: x, Nodes: []int{2}},
		"no features of nodes":                         {Nodes: []int{2}, Ends: ends},
		"edges have features":                          {X: x, Edges: x, Nodes: []int{2}, Ends: ends},
		"nodes have 3 features":                        {X: linalg.NewDense(2, 3, nil), Nodes: []int{2}, Ends: ends},
		"graph 1 has no nodes":                         {X: x, Nodes: []int{0}, Ends: ends},
	} {
		if _, err := m.Predict(t.Context(), in, 0); err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("%q is not in: %v", words, err)
		}
	}
	if _, err := grid.Predict(t.Context(), m, nil, 0); err == nil || !strings.Contains(err.Error(), "not from grids") {
		t.Errorf("a model of graphs takes images: %v", err)
	}
	m.Grid = 4
	for words, images := range map[string][]grid.Image{
		"there are no images":                           nil,
		"image 1 is 2 × 2, and has features of 2 cells": {{Rows: 2, Columns: 2, X: x}},
		"image 2 has 2 features of a cell, and image 1": {
			{Rows: 2, Columns: 1, X: x}, {Rows: 1, Columns: 1, X: linalg.NewDense(1, 2, nil)},
		},
		"image 1 is 0 × 2": {{Columns: 2, X: x}},
	} {
		if _, err := grid.Predict(t.Context(), m, images, 0); err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("%q is not in: %v", words, err)
		}
	}
}
