// Package graphfiles reads graphs whose nodes have labels: tables of their nodes and edges, and stacks of images.
package graphfiles

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/datasets/table"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// Graphs are those of two tables in CSV. A row of the first is a node: its name in the column node, its label, which
// may be missing, in label, and features, which are numbers, in all others. A row of the second is an edge, with the
// names of its nodes in from and to, and features, if any. Where there are several graphs a column graph of both says
// which one; the nodes of each follow each other.
type Graphs struct {
	Source       source.Source // of the nodes
	Names        []string      // of the graphs; one of "" where there is no column of them
	Nodes        [][]string    // names
	Labels       [][]string    // "" where there is none
	Ends         [][][2]int
	X            linalg.Map // all nodes, as the table has them
	Edges        linalg.Map // all edges, graph by graph; nil where they have no features
	Features     []string
	EdgeFeatures []string
}

// LoadLabels reads names and labels of nodes, whatever other columns there are.
func LoadLabels(ctx context.Context, nodes string) (*Graphs, error) {
	g, err := load(ctx, nodes, false)
	if err != nil {
		return nil, err
	}
	return g.Graphs, nil
}

func load(ctx context.Context, nodes string, features bool) (*tables, error) {
	g := &tables{Graphs: &Graphs{}, nodes: nodes, graph: map[string]int{}}
	to := &g.Features
	if !features {
		to = nil
	}
	err := g.each(ctx, nodes, []string{"graph", "node", "label"}, []string{"node"}, to, g.addNode)
	if err == nil && len(g.Names) == 0 {
		err = fmt.Errorf("%s: there are no nodes", nodes)
	}
	return g, err
}

// Load reads both tables.
func Load(ctx context.Context, nodes, edges string) (*Graphs, error) {
	g, err := load(ctx, nodes, true)
	switch {
	case err != nil:
		return nil, err
	case len(g.Features) == 0:
		return nil, fmt.Errorf("%s: nodes have no features: columns of numbers are due beside node and label", nodes)
	}
	g.X = linalg.NewDense(len(g.x)/len(g.Features), len(g.Features), g.x)
	g.Ends, g.z = make([][][2]int, len(g.Names)), make([][]float64, len(g.Names))
	for range g.Names {
		g.edge = append(g.edge, map[[2]int]bool{})
	}
	err = g.each(ctx, edges, []string{"graph", "from", "to"}, []string{"from", "to"}, &g.EdgeFeatures, g.addEdge)
	if err == nil && len(g.EdgeFeatures) > 0 {
		z := slices.Concat(g.z...)
		g.Edges = linalg.NewDense(len(z)/len(g.EdgeFeatures), len(g.EdgeFeatures), z)
	}
	return g.Graphs, err
}

// tables are graphs about to be read.
type tables struct {
	*Graphs
	nodes string // the file
	graph map[string]int
	node  []map[string]int
	edge  []map[[2]int]bool
	x     []float64
	z     [][]float64 // of the edges of each graph
}

// each reads a table: add gets the cells of the words, "" where there is no such column, and the numbers of features,
// none where nobody asks for their names.
func (g *tables) each(
	ctx context.Context, path string, words, due []string, features *[]string,
	add func(r table.Record, at []int, cells []string, numbers []float64) error,
) error {
	r, err := source.OpenUntil(ctx, path)
	if err != nil {
		return err
	}
	var at, of []int // fields, from 1
	cells, numbers := make([]string, len(words)), []float64(nil)
	err = table.EachRecord(ctx, r, path, func(r table.Record) error {
		var names []string
		if at, of, names, err = columns(r, words, due); features == nil {
			of = nil
		} else {
			*features = names
		}
		return err
	}, func(r table.Record) error {
		for k, field := range at {
			if field > 0 {
				cells[k] = strings.TrimSpace(r.Cells[field-1])
			}
		}
		numbers = numbers[:0]
		for _, field := range of {
			v, ok := source.ParseNumber([]byte(strings.TrimSpace(r.Cells[field-1])))
			if !ok {
				return r.Fault(field, "%q is no finite number", r.Cells[field-1])
			}
			numbers = append(numbers, v)
		}
		return add(r, at, cells, numbers)
	})
	if err == nil && words[1] == "node" {
		var sum string
		if sum, err = r.Sum(); err == nil {
			g.Source = source.Source{Name: path, Kind: source.Unverified, SHA256: sum}
		}
	}
	return errors.Join(err, r.Close())
}

// columns are the fields of a heading that have these words, 0 for none, and the others with their names.
func columns(r table.Record, words, due []string) (at, of []int, names []string, err error) {
	at = make([]int, len(words))
	seen := map[string]bool{}
	for k, cell := range r.Cells {
		name := strings.TrimSpace(strings.TrimPrefix(cell, "\ufeff"))
		if name == "" || seen[name] {
			return nil, nil, nil, r.Fault(k+1, "a column is called %q, which is nothing, or twice there", name)
		}
		seen[name] = true
		if i := slices.Index(words, name); i >= 0 {
			at[i] = k + 1
			continue
		}
		of, names = append(of, k+1), append(names, strings.Clone(name))
	}
	for _, word := range due {
		if !seen[word] {
			return nil, nil, nil, r.Fault(0, "no column is called %s", word)
		}
	}
	return at, of, names, nil
}

func (g *tables) addNode(r table.Record, at []int, cells []string, numbers []float64) error {
	name, node, label := strings.Clone(cells[0]), strings.Clone(cells[1]), strings.Clone(cells[2])
	i, known := g.graph[name]
	if !known {
		i = len(g.Names)
		g.graph[name] = i
		g.Names, g.node = append(g.Names, name), append(g.node, map[string]int{})
		g.Nodes, g.Labels = append(g.Nodes, nil), append(g.Labels, nil)
	}
	_, twice := g.node[i][node]
	switch {
	case i < len(g.Names)-1:
		return r.Fault(at[0], "graph %q was there before others: the nodes of a graph must follow each other", name)
	case node == "":
		return r.Fault(at[1], "the node has no name")
	case twice:
		return r.Fault(at[1], "node %q%s stands there twice", node, of(name))
	}
	g.node[i][node] = len(g.Nodes[i])
	g.Nodes[i], g.Labels[i] = append(g.Nodes[i], node), append(g.Labels[i], label)
	g.x = append(g.x, numbers...)
	return nil
}

func (g *tables) addEdge(r table.Record, at []int, cells []string, numbers []float64) error {
	i, known := g.graph[cells[0]]
	if !known {
		return r.Fault(max(at[0], 1), "there is no graph %q in %s", cells[0], g.nodes)
	}
	var ends [2]int
	for k, node := range cells[1:] {
		if ends[k], known = g.node[i][node]; !known {
			return r.Fault(at[k+1], "there is no node %q%s in %s", node, of(cells[0]), g.nodes)
		}
	}
	switch {
	case ends[0] == ends[1]:
		return r.Fault(at[2], "the edge is a loop at node %q", cells[1])
	case g.edge[i][ends]:
		return r.Fault(at[1], "the edge from %q to %q%s stands there twice", cells[1], cells[2], of(cells[0]))
	}
	g.edge[i][ends] = true
	g.Ends[i], g.z[i] = append(g.Ends[i], ends), append(g.z[i], numbers...)
	return nil
}

// of names a graph, where graphs have names.
func of(graph string) string {
	if graph == "" {
		return ""
	}
	return fmt.Sprintf(" of graph %q", graph)
}

// Same tells whether the nodes are those of others, one by one.
func (g *Graphs) Same(other *Graphs) error {
	for i, name := range g.Names {
		if i >= len(other.Names) || other.Names[i] != name || !slices.Equal(g.Nodes[i], other.Nodes[i]) {
			return fmt.Errorf("graph %d, %q, has other nodes in the other file, or is not there", i+1, name)
		}
	}
	if len(other.Names) > len(g.Names) {
		return errors.New("the other file has more graphs")
	}
	return nil
}
