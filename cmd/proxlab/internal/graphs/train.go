package graphs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/learning"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/datasets/graphfiles"
	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/internal/plain"
	"github.com/proxlab/proxlab/toolkit/fit/structures"
	"github.com/proxlab/proxlab/toolkit/fit/structures/latent"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/model/grid"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/structured/factor"
	"github.com/proxlab/proxlab/toolkit/structured/factor/hidden"
	"github.com/spf13/cobra"
)

// trainFlags are the flags of the command as they are given.
type trainFlags struct {
	files
	out, loss  string
	weights    string
	c          float64
	costs      []string
	neighbours int
	hidden     int
	apart      string
	directions bool
	crf        structures.GraphCRF
}

var lossWords = []structures.GraphLoss{structures.GraphMargin, structures.GraphLikelihood, structures.GraphPseudo}

func newTrain() *cobra.Command {
	var f trainFlags
	cmd := &cobra.Command{
		Use:   "train [FILE] -o MODEL",
		Short: "Learn to label nodes from graphs, or images, with labels",
		Long: "Learn weights of the features of nodes for each label, and of those of edges, or of all edges alike, for " +
			"each pair of labels. --loss hinge is a structured support vector machine, by block-coordinate Frank-Wolfe steps; " +
			"likelihood the tree-reweighted one, and pseudo-likelihood, which decodes nothing, by L-BFGS. Best labellings " +
			"cannot be found in general: what is said of the objective holds all the same, and the share that decoders left " +
			"open is told. With --hidden each label has several states, which nobody sees, and nodes may have no label; with " +
			"--hidden-nodes those of one label have states that no other node has, and are told by the same label to " +
			"predict. The loss is then not convex, and what is found is stationary. After Ctrl-C the model so far is written.",
		Example: "  proxlab graph train -o snakes.graph --directed --C 0.1\n" +
			"  proxlab graph train nodes.csv --edges edges.csv --costs spam=5 -o my.graph\n" +
			"  proxlab graph train images.npy --labels labels.npy --intercept --loss pseudo-likelihood -o cells.graph",
		Args: ui.Checked(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error { return runTrain(cmd, f, args) },
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVarP(&f.out, "out", "o", "", "the file of the model")
	f.flags(cmd)
	flags.StringVar(&f.loss, "loss", string(structures.GraphMargin), ui.Joined(lossWords))
	flags.Float64Var(&f.c, "C", 1, "1/(μn) for n graphs, or images")
	flags.BoolVar(&f.crf.Directed, "directed", false, "a pair of labels is another the other way round")
	flags.BoolVar(&f.crf.Intercept, "intercept", false, "add a feature of nodes that is 1")
	flags.IntVar(&f.neighbours, "neighbours", 4, "of a cell of an image: 4 or 8")
	flags.BoolVar(&f.directions, "directions", false, "edges of images have other weights in each direction")
	flags.StringSliceVar(&f.costs, "costs", nil, "LABEL=COST,…: what it costs the hinge to miss a label (default: 1)")
	flags.IntVar(&f.hidden, "hidden", 0, "states of each label, which nobody sees; nodes may then have no label")
	flags.StringVar(&f.apart, "hidden-nodes", "", "LABEL=STATES: nodes of this label are hidden, with states of their own")
	flags.StringVar(&f.weights, "weights", "", "a table of the weights of graphs, or images by number: graph and weight")
	flags.BoolVar(&f.crf.Relaxed, "relaxed", false, "the hinge over points of the linear program, in place of a search")
	flags.IntVar(&f.crf.Nodes, "nodes", 0, "of a search for the best labelling, at most (default: 100)")
	flags.IntVar(&f.crf.MaxIter, "max-iter", 0, "at most so many passes (default: 100)")
	flags.Float64Var(&f.crf.Tol, "tol", 0, "end where the gap is this share of the objective (default: 0.01)")
	flags.Uint64Var(&f.crf.Seed, "seed", 0, "of the order of graphs")
	ui.Offers(cmd, "loss", func() []string { return strings.Split(ui.Joined(lossWords), ", ") })
	return cmd
}

func runTrain(cmd *cobra.Command, f trainFlags, args []string) error {
	name := orSnakes(cmd, args, 0, snakeSet)
	if f.crf.Loss = structures.GraphLoss(f.loss); !slices.Contains(lossWords, f.crf.Loss) {
		return ui.Usage(ui.WordError("loss", f.loss, strings.Split(ui.Joined(lossWords), ", ")))
	}
	if f.hidden < 0 {
		return ui.Usage(fmt.Errorf("--hidden %d: it must not be negative", f.hidden))
	}
	reads := f.inputs(name, f.weights)
	if err := cmp.Or(learning.CheckC(f.c), learning.CheckTrained(f.out, reads)); err != nil {
		return err
	}
	s, err := f.load(cmd.Context(), name)
	if err != nil {
		return err
	}
	fit, err := f.learner(cmd, name, s)
	if err != nil {
		return err
	}
	return learning.Train(cmd, learning.Training[*model.Graph]{
		Name: name, Reads: reads, Out: f.out, About: s.sized(name), Source: s.Source, Small: true, Cold: true, Fit: fit,
		Print: func(w io.Writer, m *model.Graph) { printGraph(w, m, f.c) },
		Sign: func(m *model.Graph, made map[string]string) solver.Status {
			m.Made = made
			return m.Status
		},
	})
}

// labelled tells whether nodes have labels where they need them.
func (f trainFlags) labelled(name string, s *set) error {
	i, at, found := s.unlabelled()
	switch {
	case !found || (f.hidden > 0 || f.apart != "") && s.images == nil:
		return nil
	case s.images != nil:
		return ui.Usage(errors.New("--labels FILE is needed: the labels of the images"))
	case s.Names[i] == "":
		return fmt.Errorf("%s: node %q has no label", plain.Text(name), s.Nodes[i][at])
	}
	return fmt.Errorf("%s: node %q of graph %q has no label", plain.Text(name), s.Nodes[i][at], s.Names[i])
}

// learner is what learns from a set with the flags.
func (f trainFlags) learner(
	cmd *cobra.Command, name string, s *set,
) (func(context.Context) (*model.Graph, error), error) {
	if err := f.labelled(name, s); err != nil {
		return nil, err
	}
	states := s.states()
	unseen, own, err := f.hiddenNodes(states)
	if err != nil {
		return nil, err
	}
	if own > 0 {
		states = slices.DeleteFunc(states, func(label string) bool { return label == unseen })
	}
	if len(states) < 2 {
		return nil, fmt.Errorf("%s: all nodes have the label %q: there is nothing to tell apart", plain.Text(name),
			strings.Join(states, ""))
	}
	if f.crf.ClassCosts, err = costs(f.costs, states); err != nil {
		return nil, err
	}
	if f.weights != "" {
		if f.crf.Weights, err = graphfiles.LoadWeights(cmd.Context(), f.weights, s.names()); err != nil {
			return nil, err
		}
	}
	f.crf.Mu = 1 / (f.c * float64(len(s.Labels)))
	if f.crf.Watch = learning.Passes(cmd.ErrOrStderr()); f.hidden > 0 || own > 0 {
		f.crf.Watch = func(p solver.Progress) {
			fmt.Fprintf(cmd.ErrOrStderr(), "  round %d  %7.1f s  objective %.5g\n", p.Iter, p.Elapsed.Seconds(), p.Objective)
		}
	}
	y := s.numbered(states, unseen)
	return func(ctx context.Context) (m *model.Graph, err error) {
		switch {
		case f.hidden > 0 || own > 0:
			m, err = f.withHidden(ctx, s, y, own, &states)
			states = append(states, slices.Repeat([]string{unseen}, own)...)
		case s.images != nil:
			c := structures.GridCRF{GraphCRF: f.crf, Neighbours: f.neighbours, Directions: f.directions}
			m, err = c.Fit(ctx, structures.Grids{Images: s.grids(), States: len(states), Y: y})
		default:
			g := structures.Graphs{X: s.X, Edges: s.Edges, States: len(states)}
			for i := range y {
				g.Of = append(g.Of, factor.Labelled{Y: y[i], Ends: s.Ends[i]})
			}
			if s.Edges == nil {
				m, err = f.crf.Fit(ctx, g)
			} else {
				m, err = structures.EdgeFeatureGraphCRF{GraphCRF: f.crf}.Fit(ctx, g)
			}
		}
		if m != nil {
			m.Names, m.Columns, m.EdgeColumns = states, s.Features, s.EdgeFeatures
		}
		return m, err
	}, nil
}

// numbered are labels by their places among states: −1 without one, hidden.Node where it is that of hidden nodes.
func (s *set) numbered(states []string, unseen string) [][]int {
	y := make([][]int, len(s.Labels))
	for i, labels := range s.Labels {
		for _, label := range labels {
			of := slices.Index(states, label)
			if of < 0 && label != "" && label == unseen {
				of = hidden.Node
			}
			y[i] = append(y[i], of)
		}
	}
	return y
}

// hiddenNodes are the label of nodes that are hidden, one of those there are, and how many states these have, or 0.
func (f trainFlags) hiddenNodes(labels []string) (label string, states int, err error) {
	if f.apart == "" {
		return "", 0, nil
	}
	at := strings.LastIndex(f.apart, "=")
	label = f.apart[:max(at, 0)]
	if states, err = strconv.Atoi(f.apart[at+1:]); err != nil || states < 1 || !slices.Contains(labels, label) {
		return "", 0, ui.Usage(fmt.Errorf("--hidden-nodes %s: LABEL=STATES is due, of the labels %s, and at least 1",
			plain.Text(f.apart), plain.List(labels)))
	}
	return label, states, nil
}

// withHidden learns hidden states, and so many of nodes that are; the names of labels become those of states.
func (f trainFlags) withHidden(
	ctx context.Context, s *set, y [][]int, own int, names *[]string,
) (*model.Graph, error) {
	g := latent.Graphs{X: s.X, Edges: s.Edges, Labels: len(*names), Y: y, Ends: s.Ends}
	if s.images != nil {
		in, err := grid.Inputs(s.grids(), f.neighbours, f.directions)
		if err != nil {
			return nil, err
		}
		g.X, g.Edges, g.Ends = in.X, in.Edges, in.Ends
	}
	m, err := latent.GraphCRF{GraphCRF: f.crf, States: max(f.hidden, 1), Hidden: own}.Fit(ctx, g)
	if m == nil {
		return nil, err
	}
	labels := *names
	*names = nil
	for _, l := range m.Label[:len(m.Label)-own] {
		*names = append(*names, labels[l])
	}
	if s.images != nil {
		m.Grid, m.Directions = f.neighbours, f.directions
	}
	return m.Graph, err
}

// costs are those of all labels; nil where none is named.
func costs(words, states []string) (out []float64, err error) {
	for _, word := range words {
		if out == nil {
			out = slices.Repeat([]float64{1}, len(states))
		}
		at := strings.LastIndex(word, "=")
		label, cost := word[:max(at, 0)], word[at+1:]
		i := slices.Index(states, label)
		v, ok := source.ParseNumber([]byte(cost))
		if i < 0 || !ok {
			return nil, ui.Usage(fmt.Errorf("--costs %s: LABEL=COST is due, of the labels %s", plain.Text(word),
				plain.List(states)))
		}
		out[i] = v
	}
	return out, nil
}

// printGraph says what was learned.
func printGraph(w io.Writer, m *model.Graph, c float64) {
	edges := "edges alike"
	if m.EdgeFeatures > 0 {
		edges = fmt.Sprintf("%d of edges", m.EdgeFeatures)
	}
	fmt.Fprintf(w, "%d labels, %d features of nodes, %s, %d weights; C = %g, loss %s\n", m.States, m.Features, edges,
		len(m.Weights.Data)+len(m.Pairs.Data), c, m.Loss)
	if math.IsNaN(m.Gap) {
		fmt.Fprintf(w, "%s after %d rounds: objective at most %.6g; how far the minimum is nobody knows\n", m.Status,
			m.Iterations, m.Objective)
		return
	}
	relaxed := ""
	if m.Relaxed {
		relaxed = " of the relaxed loss"
	}
	fmt.Fprintf(w, "%s after %d passes: objective%s at most %.6g, and at most %.2g above the minimum", m.Status,
		m.Iterations, relaxed, m.Objective, m.Gap)
	if m.Slack > 1e-9*m.Objective {
		fmt.Fprintf(w, "; %.2g of both are what decoders left open", m.Slack)
	}
	fmt.Fprintln(w)
}
