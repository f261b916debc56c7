package predicting

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/words"
	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/internal/outfile"
	"github.com/proxlab/proxlab/internal/plain"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/spf13/cobra"
)

// severalTargets predicts with a model of several targets: a column of the output for each, and a judgement of each
// where --target names them.
func (f predictFlags) severalTargets(
	cmd *cobra.Command, m *model.Linear, frame *datasets.Frame, offset []float64, of words.Targets,
) error {
	if f.importance > 0 {
		return ui.Usage(errors.New("--importance is for models of one target"))
	}
	n, _ := frame.X.Dims()
	data := fit.Data{X: frame.X, Y: frame.Y}
	judged := f.target != ""
	if judged {
		if err := of.Stack(frame, &data, f.data, len(words.NonEmpty(f.offsets.Column()))); err != nil {
			return err
		}
	}
	found, predictions := map[string]quality{}, make([]*model.Prediction, len(of))
	for k, name := range of {
		task := make([]int64, n)
		for i := range task {
			task[i] = m.Tasks[k]
		}
		p, err := m.PredictWith(frame.X, task, offset)
		if err != nil {
			return fmt.Errorf("%s: %w", ui.DataName(f.data), err)
		}
		if predictions[k] = p; judged {
			one := *frame
			one.Y = data.Y[k*n : (k+1)*n]
			found[name] = newJudgement(m, &one, p, labelsFor(m, &one), nil).quality()
		}
	}
	if f.out != "" {
		if err := f.writeTargets(cmd, m, predictions, of); err != nil {
			return fmt.Errorf("--out: %w", err)
		}
	}
	w := cmd.OutOrStdout()
	switch {
	case f.json:
		return json.NewEncoder(w).Encode(map[string]any{"targets": found})
	case f.printed():
		w = cmd.ErrOrStderr()
	}
	if !judged {
		ui.Say(w, "%s: %d examples; --target %s judges by their targets\n", plain.Text(ui.DataName(f.data)), n,
			plain.Text(strings.Join(of, ",")))
	}
	for _, name := range of {
		if judged {
			if err := found[name].print(w, plain.Text(ui.DataName(f.data)+", "+name), true); err != nil {
				return err
			}
		}
	}
	return nil
}

// writeTargets writes a line for each example: of each target its mean and its score, or its label, score and
// probability.
func (f predictFlags) writeTargets(
	cmd *cobra.Command, m *model.Linear, predictions []*model.Prediction, of words.Targets,
) error {
	if strings.EqualFold(filepath.Ext(f.out), ".npy") {
		return errors.New("predictions of several targets are written as .csv")
	}
	var b bytes.Buffer
	out, cells := csv.NewWriter(&b), &cells{spreadsheet: f.spreadsheet}
	number := func(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
	for i := -1; i < predictions[0].Scores.R; i++ {
		var row []string
		add := func(k int, what string, value func(p *model.Prediction) string) {
			if i < 0 {
				row = append(row, plain.Text(strings.TrimSpace(what+" "+of[k])))
				return
			}
			row = append(row, value(predictions[k]))
		}
		for k, p := range predictions {
			if p.Means != nil {
				add(k, "mean", func(p *model.Prediction) string { return number(p.Means.Data[i]) })
			}
			if p.Labels != nil {
				add(k, "label", func(p *model.Prediction) string { return cells.text(m.LabelName(p.Labels[i])) })
			}
			add(k, map[bool]string{true: "score", false: "prediction"}[p.Labels != nil],
				func(p *model.Prediction) string { return number(p.Scores.Data[i]) })
			if p.Probabilities != nil {
				add(k, "probability", func(p *model.Prediction) string { return number(p.Probabilities.Row(i)[1]) })
			}
		}
		if err := out.Write(row); err != nil {
			return err
		}
	}
	out.Flush()
	if f.out == "-" {
		_, err := cmd.OutOrStdout().Write(b.Bytes())
		return err
	}
	return outfile.Write(cmd.Context(), f.out, b.Bytes(), 0o666)
}
