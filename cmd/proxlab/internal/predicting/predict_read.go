package predicting

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/intervals"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/times"
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
	queries                         string
	times                           times.Flags
	at                              []float64
	offsets                         words.OffsetFlags
	trials                          words.TrialFlags
	depth, importance               int
	interval                        float64
	decimal, separator              string
	encoding, unseen                string
	drop                            []string
	json                            bool
	format, figures                 string
	zeroBased, spreadsheet          bool
}

// printed tells whether predictions go to standard output.
func (f predictFlags) printed() bool { return f.out == "-" || outfile.IsStdout(f.out) }

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

// recall takes from a model what flags leave out, and refuses what does not go with it.
func (f *predictFlags) recall(cmd *cobra.Command, m *model.Linear) error {
	if err := errors.Join(f.unseenLevels(m), f.offsets.Recall(m)); err != nil {
		return ui.Usage(err)
	}
	if of := words.TargetsIn(m); of != nil && f.target != "" && f.target != strings.Join(of, ",") {
		return ui.Usage(fmt.Errorf("--target %s: the model has learnt %s", f.target, strings.Join(of, ",")))
	}
	f.times.Recall(m, f.lives(m))
	if err := intervals.Check(m, f.interval); err != nil {
		return ui.Usage(err)
	}
	return f.goesWith(cmd, m)
}

// lives tells whether probabilities to survive are asked for, and known.
func (f predictFlags) lives(m *model.Linear) bool {
	return m.Baseline != nil && (f.at != nil || f.figures != "")
}

// goesWith refuses columns and places that the model's loss has no use for.
func (f predictFlags) goesWith(cmd *cobra.Command, m *model.Linear) error {
	switch {
	case f.times.Given() != "" && m.Link != model.Hazard:
		return ui.Usage(fmt.Errorf("%s goes with a model of the cox loss, and this is %s", f.times.Given(), m.Loss))
	case f.at != nil && m.Baseline == nil:
		return ui.Usage(fmt.Errorf("--at is for models of the cox loss with a baseline, as fit writes it: this one, of the "+
			"%s loss, has none", m.Loss))
	case slices.ContainsFunc(f.at, func(t float64) bool { return !(t >= 0) || math.IsInf(t, 1) }):
		return ui.Usage(fmt.Errorf("--at %v: times from 0 are due", f.at))
	case f.queries != "" && m.Link != model.Order:
		return ui.Usage(fmt.Errorf("--queries goes with a model of the pairwise or ndcg loss, and this is %s", m.Loss))
	case cmd.Flags().Changed("depth") && m.Link != model.Order:
		return ui.Usage(fmt.Errorf("--depth goes with a model of the pairwise or ndcg loss, and this is %s", m.Loss))
	case f.depth < 1:
		return ui.Usage(fmt.Errorf("--depth %d: a ranking has 1 place or more", f.depth))
	}
	return nil
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

// readFrameFor reads data of the features that a model knows.
func readFrameFor(cmd *cobra.Command, m *model.Linear, f predictFlags) (*datasets.Frame, error) {
	o := datasets.FrameOptions{
		Target: f.target,
		Keep: slices.Concat(f.times.Columns(), words.NonEmpty(f.queryColumn(m), f.offsets.Column(),
			f.trials.Column)),
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
	f.tasksFor(m, &o)
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

// tasksFor names the column of tasks, or of several targets those by which they are judged.
func (f predictFlags) tasksFor(m *model.Linear, o *datasets.FrameOptions) {
	of := words.TargetsIn(m)
	switch {
	case of != nil && f.target != "":
		o.Target, o.Keep = of[0], append(o.Keep, of[1:]...)
	case of != nil:
		o.Target, o.NoTarget = "", true
	case m.Tasks != nil:
		o.Task = cmp.Or(f.tasks, "qid")
	}
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
