// Package predicting has the command predict.
package predicting

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/fitting"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/intervals"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/times"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/words"
	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/internal/outfile"
	"github.com/proxlab/proxlab/internal/plain"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/spf13/cobra"
)

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
	intervals.AddLevel(flags, &f.interval)
	f.offsets.Add(flags)
	f.trials.Add(flags)
	f.times.AddJudged(flags, "with a model of the cox loss: see proxlab help losses")
	flags.Float64SliceVar(&f.at, "at", nil, "with a model of the cox loss, times: the probabilities to survive them, in "+
		"--out too, and Brier scores")
	flags.Lookup("at").DefValue = ""
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
	flags.IntVar(&f.importance, "importance", 0, "permute each column so many times, and say by how much the mean error "+
		"rises")
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
	m, k, err := f.load(cmd)
	if err != nil {
		return err
	}
	if m.Unsealed {
		fmt.Fprintf(cmd.ErrOrStderr(), "note: %s has no seal: a digit that changed in it is not noticed\n",
			plain.Text(f.model))
	}
	if err := f.recall(cmd, m); err != nil {
		return err
	}
	frame, err := f.read(cmd, m, k)
	if err != nil {
		return err
	}
	beside, err := f.beside(frame)
	if err != nil {
		return err
	}
	offset := beside.Offset
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
	l, err := f.livesOf(cmd, m, p, y, beside)
	if err != nil {
		return err
	}
	if times.Entered(m) {
		y = nil
	}
	ends, err := intervals.Of(m, frame.X, offset, y, f.interval)
	if err != nil {
		return err
	}
	written := &cells{spreadsheet: f.spreadsheet, ranking: words.RankingOf(frame, query, p), lives: l, ends: ends}
	if err := writePredictions(cmd, f.out, m, p, y, frame.Dropped, written); err != nil {
		return fmt.Errorf("--out: %w", err)
	}
	j := newJudgement(m, frame, p, y, beside.Event)
	j.lives = l
	j.query, j.depth = query, f.depth
	j.noteUnseen(cmd.ErrOrStderr())
	if f.figures != "" {
		if err := j.draw(cmd, f.figures, fitting.Name(ui.DataName(f.data))); err != nil {
			return err
		}
	}
	found := j.quality()
	found.Out, found.Survival, found.Interval = f.out, l.lines(), ends
	if found.Importance, err = importanceOf(m, frame, p, y, f.importance); err != nil {
		return ui.Usage(err)
	}
	if f.json {
		return json.NewEncoder(cmd.OutOrStdout()).Encode(found)
	}
	w := cmd.OutOrStdout()
	if f.printed() {
		w = cmd.ErrOrStderr()
	}
	return errors.Join(found.print(w, plain.Text(ui.DataName(f.data)), y != nil), l.print(w), ends.Print(w),
		printImportance(w, found.Importance, f.importance))
}

// beside is what a frame has beside features and targets: events and strata of times, offsets.
func (f *predictFlags) beside(frame *datasets.Frame) (out fit.Data, err error) {
	if err = f.times.Read(frame, &out, f.data, f.decimal); err == nil {
		out.Offset, err = f.offsets.Of(frame, f.data, f.decimal)
	}
	return out, err
}
