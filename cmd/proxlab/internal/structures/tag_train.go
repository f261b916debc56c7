package structures

import (
	"context"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/learning"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/models"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/datasets/sentences"
	"github.com/proxlab/proxlab/toolkit/fit/structures"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/templates"
	"github.com/spf13/cobra"
)

// tagTrainFlags are the flags of the command as they are given.
type tagTrainFlags struct {
	out, dev, column, templates, loss, format, warm string
	c                                               []float64
	cut, epochs, order                              int
	tolerance                                       float64
	seed                                            uint64
	printTemplates, segments                        bool
}

// The words of --loss.
const (
	hingeLoss = "hinge"
	crfLoss   = "crf"
)

func newTagTrain() *cobra.Command {
	var f tagTrainFlags
	cmd := &cobra.Command{
		Use:   "train [FILE] -o MODEL",
		Short: "Learn to label words from sentences with labels",
		Long: "Learn to label words from sentences with labels. --loss hinge is a structured support vector machine, by " +
			"online steps whose mean is kept; --loss crf is a conditional random field, by L-BFGS, with a bound of how far " +
			"the objective is from its minimum. Both have weights for the pairs of a feature and a label that come " +
			"together, and for labels that follow each other.\n" +
			"--segments takes the spans that labels mark, as B-PER, I-PER, O do in any scheme, as wholes: a segment has " +
			"weights for its length, its words and their shapes, and the word after it, beside those of its words, and " +
			"segments follow each other (a semi-Markov model). Labels are then written as B-, I- and O.\n" +
			"--C takes one number or several with commas between them; of several that of the most right labels is taken, " +
			"on the file of --dev, the dev part of a registered treebank, or every tenth sentence, after which all are learnt " +
			"from.\n" +
			"Templates are read from a file with one a line: fields with the place of the word that they are of, as " +
			"\"lower[-1] lower[0]\". Fields are form, lower (in small letters, digits as 0), prefix1 to prefix9, suffix1 to " +
			"suffix9, shape (Xx-00), kind (capitals, digits, hyphens, other signs) and col1 to col99, a column of the file; " +
			"the line \"label[-1] label[0]\" gives labels weights for following each other, a line that begins with # is a " +
			"comment. --print-templates prints those that are taken without a file, to be edited.",
		Example: "  proxlab tag train train.conllu --dev dev.conllu -o my.tagger\n" +
			"  proxlab tag train names.txt --loss crf --C 0.3,1,3 -o names.tagger\n" +
			"  proxlab tag train --print-templates > my.templates",
		Args: ui.Checked(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error { return runTagTrain(cmd, f, args) },
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVarP(&f.out, "out", "o", "", "the file of the model")
	flags.StringVar(&f.dev, "dev", "", "sentences with labels to choose C by")
	flags.StringVar(&f.column, "column", "",
		"the column of the labels: XPOS, UPOS, or a number from 1 (default: XPOS; the last of plain columns)")
	wordsFlag(cmd, &f.format)
	flags.StringVar(&f.templates, "templates", "", "a file of templates, one a line (default: 25)")
	flags.BoolVar(&f.printTemplates, "print-templates", false, "print the default templates, and do nothing else")
	flags.StringVar(&f.loss, "loss", hingeLoss, hingeLoss+" or "+crfLoss)
	flags.Float64SliceVar(&f.c, "C", nil,
		"1/(λm) for m sentences: one, or several to choose from (default: 3 with hinge, 1 with crf)")
	flags.BoolVar(&f.segments, "segments", false, "score spans as wholes, too, of labels that mark some")
	flags.IntVar(&f.order, "order", 1, "2: labels depend on the two before them (a few dozen labels at most)")
	flags.IntVar(&f.cut, "cut", 1, "leave out features that come less often")
	flags.IntVar(&f.epochs, "epochs", 0, "online passes (default: 10 with hinge, 2 before L-BFGS)")
	flags.Float64Var(&f.tolerance, "tol", 0, "L-BFGS ends where the gap is this share of the objective (default: 0.5)")
	flags.Uint64Var(&f.seed, "seed", 0, "of the order of sentences")
	learning.WarmFlag(cmd, &f.warm)
	ui.Offers(cmd, "loss", ui.Fixed(hingeLoss, crfLoss))
	return cmd
}

// check tests the flags, and that what is to be written can be.
func (f tagTrainFlags) check(name string) error {
	if f.loss != hingeLoss && f.loss != crfLoss {
		return ui.Usage(ui.WordError("loss", f.loss, []string{hingeLoss, crfLoss}))
	}
	if err := learning.OneStandardInput(name, f.dev, f.templates); err != nil {
		return err
	}
	return learning.CheckTrained(f.out, treebankFiles(name, f.dev, f.templates, f.warm))
}

func runTagTrain(cmd *cobra.Command, f tagTrainFlags, args []string) error {
	if f.printTemplates {
		_, err := io.WriteString(cmd.OutOrStdout(), templates.DefaultWords)
		return err
	}
	name := orGrammar(cmd, args, 0, trainPart)
	if err := f.check(name); err != nil {
		return err
	}
	c, words, column, err := f.settings(cmd, name)
	if err != nil {
		return err
	}
	labels, err := words.Labels(column)
	if err != nil {
		return err
	}
	c.Watch = func(s structures.TaggerStep) { sayStep(cmd.ErrOrStderr(), s) }
	return learning.Train(cmd, learning.Training[*model.Tagger]{
		Name: name, Reads: treebankFiles(name, f.dev, f.templates, f.warm), Out: f.out, About: sized(name, words),
		Source: words.Source, Made: map[string]string{columnMade: strconv.Itoa(column)}, Print: printTagger,
		Fit: func(ctx context.Context) (*model.Tagger, error) {
			return c.Fit(ctx, structures.Tagged{Words: words.Sentences, Labels: labels})
		},
		Sign: func(m *model.Tagger, made map[string]string) solver.Status {
			m.Made = made
			return m.Status
		},
	})
}

// columnMade says in a model which column of its file the labels were, from 1.
const columnMade = "column"

// settings reads what the flags name.
func (f tagTrainFlags) settings(
	cmd *cobra.Command, name string,
) (c structures.Tagger, w *sentences.WordLines, column int, err error) {
	c = structures.Tagger{
		CRF: f.loss == crfLoss, C: f.c, Segments: f.segments, Order: f.order, Cut: f.cut, Epochs: f.epochs,
		Tolerance: f.tolerance, Seed: f.seed,
	}
	if c.Start, err = learning.Warm(cmd.Context(), f.warm, models.LoadTagger); err != nil {
		return c, nil, 0, err
	}
	if f.templates != "" {
		text, err := readText(cmd, f.templates)
		if err != nil {
			return c, nil, 0, err
		}
		neighbours := false
		c.Templates, neighbours, err = templates.ReadWords(strings.NewReader(text), ui.DataName(f.templates))
		if err != nil {
			return c, nil, 0, err
		}
		c.NoTransitions = !neighbours
	}
	if w, err = readWords(cmd, name, f.format); err != nil {
		return c, nil, 0, err
	}
	if column, err = w.TagColumn(f.column); err != nil {
		return c, nil, 0, ui.Usage(fmt.Errorf("--column: %w", err))
	}
	c.Form = w.Form
	for _, t := range c.Templates {
		for _, a := range t.Atoms {
			if a.Field == templates.ColumnField && a.Size == column {
				return c, nil, 0, fmt.Errorf("%s: the template %q looks at column %d, which is the labels'",
					ui.DataName(f.templates), t.String(), column)
			}
		}
	}
	dev := devOf(name, f.dev)
	if dev == "" {
		return c, w, column, nil
	}
	held, err := readWords(cmd, dev, f.format)
	if err != nil {
		return c, nil, 0, err
	}
	labels, err := held.Labels(column)
	if err != nil {
		return c, nil, 0, err
	}
	if held.Form != w.Form {
		return c, nil, 0, fmt.Errorf("%s is in another format than %s", ui.DataName(dev), ui.DataName(name))
	}
	c.HeldOut = &structures.Tagged{Words: held.Sentences, Labels: labels}
	fmt.Fprintf(cmd.ErrOrStderr(), "held out: %s\n", sized(dev, held))
	return c, w, column, nil
}

// sayStep says how a pass went.
func sayStep(w io.Writer, s structures.TaggerStep) {
	switch {
	case !math.IsNaN(s.HeldOut):
		fmt.Fprintf(w, "C = %g: %.2f %% right of what was held out\n", s.C, 100*s.HeldOut)
	case s.Online:
		fmt.Fprintf(w, "C = %g: online pass %d, mean loss %.4g\n", s.C, s.Pass, s.MeanLoss)
	case s.Pass%10 == 0:
		fmt.Fprintf(w, "C = %g: step %d, objective %.6g, at most %.3g above the minimum\n", s.C, s.Pass, s.Objective, s.Gap)
	}
}

// printTagger says what was learned.
func printTagger(w io.Writer, m *model.Tagger) {
	fmt.Fprintf(w, "%d labels, %d features by %d templates, %d weights; C = %g, loss %s\n", len(m.Labels), len(m.Features),
		len(m.Templates), len(m.Weights)+len(m.Following.Data), m.C, m.Loss)
	if m.Order() == 2 {
		fmt.Fprintln(w, "labels depend on the two before them")
	}
	if m.Segments > 0 {
		fmt.Fprintf(w, "segments of up to %d words\n", m.Segments)
	}
	if gap := m.Progress.Gap; !math.IsNaN(gap) {
		fmt.Fprintf(w, "%s after %d steps: objective %.6g, at most %.2g above the minimum\n", m.Status, m.Progress.Iter,
			m.Progress.Objective, gap)
	} else {
		fmt.Fprintf(w, "%d online passes; how far the objective is from its minimum is not known\n", m.Progress.Iter)
	}
	if !math.IsNaN(m.HeldOut) {
		fmt.Fprintf(w, "%.2f %% right of what was held out\n", 100*m.HeldOut)
	}
}
