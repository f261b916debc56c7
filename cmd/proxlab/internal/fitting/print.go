package fitting

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"text/tabwriter"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/models"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/internal/plain"
	"github.com/proxlab/proxlab/toolkit/fit/choose"
	"github.com/proxlab/proxlab/toolkit/model"
)

// fitLine is what --json prints of a model.
type fitLine struct {
	Lambda    *Number  `json:"lambda"`
	LambdaMax *Number  `json:"lambda_max"`
	LeastMax  *Number  `json:"lambda_max_at_least,omitempty"` // where lambda_max is a bound
	Mu        float64  `json:"mu"`
	Relaxed   float64  `json:"relaxed,omitzero"`
	Strengths []Number `json:"strengths,omitempty"` // of those penalties that are tried with several
	Objective Number   `json:"objective"`
	Loss      string   `json:"loss"`
	Penalty   string   `json:"penalty"`
	*constrainedLine
	Gap        Number  `json:"gap"`
	GapKind    string  `json:"gap_kind"`
	Iterations int     `json:"iterations"`
	Seconds    float64 `json:"seconds"`
	Nonzeros   int     `json:"nonzeros"`
	Rank       *int    `json:"rank"`
	Solver     string  `json:"solver"`
	Why        string  `json:"why"`
	Status     string  `json:"status"`
	N          int     `json:"n"`
	D          int     `json:"d"`
	K          int     `json:"k"`
	*cvLine
	*foundLine
}

// constrainedLine is what constraints add.
type constrainedLine struct {
	Constraints []string `json:"constraints"`
	Violation   Number   `json:"violation"` // the distance of the weights from them, at most
}

// cvLine is what cross-validation adds.
type cvLine struct {
	Folds    int     `json:"cv_folds"`
	Measure  string  `json:"cv_measure"`
	Error    Number  `json:"cv_error"`
	StdError Number  `json:"cv_std_error"`
	Accuracy *Number `json:"cv_accuracy"` // 0 to 1
	Best     bool    `json:"cv_best"`
	OneSE    bool    `json:"cv_one_std_error"`
	Chosen   bool    `json:"cv_chosen"` // what --choose keeps
}

func (r *fitting) line(m *model.Linear, v *choose.Validation, k int) fitLine {
	out := fitLine{
		Mu:         m.Mu,
		Relaxed:    m.Relaxed,
		Objective:  Number(m.Objective),
		Loss:       m.Loss,
		Penalty:    m.Penalty,
		Gap:        Number(m.Gap),
		GapKind:    string(m.GapKind),
		Iterations: m.Iterations,
		Seconds:    m.Seconds,
		Nonzeros:   m.Nonzeros(),
		Rank:       m.Rank,
		Solver:     m.Method,
		Why:        m.Why,
		Status:     string(m.Status),
		N:          m.Examples,
		D:          m.Features,
		K:          m.Outputs,
	}
	if m.Constraints != nil {
		out.constrainedLine = &constrainedLine{m.Constraints, Number(m.Violation)}
	}
	if m.Penalty != "none" {
		lambda, most := Number(m.Lambda), Number(r.most)
		out.Lambda, out.LambdaMax, out.LeastMax = &lambda, &most, (*Number)(r.least)
	}
	if r.flags.sums() {
		out.Strengths = numbersOf(r.flags.several.At(k))
	}
	if v != nil {
		out.cvLine = &cvLine{
			Folds:    len(v.Errors[k]),
			Measure:  v.Measure,
			Error:    Number(v.Error[k]),
			StdError: Number(v.StdError[k]),
			Best:     k == v.Best,
			OneSE:    k == v.OneStdError,
			Chosen:   k == r.chosen(v),
		}
		if v.Accuracy != nil {
			a := Number(v.Accuracy[k] / 100)
			out.Accuracy = &a
		}
	}
	out.foundLine = r.foundLine(k)
	return out
}

// print prints a model for people, or as JSON.
func (r *fitting) print(m *model.Linear, v *choose.Validation, k int) error {
	w := r.cmd.OutOrStdout()
	if r.flags.json {
		return json.NewEncoder(w).Encode(r.line(m, v, k))
	}
	ui.Say(w, "%s: %s, %s\n", plain.Text(ui.DataName(r.flags.data)), r.size(m), models.About(m))
	ui.Say(w, "%s after %s in %.2g s by %s: %s\n",
		m.Status, plain.Count(m.Iterations, "iteration"), m.Seconds, m.Method, m.Why)
	ui.Say(w, "%s\n", models.ObjectiveText(m))
	if v != nil {
		ui.Say(w, "%s of %d folds %.5g ± %.2g%s\n",
			v.Measure, len(v.Errors[k]), v.Error[k], v.StdError[k], accuracyOf(v, k))
	}
	r.weights(m)
	if err := r.sayFound(m); err != nil {
		return err
	}
	if r.flags.model != "" {
		ui.Say(w, "model: %s\n", plain.Text(r.saved))
	}
	return nil
}

func accuracyOf(v *choose.Validation, k int) string {
	if v.Accuracy == nil {
		return ""
	}
	return fmt.Sprintf(", accuracy %.2f %%", v.Accuracy[k])
}

// size is what a model has learnt from.
func (r *fitting) size(m *model.Linear) string {
	if k := len(r.flags.targets()); k > 1 {
		return fmt.Sprintf("%d examples of %d targets, %d features", m.Examples/k, k, m.Features)
	}
	return size(m)
}

func size(m *model.Linear) string {
	text := fmt.Sprintf("%d examples, %d features", m.Examples, m.Features)
	switch {
	case m.Tasks != nil:
		text += fmt.Sprintf(", %d tasks", m.Outputs)
	case m.Classes():
		text += fmt.Sprintf(", %d labels", m.Outputs)
	case m.Thresholds != nil:
		text += fmt.Sprintf(", %d labels from %s to %s, thresholds %.5g", len(m.Labels), Name(m.LabelName(m.Labels[0])),
			Name(m.LabelName(m.Labels[len(m.Labels)-1])), m.Thresholds)
	case m.Labels != nil:
		text += fmt.Sprintf(", labels %s and %s (positive)", Name(m.LabelName(m.Labels[0])), Name(m.LabelName(m.Labels[1])))
	}
	return text
}

// weights shows how many weights and which are not 0, the largest first.
func (r *fitting) weights(m *model.Linear) {
	w := r.cmd.OutOrStdout()
	fmt.Fprintf(w, "%d of %d weights are not 0", m.Nonzeros(), len(m.Weights))
	if m.Rank != nil {
		fmt.Fprintf(w, ", rank %d of %d", *m.Rank, min(m.Features, m.Outputs))
	}
	if len(m.Intercept) == 1 {
		fmt.Fprintf(w, ", intercept %.6g", m.Intercept[0])
	}
	fmt.Fprintln(w)
	norms := rowNorms(m)
	order := make([]int, 0, m.Features)
	for j, v := range norms {
		if v > 0 {
			order = append(order, j)
		}
	}
	slices.SortStableFunc(order, func(i, j int) int {
		if norms[i] > norms[j] {
			return -1
		}
		return 1
	})
	if len(order) == 0 {
		return
	}
	title := "weight"
	if m.Outputs > 1 {
		title = "norm over outputs"
	}
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(table, "feature\t%s\t\n", title)
	for _, j := range order[:min(shown, len(order))] {
		v := norms[j]
		if m.Outputs == 1 {
			v = m.Weights[j]
		}
		fmt.Fprintf(table, "%s\t%s\t\n", featureName(m, j), figures.Number(v, 5))
	}
	_ = table.Flush()
	if more := len(order) - shown; more > 0 {
		fmt.Fprintf(w, "… and %d more\n", more)
	}
}

func rowNorms(m *model.Linear) []float64 {
	out := make([]float64, m.Features)
	for j := range out {
		var sum float64
		for _, v := range m.Weights[j*m.Outputs : (j+1)*m.Outputs] {
			sum += v * v
		}
		out[j] = math.Sqrt(sum)
	}
	return out
}

// printPath prints a path as a table, or a line of JSON for each model.
func (r *fitting) printPath(along []*model.Linear, v *choose.Validation, keep int) error {
	w := r.cmd.OutOrStdout()
	if r.flags.json {
		e := json.NewEncoder(w)
		for k, m := range along {
			if err := e.Encode(r.line(m, v, k)); err != nil {
				return err
			}
		}
		return nil
	}
	first := along[0]
	ui.Say(w, "%s: %s, %s loss, %s, by %s\n",
		plain.Text(ui.DataName(r.flags.data)), r.size(first), first.Loss, r.flags.penaltyText(along),
		along[len(along)-1].Method)
	count := "not 0"
	if first.Rank != nil {
		count = "rank"
	}
	titles, many := r.flags.strengthTitles(along)
	titles = append(titles, "objective", "gap")
	if first.Constraints != nil {
		titles = append(titles, "violation")
	}
	titles = append(titles, count, "iterations", "seconds", "status")
	titles = append(titles, r.criterionTitles()...)
	if v != nil {
		titles = append(titles, v.Measure, "std. error", "")
	}
	table := figures.Table{Columns: figures.Columns(0, titles...)}
	for k, m := range along {
		count := m.Nonzeros()
		if m.Rank != nil {
			count = *m.Rank
		}
		row := append(r.flags.strengthCells(m, k, many), figures.Number(m.Objective, 7), models.GapCell(m))
		if first.Constraints != nil {
			row = append(row, fmt.Sprintf("%.1e", m.Violation))
		}
		row = slices.Concat(row, []string{
			fmt.Sprint(count), fmt.Sprint(m.Iterations), fmt.Sprintf("%.2g", m.Seconds), string(m.Status),
		}, r.criterionCells(k))
		if v != nil {
			row = append(row, figures.Number(v.Error[k], 5), figures.Number(v.StdError[k], 2), choice(v, k, keep))
		}
		table.Rows = append(table.Rows, row)
	}
	if err := table.Text(w, ui.Columns(w)); err != nil {
		return err
	}
	ui.Say(w, "\n%s:\n", r.why(along, v))
	r.weights(along[keep])
	if err := r.sayFound(along[keep]); err != nil {
		return err
	}
	if r.flags.model != "" {
		ui.Say(w, "model: %s\n", plain.Text(r.saved))
	}
	return nil
}
