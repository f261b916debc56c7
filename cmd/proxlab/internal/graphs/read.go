package graphs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/datasets/generate"
	"github.com/proxlab/proxlab/datasets/graphfiles"
	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/internal/plain"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/model/grid"
	"github.com/spf13/cobra"
)

// The drawn pictures, and how many there are to learn from and to be labelled.
const (
	snakeSet    = "@snakes"
	snakeTest   = snakeSet + ":test"
	trainSnakes = 60
	testSnakes  = 30
)

// files are what graphs are read from: a table of nodes, or images, and what is beside.
type files struct{ edges, labels string }

// flags are those of the files beside.
func (f *files) flags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.edges, "edges", "", "the table of edges, of a table of nodes")
	cmd.Flags().StringVar(&f.labels, "labels", "", "the labels of images, a .npy file")
}

// inputs are what is read, for the check that it is not written over.
func (f *files) inputs(names ...string) (out []ui.Input) {
	for _, n := range append(names, f.edges, f.labels) {
		if n != "" && !strings.HasPrefix(n, snakeSet) {
			out = append(out, ui.Input{Flag: n, Name: n})
		}
	}
	return out
}

// orSnakes is the file that is named, or the drawn pictures, of which is said that they are.
func orSnakes(cmd *cobra.Command, args []string, at int, name string) string {
	if len(args) > at {
		return args[at]
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "note: no file is named: this is %s, of drawn pictures\n", name)
	return name
}

// set are graphs, or images, with the labels that are known.
type set struct {
	*graphfiles.Graphs
	images *graphfiles.Stack // nil for tables
}

// load reads what a name stands for.
func (f *files) load(ctx context.Context, name string) (*set, error) {
	images := filepath.Ext(name) == ".npy"
	switch {
	case strings.HasPrefix(name, "@"):
		return snakes(name)
	case images && f.edges != "":
		return nil, ui.Usage(errors.New("--edges are those of a table of nodes: cells of images have their neighbours"))
	case !images && f.labels != "":
		return nil, ui.Usage(errors.New("--labels are those of images: a table of nodes has a column label"))
	case !images && f.edges == "":
		return nil, ui.Usage(errors.New("--edges FILE is needed: the table of edges"))
	case images:
		return f.loadImages(ctx, name)
	}
	g, err := graphfiles.Load(ctx, name, f.edges)
	return &set{Graphs: g}, err
}

func (f *files) loadImages(ctx context.Context, name string) (*set, error) {
	images, err := graphfiles.LoadStack(ctx, name)
	if err != nil {
		return nil, err
	}
	s := &set{&graphfiles.Graphs{Source: images.Source}, images}
	var labels *graphfiles.Stack
	if f.labels != "" {
		if labels, err = graphfiles.LoadStack(ctx, f.labels); err == nil {
			err = images.CheckSize(labels, f.labels)
		}
		if err != nil {
			return nil, err
		}
	}
	for i := range images.Images {
		words := make([]string, images.Cells())
		for k := 0; k < len(words) && labels != nil; k++ {
			words[k] = strconv.FormatFloat(labels.Of(i)[k], 'g', -1, 64)
		}
		s.Labels = append(s.Labels, words)
	}
	return s, nil
}

// snakes are drawn pictures as graphs.
func snakes(name string) (*set, error) {
	count, seed := trainSnakes, uint64(1)
	switch name {
	case snakeSet:
	case snakeTest:
		count, seed = testSnakes, 2
	default:
		return nil, ui.Usage(fmt.Errorf("%s: there are %s and %s", plain.Text(name), snakeSet, snakeTest))
	}
	g := &graphfiles.Graphs{Source: source.Source{Name: name, Kind: source.Synthetic}}
	pictures := generate.Snakes(count, seed)
	g.X, g.Edges, g.Ends = generate.SnakeGraphs(pictures)
	for i, p := range pictures {
		var nodes, labels []string
		for k, y := range p.Y {
			nodes = append(nodes, fmt.Sprintf("r%dc%d", 1+k/p.Columns, 1+k%p.Columns))
			labels = append(labels, strconv.Itoa(y))
		}
		g.Names, g.Nodes, g.Labels = append(g.Names, fmt.Sprint(i+1)), append(g.Nodes, nodes), append(g.Labels, labels)
	}
	return &set{Graphs: g}, nil
}

// grids are the images as a model of grids takes them.
func (s *set) grids() []grid.Image {
	out := make([]grid.Image, s.images.Images)
	for i := range out {
		x := linalg.NewDense(s.images.Cells(), s.images.Features, s.images.Of(i))
		out[i] = grid.Image{Rows: s.images.Rows, Columns: s.images.Columns, X: x}
	}
	return out
}

// names are those of the graphs, or the numbers of the images.
func (s *set) names() []string {
	if s.images == nil {
		return s.Names
	}
	out := make([]string, s.images.Images)
	for i := range out {
		out[i] = strconv.Itoa(i + 1)
	}
	return out
}

// sized says how large the set is.
func (s *set) sized(name string) string {
	nodes, edges := 0, 0
	for i, labels := range s.Labels {
		nodes += len(labels)
		if s.images == nil {
			edges += len(s.Ends[i])
		}
	}
	if s.images != nil {
		return fmt.Sprintf("%s: %d images of %d × %d cells", plain.Text(name), s.images.Images, s.images.Rows,
			s.images.Columns)
	}
	return fmt.Sprintf("%s: %d graphs, %d nodes, %d edges", plain.Text(name), len(s.Labels), nodes, edges)
}

// unlabelled is the first graph, and its node, without a label.
func (s *set) unlabelled() (graph, node int, found bool) {
	for i, labels := range s.Labels {
		if at := slices.Index(labels, ""); at >= 0 {
			return i, at, true
		}
	}
	return 0, 0, false
}

// states are the labels, each once: ascending, as numbers where they are some.
func (s *set) states() []string {
	out := slices.DeleteFunc(slices.Concat(s.Labels...), func(label string) bool { return label == "" })
	slices.SortFunc(out, func(a, b string) int {
		x, e1 := strconv.ParseFloat(a, 64)
		y, e2 := strconv.ParseFloat(b, 64)
		if e1 == nil && e2 == nil {
			return cmp.Or(cmp.Compare(x, y), cmp.Compare(a, b))
		}
		return cmp.Or(cmp.Compare(btoi(e1 != nil), btoi(e2 != nil)), cmp.Compare(a, b))
	})
	return slices.Compact(out)
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}
