package tracenorm

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/stat"

	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/reproduce"
)

// notes below the tables.
var notes = map[string][]string{
	tableFigure1: {"Medians over replications of the processor seconds, and iterations, in which a method first came " +
		"within a share of the best objective of all; – where most did not. Two cores: seconds of both are added up. " +
		"An iteration is a step of the algorithm: for ContR1D an atom added or one pass of Step 4. " +
		"The rank of ContR1D is its list of atoms. " +
		"At light regularization the thin and the matrix-free form ran on the first replication alone."},
	tableFigure1Sound: {"As in the literal table, for generalized conditional gradient with local search: all singular " +
		"pairs above λ in a round, then quasi-Newton steps on the factors. " +
		"It is a stronger method than the paper's; an iteration is a round's beginning or a quasi-Newton step."},
	tableFigure2: {"At the λ of least test error on the splits' paths. Seconds are processor time. For alternating " +
		"minimization, the spread over its random starts on the first split stands behind its error. " +
		"IR is iterative rescaling."},
	tableFigure2Sound: {"As in the literal table, for generalized conditional gradient with local search."},
	tableReadings:     {"On the first replication, ρ = 0.9. φ(0) = ln k; where the rank is 0, W = 0 is the solution."},
	tableSpeed: {"Below 1 the sound method was faster. Behind ≤, the rival had not arrived when its time was up: " +
		"at most this."},
	tablePath: {"Mean over the splits that λ is chosen on. The solutions come from warm starts, to a relative " +
		"gap of 1e-4 or, for full-size pictures, 30 and else 150 steps."},
	tableGauges: {"Ω of the matrix [[1.1, 0.5], [0.5, 1.1]]: by intersecting half-planes ⟨G, W⟩ ≤ Ω°(G), each " +
		"from an extreme atom, and by formula."},
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

func text(r reproduce.Row, key string) string {
	s, _ := r.Values[key].(string)
	return s
}

func showTimes(f *figures.Table, t reproduce.Table) {
	f.Columns = figures.Columns(2, "panel", "method", "λ/λ_max", "1e-3: s", "1e-4: s", "1e-5: s", "1e-6: s", "1e-3: its",
		"1e-5: its", "accuracy", "in s", "rank", "data")
	for _, r := range t.Rows {
		line := []string{text(r, "panel"), methodTitles[text(r, "method")], figures.Number(r.Number("share"), 4)}
		for _, share := range accuracies[1:] {
			line = append(line, figures.Number(r.Number(accuracyKey("cpu", share)), 2))
		}
		line = append(line, figures.Number(r.Number(accuracyKey("iterations", 1e-3)), 0),
			figures.Number(r.Number(accuracyKey("iterations", 1e-5)), 0))
		f.Rows = append(f.Rows, append(line, short(r.Number("accuracy")), figures.Number(r.Number("seconds"), 1),
			figures.Number(r.Number("rank"), 0), r.Data.String()))
	}
}

func showSets(f *figures.Table, t reproduce.Table) {
	f.Columns = figures.Columns(2, "set", "method", "λ/λ_max", "1e-2: s", "1e-3: s", "1e-5: s", "accuracy", "rank",
		"test error (%)", "least (%)", "at s", "data")
	for _, r := range t.Rows {
		if status := text(r, "status"); status != "" {
			f.Rows = append(f.Rows, append(append([]string{text(r, "set"), status},
				strings.Split(strings.Repeat("–,", 8)+"–", ",")...), r.Data.Name))
			continue
		}
		line := []string{text(r, "set"), methodTitles[text(r, "method")], figures.Number(r.Number("share"), 4)}
		for _, share := range []float64{1e-2, 1e-3, 1e-5} {
			line = append(line, figures.Number(r.Number(accuracyKey("cpu", share)), 3))
		}
		last := figures.Number(r.Number("test_error"), 2)
		if starts := r.Numbers("starts_error"); len(starts) > 1 {
			last += fmt.Sprintf(" (starts ± %.2f)", stat.StdDev(starts, nil))
		}
		f.Rows = append(f.Rows, append(line, short(r.Number("accuracy")), figures.Number(r.Number("rank"), 0), last,
			figures.Number(r.Number("test_error_least"), 2), figures.Number(r.Number("test_error_least_at"), 3),
			r.Data.String()))
	}
}

func showReadings(f *figures.Table, t reproduce.Table) {
	f.Columns = figures.Columns(2, "reading", "λ", "λ/λ_max", "objective", "φ(0)", "rank", "relative gap",
		"test error (%)", "data")
	for _, r := range t.Rows {
		f.Rows = append(f.Rows, []string{
			r.ID, short(r.Number("lambda")), figures.Number(r.Number("share"), 4), figures.Number(r.Number("objective"), 4),
			figures.Number(r.Number("at_zero"), 4),
			figures.Number(r.Number("rank"), 0), short(r.Number("gap")), figures.Number(r.Number("test_error"), 1),
			r.Data.String(),
		})
	}
}

func showSpeed(f *figures.Table, t reproduce.Table) {
	f.Columns = figures.Columns(2, "panel or set", "rival", "at 1e-2", "at 1e-3", "at 1e-5", "replications", "data")
	for _, r := range t.Rows {
		where, _, _ := strings.Cut(r.ID, "/")
		line := []string{where, methodTitles[text(r, "rival")]}
		for _, share := range speedShares {
			ratio := r.Number(accuracyKey("ratio", share))
			s := figures.Number(ratio, 2)
			if bound := r.Number(accuracyKey("bound", share)); math.IsNaN(ratio) && !math.IsNaN(bound) {
				s = "≤ " + figures.Number(bound, 2)
			}
			line = append(line, s)
		}
		f.Rows = append(f.Rows, append(line, figures.Number(r.Number("replications"), 0), r.Data.String()))
	}
}

func showPath(f *figures.Table, t reproduce.Table) {
	f.Columns = figures.Columns(2, "set", "λ/λ_max", "λ", "rank", "of", "test error (%)", "relative gap", "splits", "data")
	for _, r := range t.Rows {
		f.Rows = append(f.Rows, []string{
			text(r, "set"), figures.Number(r.Number("share"), 4), short(r.Number("lambda")), figures.Number(r.Number("rank"), 1),
			figures.Number(r.Number("most"), 0),
			figures.Number(r.Number("test_error"), 2), short(r.Number("gap")), figures.Number(r.Number("splits"), 0),
			r.Data.String(),
		})
	}
}

func showGauges(f *figures.Table, t reproduce.Table) {
	f.Columns = []figures.Column{{Title: "gauge"}, {Title: "by atoms", Right: true}, {Title: "by formula", Right: true}}
	for _, r := range t.Rows {
		f.Rows = append(f.Rows, []string{r.ID, figures.Number(r.Number("atoms"), 4), figures.Number(r.Number("formula"), 4)})
	}
}

func short(v float64) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return "–"
	}
	return fmt.Sprintf("%.1e", v)
}
