// Package predicting has the command predict.
package predicting

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/fitting"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/models"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/words"
	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/internal/outfile"
	"github.com/proxlab/proxlab/internal/plain"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/spf13/cobra"
)

// predictFlags are the flags of the command as they are given.
type predictFlags struct {
	model, data, target, tasks, out string
	event, queries                  string
	eventIs                         []string
	offsets                         words.OffsetFlags
	trials                          words.TrialFlags
	depth                           int
	decimal, separator              string
	encoding, unseen                string
	drop                            []string
	json                            bool
	format, figures                 string
	zeroBased, spreadsheet          bool
}

// NewPredict is the command predict.
func NewPredict() *cobra.Command {
	var f predictFlags
	cmd := &cobra.Command{
		Use:   "predict --model MODEL --data FILE",
		Short: "Predict with a model, and judge it where the data have labels",
		Long: "Predict with a model that proxlab fit wrote. Data are as for proxlab fit; CSV columns are found by the " +
			"names the model knows, in any order.\n" +
			"Where the data have targets: accuracy, error, area under the ROC curve and average precision (two labels), " +
			"log-loss, Brier score and calibration error (of probabilities), and for each label precision, recall, F1 and " +
			"what it was taken for; R² and mean squared error for numbers, " +
			"the mean absolute error and the loss itself where that is another; the concordance index for times; NDCG@k, " +
			"MAP and MRR for rankings, over the " +
			"queries with a relevant document.\n" +
			"--out writes a line for each example: its label, score or scores, and probabilities where the loss has them; " +
			"of a model that ranks its query and its place among that query's documents.",
		Example: "  proxlab predict --model a9a.json --data @a9a:test --out a9a.csv",
		Args:    ui.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return runPredict(cmd, f) },
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVar(&f.model, "model", "", "the model's file")
	flags.StringVar(&f.data, "data", "", "the file, - for the standard input, or @NAME or @NAME:test of a registered set")
	ui.InputFlags(flags, &f.format, &f.zeroBased)
	flags.StringVar(&f.target, "target", "",
		"the column of targets or labels (default: the one the model learnt from, where it is there)")
	flags.StringVar(&f.tasks, "tasks", "", "the column of tasks, for a model with tasks (default: qid)")
	f.offsets.Add(flags)
	f.trials.Add(flags)
	flags.StringVar(&f.event, "event", "", "with a model of the cox loss: see proxlab help losses")
	flags.StringSliceVar(&f.eventIs, "event-is", nil, words.EventIsHelp)
	flags.StringVar(&f.queries, "queries", "", "with a model of the pairwise or ndcg loss: see proxlab help losses")
	flags.IntVar(&f.depth, "depth", words.DefaultDepth, "k of NDCG@k, by which rankings are judged")
	flags.StringSliceVar(&f.drop, "drop", nil,
		"columns of a CSV file without a header to leave out; with one, the model knows its features by name")
	flags.StringVar(&f.decimal, "decimal", "", "the decimal point of a CSV file, . or , (default: found out)")
	ui.SeparatorFlag(flags, &f.separator)
	ui.EncodingFlag(flags, &f.encoding)
	flags.StringVar(&f.unseen, "unseen", "", "what a level is that the model has not learnt: error, or zero: none of its "+
		"column's features is 1 (default: as the model was told)")
	flags.StringVar(&f.out, "out", "",
		"write predictions to this file: .csv, or .npy for scores alone; - for standard output")
	flags.BoolVar(&f.spreadsheet, "spreadsheet", false,
		"with --out: put an apostrophe before labels that a spreadsheet would take for formulas")
	flags.StringVar(&f.figures, "figures", "",
		"draw ROC, precision over recall, calibration and confusion into this folder")
	flags.BoolVar(&f.json, "json", false, "print one JSON object on one line")
	offerPredict(cmd)
	return cmd
}

// check tests the flags, and that what is to be written can be.
func (f predictFlags) check() error {
	switch ext := strings.ToLower(filepath.Ext(f.out)); {
	case f.model == "" || f.data == "":
		return ui.Usage(errors.New("--model and --data are needed"))
	case f.out != "" && f.out != "-" && ext != ".csv" && ext != ".npy" && !outfile.Stream(f.out):
		return ui.Usage(fmt.Errorf("--out %s: it must end in .csv or .npy", f.out))
	case f.spreadsheet && (f.out == "" || ext == ".npy"):
		return ui.Usage(errors.New("--spreadsheet goes with --out FILE.csv"))
	case f.printed() && f.json:
		return ui.Usage(fmt.Errorf("--out %s and --json both want standard output", f.out))
	}
	if err := ui.CheckFormat(f.format); err != nil {
		return ui.Usage(err)
	}
	if f.figures != "" {
		if err := outfile.CheckFolder(f.figures); err != nil {
			return fmt.Errorf("--figures: %w", err)
		}
	}
	if f.out != "" && f.out != "-" {
		inputs := ui.FilesOf(ui.Input{Flag: "--target", Name: f.target}, ui.Input{Flag: "--tasks", Name: f.tasks})
		inputs = append(inputs, ui.Input{Flag: "--model", Name: f.model}, ui.Input{Flag: "--data", Name: f.data})
		if err := ui.CheckOutput("--out", f.out, inputs...); err != nil {
			return err
		}
	}
	return nil
}

func runPredict(cmd *cobra.Command, f predictFlags) error {
	if err := f.check(); err != nil {
		return err
	}
	m, err := models.LoadModel(cmd.Context(), f.model)
	if err != nil {
		return err
	}
	if m.Unsealed {
		fmt.Fprintf(cmd.ErrOrStderr(), "note: %s has no seal: a digit that changed in it is not noticed\n",
			plain.Text(f.model))
	}
	if err := f.unseenLevels(m); err != nil {
		return ui.Usage(err)
	}
	if err := f.offsets.Recall(m); err != nil {
		return ui.Usage(err)
	}
	if of := words.TargetsIn(m); of != nil && f.target != "" && f.target != strings.Join(of, ",") {
		return ui.Usage(fmt.Errorf("--target %s: the model has learnt %s", f.target, strings.Join(of, ",")))
	}
	if err := f.goesWith(cmd, m); err != nil {
		return err
	}
	frame, err := readFrameFor(cmd, m, f)
	if err != nil {
		return err
	}
	event, err := words.EventsOf(frame, f.data, f.event, f.eventWords(m))
	if err != nil {
		return err
	}
	offset, err := f.offsets.Of(frame, f.data, f.decimal)
	if err != nil {
		return err
	}
	if of := words.TargetsIn(m); of != nil {
		return f.severalTargets(cmd, m, frame, offset, of)
	}
	p, err := m.PredictWith(frame.X, frame.Task, offset)
	if err != nil {
		return fmt.Errorf("%s: %w", ui.DataName(f.data), err)
	}
	y, err := f.successes(cmd, m, frame, labelsFor(m, frame))
	if err != nil {
		return err
	}
	query, err := words.QueriesOf(frame, f.data, f.queryColumn(m))
	if err != nil {
		return err
	}
	ranking, written := words.RankingOf(frame, query, p), &cells{spreadsheet: f.spreadsheet}
	if err := writePredictions(cmd, f.out, m, p, y, ranking, frame.Dropped, written); err != nil {
		return fmt.Errorf("--out: %w", err)
	}
	j := newJudgement(m, frame, p, y, event)
	j.query, j.depth = query, f.depth
	j.noteUnseen(cmd.ErrOrStderr())
	if f.figures != "" {
		if err := j.draw(cmd, f.figures, fitting.Name(ui.DataName(f.data))); err != nil {
			return err
		}
	}
	found := j.quality()
	found.Out = f.out
	if f.json {
		return json.NewEncoder(cmd.OutOrStdout()).Encode(found)
	}
	w := cmd.OutOrStdout()
	if f.printed() {
		w = cmd.ErrOrStderr()
	}
	return found.print(w, plain.Text(ui.DataName(f.data)), y != nil)
}

// successes are the shares of targets that count them, by --trials; without it they are no targets to judge by.
func (f predictFlags) successes(
	cmd *cobra.Command, m *model.Linear, frame *datasets.Frame, y []float64,
) ([]float64, error) {
	judged, err := f.trials.Recall(m)
	if err != nil {
		return nil, ui.Usage(err)
	}
	if !judged && y != nil {
		fmt.Fprintln(cmd.ErrOrStderr(),
			"note: the model has learnt from successes of trials: --trials COLUMN judges it by such")
		return nil, nil
	}
	of := fit.Data{Y: y}
	err = f.trials.Divide(frame, &of, f.data, len(words.NonEmpty(f.offsets.Column())))
	return of.Y, err
}

// printed tells whether predictions go to standard output.
func (f predictFlags) printed() bool { return f.out == "-" || outfile.IsStdout(f.out) }

// eventWords are the words for events, where there is a column of them.
func (f predictFlags) eventWords(m *model.Linear) []string {
	if f.event == "" {
		return f.eventIs
	}
	return words.RecallEvents(m, f.eventIs)
}

// unseenLevels says what becomes of levels that the model's encoder has not learnt.
func (f predictFlags) unseenLevels(m *model.Linear) error {
	switch {
	case f.unseen == "":
		return nil
	case m.Encoder == nil:
		return errors.New("--unseen is for a model with categories, and this one has none")
	}
	m.Encoder.Unseen = f.unseen
	if err := m.Encoder.Check(); err != nil {
		return fmt.Errorf("--unseen %q: error or zero is due", f.unseen)
	}
	return nil
}

// goesWith refuses columns and places that the model's loss has no use for.
func (f predictFlags) goesWith(cmd *cobra.Command, m *model.Linear) error {
	switch {
	case f.event != "" && m.Link != model.Hazard:
		return ui.Usage(fmt.Errorf("--event goes with a model of the cox loss, and this is %s", m.Loss))
	case f.queries != "" && m.Link != model.Order:
		return ui.Usage(fmt.Errorf("--queries goes with a model of the pairwise or ndcg loss, and this is %s", m.Loss))
	case cmd.Flags().Changed("depth") && m.Link != model.Order:
		return ui.Usage(fmt.Errorf("--depth goes with a model of the pairwise or ndcg loss, and this is %s", m.Loss))
	case f.depth < 1:
		return ui.Usage(fmt.Errorf("--depth %d: a ranking has 1 place or more", f.depth))
	}
	return nil
}

// readFrameFor reads data of the features that a model knows.
func readFrameFor(cmd *cobra.Command, m *model.Linear, f predictFlags) (*datasets.Frame, error) {
	o := datasets.FrameOptions{
		Target:     f.target,
		Keep:       words.NonEmpty(f.event, f.queryColumn(m), f.offsets.Column(), f.trials.Column),
		NoTarget:   f.target == "",
		TextLabels: m.Labels != nil,
		Features:   m.FeatureNames,
		Columns:    m.Features,
		Drop:       f.drop,
		Encoder:    m.Encoder,
		Decimal:    f.decimal,
		Separator:  f.separator,
		Encoding:   f.encoding,
		Format:     datasets.Format(f.format),
		ZeroBased:  f.zeroBased,
	}
	if m.Made[ui.IndicesMade] == ui.FromNil && !cmd.Flags().Changed("zero-based") {
		o.ZeroBased = true
	}
	registered := strings.HasPrefix(f.data, "@")
	if o.Target == "" && !registered {
		o.Target = m.Target
	}
	if of := words.TargetsIn(m); of != nil {
		if o.Target, o.NoTarget = "", true; f.target != "" {
			o.Target, o.Keep = of[0], append(o.Keep, of[1:]...)
		}
	} else if m.Tasks != nil {
		if o.Task = f.tasks; o.Task == "" {
			o.Task = "qid"
		}
	}
	stream, err := ui.NewStream(cmd, f.data, m.FeatureNames == nil && f.target == "" && o.Target != "")
	if err != nil {
		return nil, err
	}
	frame, err := ui.ReadData(cmd, f.data, o)
	if err != nil {
		return nil, err
	}
	// Without names, the column taken for the target was a feature: the file has no target.
	if _, d := frame.X.Dims(); f.target == "" && o.Target != "" && frame.Y != nil && d == m.Features-1 {
		o.Target = ""
		stream.Again(cmd)
		if frame, err = ui.ReadData(cmd, f.data, o); err != nil {
			return nil, err
		}
	}
	for _, text := range frame.Notices {
		fmt.Fprintf(cmd.ErrOrStderr(), "note: %s\n", plain.Text(text))
	}
	if len(frame.Left) > 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "note: columns that the model does not know were left out: %s\n",
			plain.List(frame.Left))
	}
	if _, d := frame.X.Dims(); d > m.Features && !linalg.IsDense(frame.X) {
		fmt.Fprintf(cmd.ErrOrStderr(), "note: features %d to %d, which the model does not know, were left out\n",
			m.Features+1, d)
		frame.X = firstColumns(frame.X, m.Features)
	}
	return frame, nil
}

// firstColumns leaves later ones out.
func firstColumns(x linalg.Map, d int) linalg.Map {
	first := make([]int, d)
	for j := range first {
		first[j] = j
	}
	return linalg.SelectColumns(x, first)
}

// queryColumn is that of the data to predict for.
func (f predictFlags) queryColumn(m *model.Linear) string {
	if m.Link != model.Order {
		return ""
	}
	return cmp.Or(f.queries, "qid")
}

// offerPredict tells shells the values of the flags of predict.
func offerPredict(cmd *cobra.Command) {
	ui.OffersSets(cmd, "data")
	ui.OffersFormats(cmd)
}
