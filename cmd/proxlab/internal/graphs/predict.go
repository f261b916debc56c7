package graphs

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/learning"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/models"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/datasets/array"
	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/internal/plain"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/model/grid"
	"github.com/proxlab/proxlab/toolkit/structured/factor"
	"github.com/spf13/cobra"
)

// predictFlags are the flags of the command as they are given.
type predictFlags struct {
	files
	out, figure  string
	nodes, image int
}

func newPredict() *cobra.Command {
	var f predictFlags
	cmd := &cobra.Command{
		Use:   "predict MODEL [FILE] [-o OUT]",
		Short: "Label nodes, say how sure that is, and score labels where the file has some",
		Long: "Label the nodes of graphs, or the cells of images, with a model of proxlab graph train. What is written are " +
			"nodes with their labels and margins, and the score and the bound of their graph; or, of images, a .npy file of " +
			"labels. No labelling of a graph scores more than the bound, and none that gives a node another label comes " +
			"nearer to the score than the margin, which is 0 where that is not certain. Nodes that a model has hidden states " +
			"for are those with their label; others need none.\n" +
			"--figure draws an image beside its labels and its margins.",
		Example: "  proxlab graph predict my.graph new.csv --edges new-edges.csv -o labelled.csv\n" +
			"  proxlab graph predict cells.graph images.npy -o labels.npy --figure cells.svg --image 3",
		Args: ui.Checked(cobra.RangeArgs(1, 2)),
		RunE: func(cmd *cobra.Command, args []string) error { return runPredict(cmd, f, args) },
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVarP(&f.out, "out", "o", ui.StandardOutput, "the file of the labels; - for the standard output")
	f.flags(cmd)
	flags.IntVar(&f.nodes, "nodes", 0, "of a search for the best labelling, at most (default: 100)")
	flags.StringVar(&f.figure, "figure", "", "draw an image, its labels and margins: "+ui.FigureFormats)
	flags.IntVar(&f.image, "image", 1, "the one to draw, counted from 1")
	return cmd
}

func runPredict(cmd *cobra.Command, f predictFlags, args []string) error {
	name := orSnakes(cmd, args, 1, snakeTest)
	if f.nodes < 0 {
		return ui.Usage(fmt.Errorf("--nodes %d: it must not be negative", f.nodes))
	}
	if err := ui.CheckPredicted(f.out, f.figure, f.inputs(args[0], name)...); err != nil {
		return err
	}
	m, err := models.LoadGraph(cmd.Context(), args[0])
	if err != nil {
		return err
	}
	s, err := f.load(cmd.Context(), name)
	if err != nil {
		return err
	}
	switch {
	case f.figure != "" && s.images == nil:
		return ui.Usage(errors.New("--figure draws an image: tables have none"))
	case f.figure != "" && (f.image < 1 || f.image > s.images.Images):
		return ui.Usage(fmt.Errorf("--image %d: there are 1 to %d", f.image, s.images.Images))
	}
	l, err := s.label(cmd.Context(), m, f.nodes)
	if err != nil {
		return fmt.Errorf("%s: %w", plain.Text(name), err)
	}
	p := learning.Prediction{Out: f.out, About: s.sized(name), Write: l.write, Score: l.score}
	if f.figure != "" {
		p.Draw = func(ctx context.Context) error { return ui.WriteFigure(ctx, f.figure, l.figure(f.image-1)) }
	}
	return learning.Predicted(cmd, p)
}

// labelling is a set with what was found of it.
type labelling struct {
	*set
	states  []string
	hidden  string // the label of hidden nodes; "" where the model has no states for some
	found   []*factor.Result
	margins [][]float64
}

// label finds labels by a model that goes with the set.
func (s *set) label(ctx context.Context, m *model.Graph, nodes int) (*labelling, error) {
	in := model.GraphInputs{X: s.X, Edges: s.Edges, Ends: s.Ends}
	var err error
	switch {
	case s.images != nil && m.Grid == 0:
		return nil, errors.New("the model was learned from tables of nodes and edges, and these are images")
	case s.images == nil && m.Grid != 0:
		return nil, errors.New("the model was learned from images, and this is a table of nodes")
	case s.images != nil:
		if in, err = grid.Inputs(s.grids(), m.Grid, m.Directions); err != nil {
			return nil, err
		}
	default:
		err = errors.Join(sameColumns("nodes", s.Features, m.Columns), sameColumns("edges", s.EdgeFeatures, m.EdgeColumns))
		for _, nodes := range s.Nodes {
			in.Nodes = append(in.Nodes, len(nodes))
		}
	}
	if err != nil {
		return nil, err
	}
	l := &labelling{set: s, states: m.Names}
	for x := len(l.states); x < m.States; x++ {
		l.states = append(l.states, strconv.Itoa(x))
	}
	if m.Hidden > 0 {
		l.hidden = l.states[m.States-1]
		for _, labels := range s.Labels {
			of := make([]bool, len(labels))
			for k, label := range labels {
				of[k] = label == l.hidden
			}
			in.Hidden = append(in.Hidden, of)
		}
	}
	if l.found, err = m.Predict(ctx, in, nodes); err == nil {
		l.margins, err = m.Margins(ctx, in, l.found)
	}
	return l, err
}

// sameColumns tells whether features are those that a model knows by name.
func sameColumns(what string, have, known []string) error {
	if known != nil && !slices.Equal(have, known) {
		return fmt.Errorf("%s have the features %s, and the model was learned from %s", what, plain.List(have),
			plain.List(known))
	}
	return nil
}

// labels are those that were found.
func (l *labelling) labels() [][]string {
	out := make([][]string, len(l.found))
	for i, r := range l.found {
		for _, x := range r.Y {
			out[i] = append(out[i], l.states[x])
		}
	}
	return out
}

// seen are labels but those of hidden nodes, which are told, not found.
func (l *labelling) seen(labels [][]string) [][]string {
	out := make([][]string, len(labels))
	for i, of := range labels {
		out[i] = slices.DeleteFunc(slices.Clone(of), func(label string) bool { return l.hidden != "" && label == l.hidden })
	}
	return out
}

// number is what a label of an image is; NaN of none.
func number(label string) float64 {
	v, err := strconv.ParseFloat(label, 64)
	if err != nil {
		return math.NaN()
	}
	return v
}

func (l *labelling) write(w io.Writer) error {
	if l.images != nil {
		data := make([]float64, 0, len(l.found)*l.images.Cells())
		for _, labels := range l.labels() {
			for _, label := range labels {
				data = append(data, number(label))
			}
		}
		return array.SaveNPY(w, []int{l.images.Images, l.images.Rows, l.images.Columns}, data)
	}
	out := csv.NewWriter(w)
	heading := []string{"graph", "node", "label", "margin", "score", "bound"}
	from := 0
	if l.Names[0] == "" {
		from = 1
	}
	_ = out.Write(heading[from:]) // its error stays
	digits := func(v float64) string { return strconv.FormatFloat(v, 'g', 6, 64) }
	for i, labels := range l.labels() {
		for k, label := range labels {
			r := l.found[i]
			_ = out.Write([]string{
				l.Names[i], l.Nodes[i][k], label, digits(l.margins[i][k]), digits(r.Score), digits(r.Bound),
			}[from:])
		}
	}
	out.Flush()
	return out.Error()
}

// score says how good labellings are by the model's own score, and by labels that are known.
func (l *labelling) score(w io.Writer) error {
	exact, worst := 0, 0.
	for _, r := range l.found {
		if r.Exact {
			exact++
		} else {
			worst = max(worst, (r.Bound-r.Score)/math.Abs(r.Score))
		}
	}
	fmt.Fprintf(w, "%d of %d labellings are best ones", exact, len(l.found))
	if exact < len(l.found) {
		fmt.Fprintf(w, "; of the others none scores more by more than %.2g %%", 100*worst)
	}
	fmt.Fprintln(w)
	if _, _, found := l.unlabelled(); !found {
		newScores(l.unit(), l.seen(l.Labels), l.seen(l.labels())).Print(w)
	}
	return nil
}

// figure is an image with its labels and margins.
func (l *labelling) figure(i int) figures.Pictures {
	rows, columns := l.images.Rows, l.images.Columns
	picture := func(caption string, values []float64) figures.Picture {
		low, high := slices.Min(values), slices.Max(values)
		pixels := make([]float64, len(values))
		for k, v := range values {
			pixels[k] = (v - low) / max(high-low, math.SmallestNonzeroFloat64)
		}
		return figures.Picture{
			Rows: rows, Cols: columns, Pixels: pixels, Caption: fmt.Sprintf("%s, %.3g to %.3g", caption, low, high),
		}
	}
	first, labels := make([]float64, l.images.Cells()), make([]float64, l.images.Cells())
	for k, x := range l.found[i].Y {
		first[k], labels[k] = l.images.Of(i)[k*l.images.Features], number(l.states[x])
	}
	return figures.Pictures{
		Meta: figures.Meta{
			ID: "grid", Title: fmt.Sprintf("Image %d with its labels, and how sure they are", i+1),
			Subtitle: fmt.Sprintf("score %.6g, bound %.6g; a margin bounds what another label costs", l.found[i].Score,
				l.found[i].Bound),
		},
		Rows: [][]figures.Picture{{
			picture("first feature", first), picture("labels", labels), picture("margins", l.margins[i]),
		}},
	}
}
