package graphfiles

import (
	"context"
	"slices"

	"github.com/proxlab/proxlab/datasets/table"
)

// LoadPairs reads edges between names: a table in CSV with the columns from and to, a row for each. An edge is that of
// the places of two names; one that stands there twice, in either direction, or leads from a name to itself, is an
// error.
func LoadPairs(ctx context.Context, path string, names []string) (edges [][2]int, err error) {
	g := &tables{Graphs: &Graphs{}, graph: map[string]int{}}
	words := []string{"from", "to"}
	err = g.each(ctx, path, words, words, nil, func(r table.Record, at []int, cells []string, _ []float64) error {
		var e [2]int
		for k := range e {
			if e[k] = slices.Index(names, cells[k]); e[k] < 0 {
				return r.Fault(at[k], "there is no %q", cells[k])
			}
		}
		e = [2]int{min(e[0], e[1]), max(e[0], e[1])}
		switch {
		case e[0] == e[1]:
			return r.Fault(at[1], "an edge from %q to itself", cells[0])
		case slices.Contains(edges, e):
			return r.Fault(at[0], "the edge of %q and %q stands there twice", cells[0], cells[1])
		}
		edges = append(edges, e)
		return nil
	})
	return edges, err
}
