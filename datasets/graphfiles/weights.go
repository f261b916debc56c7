package graphfiles

import (
	"context"
	"fmt"

	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/datasets/table"
)

// LoadWeights reads the weights of the graphs with these names: a table in CSV with the columns graph and weight, a row
// for each in any order.
func LoadWeights(ctx context.Context, path string, names []string) ([]float64, error) {
	g := &tables{Graphs: &Graphs{}, graph: map[string]int{}}
	for i, name := range names {
		g.graph[name] = i
	}
	out, seen := make([]float64, len(names)), make([]bool, len(names))
	words := []string{"graph", "weight"}
	err := g.each(ctx, path, words, words, nil, func(r table.Record, at []int, cells []string, _ []float64) error {
		i, known := g.graph[cells[0]]
		v, ok := source.ParseNumber([]byte(cells[1]))
		switch {
		case !known:
			return r.Fault(at[0], "there is no graph %q", cells[0])
		case seen[i]:
			return r.Fault(at[0], "graph %q stands there twice", cells[0])
		case !ok || v < 0:
			return r.Fault(at[1], "a weight of %q: it must be a finite number, and not negative", cells[1])
		}
		out[i], seen[i] = v, true
		return nil
	})
	for i, name := range names {
		if err == nil && !seen[i] {
			err = fmt.Errorf("%s: graph %q has no weight", path, name)
		}
	}
	return out, err
}
