package tracenorm

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/reproduce"
)

// The tables of the study; a form of Figures 1 and 2 for each mode.
const (
	tableFigure1      = "figure1"
	tableFigure1Sound = "figure1-sound"
	tableFigure2      = "figure2"
	tableFigure2Sound = "figure2-sound"
	tableReadings     = "readings" // of the paper's two λ
	tableSpeed        = "speed"    // the sound method over each form of Prox++
	tablePath         = "path"     // rank and test error over λ
	tableGauges       = "figure3"  // a gauge, measured
)

var layouts = []reproduce.Layout{
	{
		ID: tableFigure1, Title: "Figure 1: processor time and iterations to a relative accuracy", Columns: columnsOfFigure1,
		Show: addSizes, Details: slices.Concat(details, judgedOn, []string{"turns", "step3_*", "step4_*"}),
		Notes: []string{"Medians over replications of the processor seconds, and iterations, in which a method first came " +
			"within a share of the best objective of all; – where half or more did not. Seconds of all cores are added up. " +
			"An iteration is a step of the algorithm: for ContR1D an atom added or one Step 4. " +
			"Ranks are those of W, by its singular values; atoms are the terms that ContR1D keeps W in. " +
			"Some forms of Prox++ ran on the first replications alone, as the column says; " +
			"those of a fixed step take it from 1/H, or from the Lipschitz constant of the gradient."},
	},
	{
		ID: tableFigure1Sound, Title: "Figure 1: processor time and iterations to a relative accuracy, sound method",
		Mode: reproduce.Sound, Columns: columnsOfFigure1, Show: addSizes, Details: details,
		Notes: []string{"As in the literal table, for generalized conditional gradient with local search: all singular " +
			"pairs above λ in a round, then quasi-Newton steps on the factors. " +
			"It is a stronger method than the paper's; an iteration is a round's beginning or a quasi-Newton step."},
	},
	{
		ID: tableFigure2, Title: "Figure 2: optimization and test error on three sets", Columns: columnsOfFigure2,
		Details: slices.Concat(details, judgedOn, detailsOfSets),
		Notes: []string{"At the λ of least test error on the splits' paths. Ten splits of a survey are one " +
			"cross-validation, the next ten another, and so on; standard errors take them for independent, which they are " +
			"not quite. Seconds are processor time. The test error is the mean over the splits ± its deviation; for " +
			"alternating minimization, the spread over its random starts on the first split stands behind it. IR is " +
			"iterative rescaling."},
	},
	{
		ID: tableFigure2Sound, Title: "Figure 2: optimization and test error on three sets, sound method",
		Mode: reproduce.Sound, Columns: columnsOfFigure2,
		Details: append(details, detailsOfSets...),
		Notes:   []string{"As in the literal table, for generalized conditional gradient with local search."},
	},
	{
		ID: tableReadings, Title: "Two readings of the paper's λ", EveryMode: true,
		Notes: []string{"On the first replication, ρ = 0.9. φ(0) = ln k; where the rank is 0, W = 0 is the solution."},
		Columns: []reproduce.Column{
			{"", "reading", reproduce.RowID}, {"lambda", "λ", reproduce.Short}, {"share", "λ/λ_max", four},
			{"objective", "objective", four}, {"at_zero", "φ(0)", four}, {"rank", "rank", whole},
			{"gap", "relative gap", reproduce.Short}, {"test_error", "test error (%)", reproduce.Decimals(1)},
			{"", "data", reproduce.Data},
		},
	},
	{
		ID: tableSpeed, Title: "Time of the sound method over that of Prox++", Mode: reproduce.Sound, EveryMode: true,
		Notes: []string{"Below 1 the sound method was faster. Behind ≤, the rival had not arrived when its time was up: " +
			"at most this."},
		Columns: []reproduce.Column{
			{"", "panel or set", reproduce.Left(func(r reproduce.Row, _ string) string {
				where, _, _ := strings.Cut(r.ID, "/")
				return where
			})},
			{"rival", "rival", method}, {"_1e-02", "at 1e-2", bounded}, {"_1e-03", "at 1e-3", bounded},
			{"_1e-05", "at 1e-5", bounded}, {"replications", "replications", whole}, {"", "data", reproduce.Data},
		},
	},
	{
		ID: tablePath, Title: "Regularization paths: rank and test error", EveryMode: true,
		Notes: []string{"Mean over the splits that λ is chosen on. The solutions come from warm starts, to a relative " +
			"gap of 1e-4 or, for full-size pictures, 30 and else 150 steps."},
		Columns: []reproduce.Column{
			{"set", "set", reproduce.Plain}, {"share", "λ/λ_max", four}, {"lambda", "λ", reproduce.Short},
			{"rank", "rank", reproduce.Decimals(1)}, {"most", "of", whole}, {"test_error", "test error (%)", two},
			{"gap", "relative gap", reproduce.Short}, {"splits", "splits", whole}, {"", "data", reproduce.Data},
		},
	},
	{
		ID: tableGauges, Title: "Gauges of a matrix, by the atoms and by formula", EveryMode: true,
		Notes: []string{"Ω of the matrix [[1.1, 0.5], [0.5, 1.1]]: by intersecting half-planes ⟨G, W⟩ ≤ Ω°(G), each " +
			"from an extreme atom, and by formula."},
		Columns: []reproduce.Column{
			{"", "gauge", reproduce.RowID}, {"atoms", "by atoms", four}, {"formula", "by formula", four},
		},
	},
}

// columnsOfFigure1 and columnsOfFigure2 are those of both forms.
var (
	columnsOfFigure1 = []reproduce.Column{
		{"panel", "panel", reproduce.Plain}, {"method", "method", method}, {"share", "λ/λ_max", four},
		{accuracyKey("cpu", 1e-3), "1e-3: s", two}, {accuracyKey("cpu", 1e-4), "1e-4: s", two},
		{accuracyKey("cpu", 1e-5), "1e-5: s", two}, {accuracyKey("cpu", 1e-6), "1e-6: s", two},
		{accuracyKey("iterations", 1e-3), "1e-3: its", whole}, {accuracyKey("iterations", 1e-5), "1e-5: its", whole},
		{"accuracy", "accuracy", reproduce.Short}, {"seconds", "in s", reproduce.Decimals(1)},
		{"evaluations", "evaluations", whole}, {"rank", "rank", whole}, {"atoms", "atoms", whole},
		{"replications", "replications", whole},
		{"", "data", reproduce.Data},
	}
	columnsOfFigure2 = []reproduce.Column{
		{"set", "set", reproduce.Plain}, {"method", "method", method}, {"share", "λ/λ_max", four},
		{accuracyKey("cpu", 1e-2), "1e-2: s", three}, {accuracyKey("cpu", 1e-3), "1e-3: s", three},
		{accuracyKey("cpu", 1e-5), "1e-5: s", three}, {"accuracy", "accuracy", reproduce.Short},
		{"seconds", "in s", reproduce.Decimals(1)}, {"evaluations", "evaluations", whole}, {"rank", "rank", whole},
		{"atoms", "atoms", whole}, {"test_error", "test error (%)", reproduce.Right(spreadError)},
		{"test_error_least", "least (%)", two}, {"test_error_least_at", "at s", three},
		{"replications", "splits", whole}, {"", "data", reproduce.Data},
	}
)

// details are those of Figures 1 and 2 alike: sizes, all accuracies and more of the points met. The literal tables have
// the values by replication on which claims are judged; Figure 2 has those of test errors and random starts.
var (
	details = []string{
		"lambda", "features", "outputs", "cpu_*", "iterations_*", "rank_most", "objective", "gap", "lipschitz",
	}
	judgedOn      = []string{"each_*", "met_*"}
	detailsOfSets = []string{"starts_*", "low_*"}
)

// How numbers and names are written.
var (
	whole  = reproduce.Decimals(0)
	two    = reproduce.Decimals(2)
	three  = reproduce.Decimals(3)
	four   = reproduce.Decimals(4)
	method = reproduce.Left(func(r reproduce.Row, key string) string {
		if title := methodTitles[r.Text(key)]; title != "" {
			return title
		}
		return "–"
	})
	bounded = reproduce.Right(func(r reproduce.Row, key string) string {
		ratio, bound := r.Number("ratio"+key), r.Number("bound"+key)
		if math.IsNaN(ratio) && !math.IsNaN(bound) {
			return "≤ " + figures.Number(bound, 2)
		}
		return figures.Number(ratio, 2)
	})
)

// addSizes notes the sizes of the panels' problems.
func addSizes(f *figures.Table, t *reproduce.Table) {
	r := t.Rows[0]
	f.Notes = append(f.Notes, fmt.Sprintf("%.0f features and %.0f classes.", r.Number("features"), r.Number("outputs")))
}

// spreadError writes a test error with its spread over the splits, and over the random starts.
func spreadError(r reproduce.Row, key string) string {
	out := figures.Number(r.Number(key), 2)
	if spread := r.Number(key + "_spread"); !math.IsNaN(spread) {
		out += fmt.Sprintf(" ± %.2f", spread)
	}
	if starts := r.Numbers("starts_error"); len(starts) > 1 {
		out += fmt.Sprintf(" (starts ± %.2f)", stat.StdDev(starts, nil))
	}
	return out
}
