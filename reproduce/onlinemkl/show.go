package onlinemkl

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/reproduce"
)

// notes of the tables: how C and η0 were chosen.
var notes = map[string]string{
	tableEta1: "η0 = 1; C = 1/(λm) chosen from 0.1 to 10⁴ on the test folds, as the paper's text suggests: an " +
		"oracle.",
	tablePaperRule: "η0 from 0.01 to 10, that of the least objective after 5 epochs, for each C; C chosen on the test " +
		"folds: an oracle.",
	tableBest:     "C and η0 chosen on the test folds: an oracle for both.",
	tableHeldOut:  "C and η0 chosen on every tenth word of the training fold, held out; then trained on the whole fold.",
	tableVariants: "As table1-eta0-1, with one thing changed; the first rows are the literal setting on the same folds.",
	tableRegret: "MKL(L,Q,G) at C = 1 on the training words of the first fold in file order, Θ = {‖θ‖ ≤ " +
		"√(2Λ/(λ+σ))} with Λ the mean length of a word, G = 2 max ‖φ(x,y)‖.",
}

// tables shows the record's tables beside the paper's.
func tables(rec *reproduce.Record) []figures.Table {
	var out []figures.Table
	for _, t := range rec.Tables {
		switch {
		case t.ID == tableVariants:
			if len(t.Rows) > 0 {
				out = append(out, showVariants(rec, t))
			}
		case t.ID == tableRegret:
			out = append(out, showRegret(rec, t))
		case titles[t.ID] != "":
			out = append(out, show(rec, t))
		}
	}
	return out
}

// show shows one of the four forms of Table 1.
func show(rec *reproduce.Record, t reproduce.Table) figures.Table {
	out := figures.Table{
		ID: t.ID, Title: fmt.Sprintf("%s (%s, scale %s)", t.Title, t.Mode, rec.Scale),
		Columns: []figures.Column{
			{Title: "kernel"},
			{Title: "accuracy (%)", Right: true},
			{Title: "paper", Right: true},
			{Title: "training (s)", Right: true},
			{Title: "paper", Right: true},
			{Title: "C", Right: true},
			{Title: "η0", Right: true},
			{Title: "folds", Right: true},
			{Title: "data"},
		},
		Notes: []string{
			"Trained on one fold and tested on the other nine; mean ± standard deviation over the folds trained on. Last " +
				"model after 20 epochs.",
			notes[t.ID],
			"Training seconds are those of the Gram matrices and 20 epochs, with as many trainings at a time as there are " +
				"cores.",
		},
	}
	for _, r := range t.Rows {
		spec := specOf(r.ID)
		data := r.Data.String()
		if s, ok := r.Values["status"].(string); ok {
			data = s
		}
		out.Rows = append(out.Rows, []string{
			spec.title,
			plusMinus(r.Number("accuracy"), r.Number("accuracy_std")),
			plusMinus(spec.paper.accuracy, spec.paper.std),
			figures.Number(r.Number("train_seconds"), 2),
			figures.Number(spec.paper.seconds, 0),
			list(r.Numbers("C")),
			list(r.Numbers("eta0")),
			strconv.Itoa(len(r.Numbers("folds"))),
			data,
		})
		if beta := r.Numbers("beta"); beta != nil {
			out.Notes = append(out.Notes, fmt.Sprintf("%s: β = %s.", spec.title, shareList(beta, texts(r.Values["groups"]))))
		}
	}
	return out
}

// showVariants has a line for every variant and a column for every row of Table 1 that it was run on.
func showVariants(rec *reproduce.Record, t reproduce.Table) figures.Table {
	out := figures.Table{
		ID: t.ID, Title: fmt.Sprintf("%s (%s, scale %s)", t.Title, t.Mode, rec.Scale),
		Columns: []figures.Column{{Title: "setting"}},
		Notes:   []string{notes[t.ID], "The margin is that of MKL over the best of the others."},
	}
	for _, id := range variantRows {
		out.Columns = append(out.Columns, figures.Column{Title: specOf(id).title, Right: true})
	}
	out.Columns = append(out.Columns, figures.Column{Title: "margin", Right: true},
		figures.Column{Title: "folds", Right: true}, figures.Column{Title: "data"})
	for _, v := range variants {
		line := []string{v.ID}
		mkl, others, folds, data := math.NaN(), math.Inf(-1), 0, ""
		for _, id := range variantRows {
			r, ok := t.Row(v.ID + "/" + id)
			if !ok {
				line = append(line, "–")
				continue
			}
			folds, data = len(r.Numbers("folds")), r.Data.String()
			if id == "mkl-lqg" {
				mkl = r.Number("accuracy")
			} else {
				others = math.Max(others, r.Number("accuracy"))
			}
			line = append(line, plusMinus(r.Number("accuracy"), r.Number("accuracy_std")))
		}
		if folds > 0 {
			out.Rows = append(out.Rows, append(line, figures.Number(mkl-others, 2), strconv.Itoa(folds), data))
		}
	}
	return out
}

// showRegret has a line for every learning rate.
func showRegret(rec *reproduce.Record, t reproduce.Table) figures.Table {
	out := figures.Table{
		ID: t.ID, Title: fmt.Sprintf("%s (%s, scale %s)", t.Title, t.Mode, rec.Scale),
		Columns: []figures.Column{
			{Title: "learning rate"},
			{Title: "T", Right: true},
			{Title: "regret/T", Right: true},
			{Title: "bound/T", Right: true},
			{Title: "with the subgradients met", Right: true},
			{Title: "minimum", Right: true},
			{Title: "at least", Right: true},
			{Title: "‖θ*‖", Right: true},
			{Title: "radius", Right: true},
			{Title: "G", Right: true},
			{Title: "data"},
		},
		Notes: []string{
			notes[t.ID],
			"The minimum is the least objective that a long run found, and the column beside it a lower bound from duality: " +
				"measured against the true minimum, regret/T is larger by at most their difference.",
			"The last bound is that of the proposition's proof before ‖g_t‖ is replaced by G.",
		},
	}
	for _, rule := range regretRules {
		r, ok := t.Row(rule.id)
		if !ok {
			continue
		}
		rounds := r.Number("rounds")
		out.Rows = append(out.Rows, []string{
			rule.title,
			figures.Number(rounds, 0),
			figures.Number(r.Number("regret")/rounds, 3),
			figures.Number(r.Number("bound")/rounds, 2),
			figures.Number(r.Number("bound_met")/rounds, 2),
			figures.Number(r.Number("minimum"), 3),
			figures.Number(r.Number("minimum_lower"), 3),
			figures.Number(r.Number("comparator_norm"), 1),
			figures.Number(r.Number("radius"), 1),
			figures.Number(r.Number("G"), 1),
			r.Data.String(),
		})
	}
	return out
}

func plusMinus(v, sd float64) string {
	if math.IsNaN(sd) {
		return figures.Number(v, 1)
	}
	return figures.Number(v, 1) + " ± " + figures.Number(sd, 1)
}

// list writes the values that occur, each once, in ascending order.
func list(v []float64) string {
	v = slices.Clone(v)
	slices.Sort(v)
	var out []string
	for _, x := range slices.Compact(v) {
		out = append(out, strconv.FormatFloat(x, 'g', -1, 64))
	}
	return strings.Join(out, ", ")
}

func shareList(beta []float64, groups []string) string {
	var out []string
	for k, b := range beta {
		if k < len(groups) {
			out = append(out, fmt.Sprintf("%.2f %s", b, groups[k]))
		}
	}
	return strings.Join(out, ", ")
}

// texts returns a list of strings, fresh or read from JSON.
func texts(v any) []string {
	switch v := v.(type) {
	case []string:
		return v
	case []any:
		var out []string
		for _, x := range v {
			s, _ := x.(string)
			out = append(out, s)
		}
		return out
	}
	return nil
}
