package labelsets

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/learning"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/datasets/graphfiles"
	"github.com/proxlab/proxlab/internal/plain"
	"github.com/proxlab/proxlab/toolkit/fit/structures"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/structured"
	"github.com/spf13/cobra"
)

// The words of --pairs that are no file.
const (
	allPairs  = "all"
	noPairs   = "none"
	treePairs = "tree"
)

// trainFlags are the flags of the command as they are given.
type trainFlags struct {
	files
	out, pairs, loss string
	c                float64
	fit              structures.MultiLabel
}

func newTrain() *cobra.Command {
	var f trainFlags
	cmd := &cobra.Command{
		Use:   "train FILE --labels COLUMNS -o MODEL",
		Short: "Learn sets of labels",
		Long: "Learn weights of the features for each label, and one for each pair of labels of --pairs: all, none, the " +
			"tree of the largest mutual information (Chow and Liu 1968), or those of a table with the columns from and to. " +
			"The hinge is exact for up to 20 labels, and for any number where pairs make a forest; else it is the relaxed " +
			"one, of roof duality, which is never less, and what is said of the objective is of that. --loss logistic is the " +
			"likelihood of sets, of up to 20 labels. After Ctrl-C the model so far is written.",
		Example: "  proxlab labels train songs.csv --labels moods --pairs tree -o songs.labels\n" +
			"  proxlab labels train songs.csv --labels happy,sad,calm --loss logistic --C 10 -o songs.labels",
		Args: ui.Checked(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error { return runTrain(cmd, f, args[0]) },
	}
	flags := cmd.Flags()
	flags.StringVarP(&f.out, "out", "o", "", "the file of the model")
	f.flags(cmd)
	flags.StringVar(&f.pairs, "pairs", allPairs, "labels that have a weight for going together: all, none, tree, or FILE")
	flags.StringVar(&f.loss, "loss", "hinge", "hinge or logistic")
	flags.Float64Var(&f.c, "C", 1, "1/(μn) for n examples")
	flags.BoolVar(&f.fit.Intercept, "intercept", true, "add a feature that is 1")
	flags.IntVar(&f.fit.MaxIter, "max-iter", 0, "at most so many passes (default: 1000)")
	flags.Float64Var(&f.fit.Tol, "tol", 0, "end where the gap is this share of the objective (default: 0.001)")
	flags.Uint64Var(&f.fit.Seed, "seed", 0, "of the order of examples")
	ui.Offers(cmd, "loss", func() []string { return []string{"hinge", "logistic"} })
	ui.Offers(cmd, "pairs", func() []string { return []string{allPairs, noPairs, treePairs} })
	return cmd
}

func runTrain(cmd *cobra.Command, f trainFlags, name string) error {
	switch {
	case len(f.columns) == 0:
		return ui.Usage(errors.New("--labels COLUMNS is needed: where the labels are"))
	case f.loss != "hinge" && f.loss != "logistic":
		return ui.Usage(ui.WordError("loss", f.loss, []string{"hinge", "logistic"}))
	}
	reads := []ui.Input{{Flag: name, Name: name}}
	words := f.pairs == allPairs || f.pairs == noPairs || f.pairs == treePairs
	if !words {
		reads = append(reads, ui.Input{Flag: "--pairs", Name: f.pairs})
	}
	if err := cmp.Or(learning.CheckC(f.c), learning.CheckTrained(f.out, reads)); err != nil {
		return err
	}
	t, err := f.load(cmd.Context(), name, nil)
	if err != nil {
		return err
	}
	names := f.names(t.sets)
	if len(names) == 0 {
		return fmt.Errorf("%s: no example has a label", plain.Text(name))
	}
	n, _ := t.X.Dims()
	sets := numbered(t.sets, names)
	switch {
	case f.pairs == noPairs:
		f.fit.NoPairs = true
	case f.pairs == treePairs:
		f.fit.Graph = structured.ChowLiu(len(names), sets)
	case !words:
		if f.fit.Graph, err = graphfiles.LoadPairs(cmd.Context(), f.pairs, names); err != nil {
			return err
		}
	}
	f.fit.Logistic, f.fit.Mu = f.loss == "logistic", 1/(f.c*float64(n))
	f.fit.Watch = learning.Passes(cmd.ErrOrStderr())
	return learning.Train(cmd, learning.Training[*model.MultiLabel]{
		Name: name, Reads: reads, Out: f.out, About: t.sized(name), Source: t.Source, Small: true, Cold: true,
		Fit: func(ctx context.Context) (*model.MultiLabel, error) {
			m, err := f.fit.Fit(ctx, structures.LabelSets{X: t.X, Sets: sets, Labels: len(names), Names: names})
			if m != nil {
				m.Columns = t.Features
			}
			return m, err
		},
		Sign:  func(m *model.MultiLabel, _ map[string]string) solver.Status { return m.Status },
		Print: func(w io.Writer, m *model.MultiLabel) { printSets(w, m, f) },
	})
}

// printSets says what was learned.
func printSets(w io.Writer, m *model.MultiLabel, f trainFlags) {
	pairs := len(f.fit.Graph)
	if f.pairs == allPairs {
		pairs = len(m.Pairs)
	}
	fmt.Fprintf(w, "%d labels, %d features, %d pairs; C = %g, loss %s\n", m.Labels, m.Features, pairs, f.c, m.Loss)
	for _, e := range f.fit.Graph {
		fmt.Fprintf(w, "  %s – %s  %.4g\n", plain.Text(m.Names[e[0]]), plain.Text(m.Names[e[1]]),
			m.Pairs[structured.PairRow(m.Labels, e[0], e[1])])
	}
	relaxed := ""
	if m.Relaxed {
		relaxed = " of the relaxed loss"
	}
	fmt.Fprintf(w, "%s after %d passes: objective%s %.6g, at most %.2g above the minimum\n", m.Status, m.Iterations,
		relaxed, m.Objective, m.Gap)
}
