package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/internal/outfile"
	"github.com/proxlab/proxlab/internal/plain"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/model"
)

// predictFlags are the flags of the command as they are given.
type predictFlags struct {
	model, data, target, tasks, out string
	decimal                         string
	drop                            []string
	json                            bool
}

func newPredict() *cobra.Command {
	var f predictFlags
	cmd := &cobra.Command{
		Use:   "predict --model MODEL --data FILE",
		Short: "Predict with a model, and judge it where the data have labels",
		Long: "Predict with a model that proxlab fit wrote. Data are as for proxlab fit; CSV columns are found by the " +
			"names the model knows, in any order.\n" +
			"Where the data have targets: accuracy, error, area under the ROC curve (two labels), log-loss; R² and mean " +
			"squared error for the squared loss.\n" +
			"--out writes a line for each example: its label, score or scores, and probabilities where the loss has them.",
		Example: "  proxlab predict --model a9a.json --data @a9a:test --out a9a.csv",
		Args:    noArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return runPredict(cmd, f) },
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVar(&f.model, "model", "", "the model's file")
	flags.StringVar(&f.data, "data", "", "the file, or @NAME or @NAME:test of a registered set")
	flags.StringVar(&f.target, "target", "",
		"the column of targets or labels (default: the one the model learnt from, where it is there)")
	flags.StringVar(&f.tasks, "tasks", "", "the column of tasks, for a model with tasks (default: qid)")
	flags.StringSliceVar(&f.drop, "drop", nil,
		"columns of a CSV file without a header to leave out; with one, the model knows its features by name")
	flags.StringVar(&f.decimal, "decimal", "", "the decimal point of a CSV file, . or , (default: found out)")
	flags.StringVar(&f.out, "out", "",
		"write predictions to this file: .csv, or .npy for scores alone; - for standard output")
	flags.BoolVar(&f.json, "json", false, "print one JSON object on one line")
	return cmd
}

// measures are what --json prints; shares are between 0 and 1.
type measures struct {
	N        int    `json:"n"`
	Loss     string `json:"loss"`
	Accuracy number `json:"accuracy"`
	Error    number `json:"error"`
	AUC      number `json:"auc"`
	LogLoss  number `json:"log_loss"`
	R2       number `json:"r2"`
	MSE      number `json:"mean_squared_error"`
	Out      string `json:"out,omitempty"`
}

func runPredict(cmd *cobra.Command, f predictFlags) error {
	switch ext := strings.ToLower(filepath.Ext(f.out)); {
	case f.model == "" || f.data == "":
		return usageError{errors.New("--model and --data are needed")}
	case f.out != "" && f.out != "-" && ext != ".csv" && ext != ".npy" && !outfile.Stream(f.out):
		return usageError{fmt.Errorf("--out %s: it must end in .csv or .npy", f.out)}
	case f.printed() && f.json:
		return usageError{fmt.Errorf("--out %s and --json both want standard output", f.out)}
	}
	if f.out != "" && f.out != "-" {
		inputs := filesOf(input{"--target", f.target}, input{"--tasks", f.tasks})
		inputs = append(inputs, input{"--model", f.model}, input{"--data", f.data})
		if err := checkOutput("--out", f.out, inputs...); err != nil {
			return err
		}
	}
	m, err := loadModel(f.model)
	if err != nil {
		return err
	}
	frame, err := readForModel(cmd, m, f)
	if err != nil {
		return err
	}
	p, err := m.Predict(frame.X, frame.Task)
	if err != nil {
		return fmt.Errorf("%s: %w", f.data, err)
	}
	y := labelsFor(m, frame)
	if err := writePredictions(cmd, f.out, m, p, y, frame.Dropped); err != nil {
		return fmt.Errorf("--out: %w", err)
	}
	found := judge(m, p, y)
	found.Out = f.out
	if f.json {
		return json.NewEncoder(cmd.OutOrStdout()).Encode(found)
	}
	w := cmd.OutOrStdout()
	if f.printed() {
		w = cmd.ErrOrStderr()
	}
	return printMeasures(w, plain.Text(f.data), found, y != nil)
}

// printed tells whether predictions go to standard output.
func (f predictFlags) printed() bool { return f.out == "-" || outfile.IsStdout(f.out) }

// readForModel reads data in the shape that a model knows.
func readForModel(cmd *cobra.Command, m *model.Linear, f predictFlags) (*datasets.Frame, error) {
	o := datasets.FrameOptions{
		Target:     f.target,
		NoTarget:   f.target == "",
		TextLabels: m.Labels != nil,
		Features:   m.FeatureNames,
		Columns:    m.Features,
		Drop:       f.drop,
		Encoder:    m.Encoder,
		Decimal:    f.decimal,
	}
	registered := strings.HasPrefix(f.data, "@")
	if o.Target == "" && !registered {
		o.Target = m.Target
	}
	if m.Tasks != nil {
		if o.Task = f.tasks; o.Task == "" {
			o.Task = "qid"
		}
	}
	frame, err := datasets.ReadFrame(cmd.Context(), f.data, o)
	if err != nil {
		return nil, err
	}
	// Without names, the column taken for the target was a feature: the file has no target.
	if _, d := frame.X.Dims(); f.target == "" && o.Target != "" && frame.Y != nil && d == m.Features-1 {
		o.Target = ""
		if frame, err = datasets.ReadFrame(cmd.Context(), f.data, o); err != nil {
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

// labelsFor returns the targets of a frame as the model numbers its labels. Labels that are text are matched by name;
// NaN stands for a label that the model does not know.
func labelsFor(m *model.Linear, frame *datasets.Frame) []float64 {
	if frame.Y == nil || frame.Labels == nil && m.LabelNames == nil {
		return frame.Y
	}
	out := make([]float64, len(frame.Y))
	for i, v := range frame.Y {
		name := strconv.FormatFloat(v, 'g', -1, 64)
		if frame.Labels != nil {
			name = frame.Labels[int(v)]
		}
		out[i] = math.NaN()
		if at := slices.Index(m.LabelNames, name); at >= 0 {
			out[i] = m.Labels[at]
		}
	}
	return out
}

// judge compares predictions with targets; all is NaN without these.
func judge(m *model.Linear, p *model.Prediction, y []float64) measures {
	nan := number(math.NaN())
	out := measures{N: p.Scores.R, Loss: m.Loss, Accuracy: nan, Error: nan, AUC: nan, LogLoss: nan, R2: nan, MSE: nan}
	if y == nil {
		return out
	}
	var sum float64
	for i, v := range y {
		sum += m.Error(p, i, v)
	}
	mean := number(sum / float64(len(y)))
	if m.Labels == nil {
		if p.Scores.C == 1 { // of several, a loss of one's own knows what they are
			out.R2, out.MSE = number(fit.RSquared(p.Scores.Data, y)), mean
		}
		return out
	}
	right, positive := 0, make([]bool, len(y))
	for i, v := range y {
		if p.Labels[i] == v {
			right++
		}
		positive[i] = v == m.Labels[len(m.Labels)-1]
	}
	out.Accuracy = number(float64(right) / float64(len(y)))
	out.Error = 1 - out.Accuracy
	if p.Probabilities != nil {
		out.LogLoss = mean
	}
	if !m.Classes() {
		out.AUC = number(fit.AUC(p.Scores.Data, positive))
	}
	return out
}

func printMeasures(w io.Writer, data string, v measures, judged bool) error {
	fmt.Fprintf(w, "%s: %d examples", data, v.N)
	if !judged {
		fmt.Fprintln(w, "; there are no targets to judge by")
		return nil
	}
	fmt.Fprintln(w)
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	add := func(name string, value number, scale float64, unit string) {
		if !math.IsNaN(float64(value)) {
			fmt.Fprintf(table, "  %s\t%.5g%s\n", name, float64(value)*scale, unit)
		}
	}
	add("accuracy", v.Accuracy, 100, " %")
	add("error", v.Error, 100, " %")
	add("area under the ROC curve", v.AUC, 1, "")
	add("log-loss", v.LogLoss, 1, "")
	add("R²", v.R2, 1, "")
	add("mean squared error", v.MSE, 1, "")
	return table.Flush()
}
