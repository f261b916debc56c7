package tracenorm

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/reproduce"
)

// notes below the tables.
var notes = map[string][]string{
	tableFigure1: {"Medians over replications of the processor seconds, and iterations, in which a method first came within a share of the best objective of all; – where " +
		"most did not. Two cores: seconds of both are added up. An iteration is a step of the algorithm: for ContR1D an atom added or one pass of Step 4. The rank of ContR1D is its list of atoms. " +
		"At light regularization the thin and the matrix-free form ran on the first replication alone."},
	tableFigure1Sound: {"As in the literal table, for generalized conditional gradient with local search: all singular pairs above λ in a round, then quasi-Newton steps on the factors. " +
		"It is a stronger method than the paper's; an iteration is a round's beginning or a quasi-Newton step."},
	tableFigure2: {"At the λ of least test error on the splits' paths. Seconds are processor time. For alternating minimization, the spread over its random starts on the first split stands behind its error. " +
		"IR is iterative rescaling."},
	tableFigure2Sound: {"As in the literal table, for generalized conditional gradient with local search."},
	tableReadings:     {"On the first replication, ρ = 0.9. φ(0) = ln k; where the rank is 0, W = 0 is the solution."},
	tableSpeed:        {"Below 1 the sound method was faster. Behind ≤, the rival had not arrived when its time was up: at most this."},
	tablePath:         {"Mean over the splits that λ is chosen on. The solutions come from warm starts, to a relative gap of 1e-4 or, for full-size pictures, 30 and else 150 steps."},
	tableGauges:       {"Ω of the matrix [[1.1, 0.5], [0.5, 1.1]]: by intersecting half-planes ⟨G, W⟩ ≤ Ω°(G), each from an extreme atom, and by formula."},
}

// tables shows the record's tables.
func tables(rec *reproduce.Record) []figures.Table {
	show := map[string]func(*figures.Table, reproduce.Table){
		tableFigure1: showTimes, tableFigure1Sound: showTimes, tableFigure2: showSets, tableFigure2Sound: showSets,
		tableReadings: showReadings, tableSpeed: showSpeed, tablePath: showPath, tableGauges: showGauges,
	}
	var out []figures.Table
	for _, t := range rec.Tables {
		if with := show[t.ID]; with != nil && len(t.Rows) > 0 {
			f := figures.Table{ID: t.ID, Title: fmt.Sprintf("%s (scale %s)", t.Title, rec.Scale), Notes: notes[t.ID]}
			with(&f, t)
			out = append(out, f)
		}
	}
	return out
}

// columns are titles of which the first and the last, the data, stand to the left.
func columns(titles ...string) []figures.Column {
	out := make([]figures.Column, len(titles))
	for k, t := range titles {
		out[k] = figures.Column{Title: t, Right: k > 1 && k < len(titles)-1}
	}
	return out
}

func text(r reproduce.Row, key string) string {
	s, _ := r.Values[key].(string)
	return s
}

func showTimes(f *figures.Table, t reproduce.Table) {
	f.Columns = columns("panel", "method", "λ/λ_max", "1e-3: s", "1e-4: s", "1e-5: s", "1e-6: s", "1e-3: its", "1e-5: its", "accuracy", "in s", "rank", "data")
	for _, r := range t.Rows {
		line := []string{text(r, "panel"), methodTitles[text(r, "method")], number(r.Number("share"), 4)}
		for _, share := range accuracies[1:] {
			line = append(line, number(r.Number(accuracyKey("cpu", share)), 2))
		}
		line = append(line, number(r.Number(accuracyKey("iterations", 1e-3)), 0), number(r.Number(accuracyKey("iterations", 1e-5)), 0))
		f.Rows = append(f.Rows, append(line, short(r.Number("accuracy")), number(r.Number("seconds"), 1), number(r.Number("rank"), 0), r.Data.String()))
	}
}

func showSets(f *figures.Table, t reproduce.Table) {
	f.Columns = columns("set", "method", "λ/λ_max", "1e-2: s", "1e-3: s", "1e-5: s", "accuracy", "rank", "test error (%)", "least (%)", "at s", "data")
	for _, r := range t.Rows {
		if status := text(r, "status"); status != "" {
			f.Rows = append(f.Rows, append(append([]string{text(r, "set"), status}, strings.Split(strings.Repeat("–,", 8)+"–", ",")...), r.Data.Name))
			continue
		}
		line := []string{text(r, "set"), methodTitles[text(r, "method")], number(r.Number("share"), 4)}
		for _, share := range []float64{1e-2, 1e-3, 1e-5} {
			line = append(line, number(r.Number(accuracyKey("cpu", share)), 3))
		}
		last := number(r.Number("test_error"), 2)
		if starts := r.Numbers("starts_error"); len(starts) > 1 {
			last += fmt.Sprintf(" (starts ± %.2f)", spreadOf(starts))
		}
		f.Rows = append(f.Rows, append(line, short(r.Number("accuracy")), number(r.Number("rank"), 0), last,
			number(r.Number("test_error_least"), 2), number(r.Number("test_error_least_at"), 3), r.Data.String()))
	}
}

func showReadings(f *figures.Table, t reproduce.Table) {
	f.Columns = columns("reading", "λ", "λ/λ_max", "objective", "φ(0)", "rank", "relative gap", "test error (%)", "data")
	for _, r := range t.Rows {
		f.Rows = append(f.Rows, []string{
			r.ID, short(r.Number("lambda")), number(r.Number("share"), 4), number(r.Number("objective"), 4), number(r.Number("at_zero"), 4),
			number(r.Number("rank"), 0), short(r.Number("gap")), number(r.Number("test_error"), 1), r.Data.String(),
		})
	}
}

func showSpeed(f *figures.Table, t reproduce.Table) {
	f.Columns = columns("panel or set", "rival", "at 1e-3", "at 1e-5", "replications", "data")
	for _, r := range t.Rows {
		where, _, _ := strings.Cut(r.ID, "/")
		line := []string{where, methodTitles[text(r, "rival")]}
		for _, share := range []float64{1e-3, 1e-5} {
			ratio := r.Number(accuracyKey("ratio", share))
			s := number(ratio, 2)
			if bound := r.Number(accuracyKey("bound", share)); math.IsNaN(ratio) && !math.IsNaN(bound) {
				s = "≤ " + number(bound, 2)
			}
			line = append(line, s)
		}
		f.Rows = append(f.Rows, append(line, number(r.Number("replications"), 0), r.Data.String()))
	}
}

func showPath(f *figures.Table, t reproduce.Table) {
	f.Columns = columns("set", "λ/λ_max", "λ", "rank", "of", "test error (%)", "relative gap", "splits", "data")
	for _, r := range t.Rows {
		f.Rows = append(f.Rows, []string{
			text(r, "set"), number(r.Number("share"), 4), short(r.Number("lambda")), number(r.Number("rank"), 1), number(r.Number("most"), 0),
			number(r.Number("test_error"), 2), short(r.Number("gap")), number(r.Number("splits"), 0), r.Data.String(),
		})
	}
}

func showGauges(f *figures.Table, t reproduce.Table) {
	f.Columns = []figures.Column{{Title: "gauge"}, {Title: "by atoms", Right: true}, {Title: "by formula", Right: true}}
	for _, r := range t.Rows {
		f.Rows = append(f.Rows, []string{r.ID, number(r.Number("atoms"), 4), number(r.Number("formula"), 4)})
	}
}

func number(v float64, digits int) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return "–"
	}
	return strconv.FormatFloat(v, 'f', digits, 64)
}

func short(v float64) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return "–"
	}
	return fmt.Sprintf("%.1e", v)
}
