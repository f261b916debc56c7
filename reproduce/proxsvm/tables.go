package proxsvm

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/reproduce"
)

// The tables of the study.
const (
	tableLiteral     = "table1"
	tableSound       = "table1-sound"
	tableReadings    = "readings"    // Table 1 by every reading of Algorithm 3
	tableGrid        = "figure1"     // losses and test errors at λ_best, 10 λ_best and 100 λ_best
	tableBatches     = "batches"     // Table 1 with k > 1
	tableSweep       = "sweep"       // the loss reached, over eight decades of λ
	tableLambda      = "lambda-best" // λ chosen by cross-validation
	tableRegret      = "regret"      // beside Theorem 1 and Corollaries 2 and 3
	tableCertificate = "certificate" // the averaged iterate's duality gap
)

var layouts = []reproduce.Layout{
	{
		ID: tableLiteral, Title: "Linear SVMs at small λ: best training loss in 100 passes", Columns: columnsOfTable1,
		Show: addSets, Details: detailsOfTable1,
		Notes: []string{
			"Least training loss over 100 passes, and the pass by which 99 % of the way from the loss at w = 0 to it was " +
				"made; n/a where no pass beat w = 0. Medians over seeds, in brackets their range.",
			"P* is the optimum, by an interior-point method with a duality gap of at most 1e-10; – where there are too many " +
				"features for it.",
		},
	},
	{
		ID: tableReadings, Title: "Algorithm 3 as it may be read: best training loss in 100 passes",
		Columns: columnsOfReadings, Details: append(detailsOfTable1, "loss_*", "paper_*", "classes", "train", "test",
			"features", "optimum_gap", "optimum_norm"),
		Notes: []string{
			"As table1. Where R grows, λ_{1:t} and τ_{1:t} begin anew and w stays, or is set to 0 too, or nothing does. " +
				"The sound method, which is not the paper's, is the last with ‖g_t‖ as it is met. Medians over the runs.",
		},
	},
	{
		ID: tableSound, Title: "Linear SVMs at small λ: best training loss in 100 passes, sound proximal method",
		Mode: reproduce.Sound, Columns: columnsOfTable1, Show: addSets, Details: detailsOfTable1,
		Notes: []string{
			"As table1, with the proximal method that never restarts and takes ‖g_t‖ as it is met.",
		},
	},
	{
		ID: tableBatches, Title: "Linear SVMs at small λ with k examples a round: best training loss in 100 passes",
		EveryMode: true, Scale: reproduce.Paper,
		Columns: append([]reproduce.Column{{"set", "data set", reproduce.Plain}, {"batch", "k", reproduce.Decimals(0)}},
			columnsOfTable1[1:]...),
		Details: append(detailsOfTable1, "paper_*", "classes", "train", "test", "features", "optimum_gap", "optimum_norm"),
		Notes:   []string{"As table1, with k examples a round, and so 1/k as many rounds a pass."},
	},
	{
		ID: tableGrid, Title: "Linear SVMs: training loss after 100 passes at λ_best, 10 λ_best and 100 λ_best",
		EveryMode: true, Notes: []string{"Training loss and test error after 100 passes, medians over the runs."},
		Details: []string{"loss_*", "test_error_*", "R_*", "optimum_norm"},
		Columns: []reproduce.Column{
			{"set", "data set", reproduce.Plain}, {"lambda", "λ", reproduce.Power}, {"optimum", "P*", four},
			{"loss_" + pegasos, "Pegasos", four}, {"test_error_" + pegasos, "error (%)", two},
			{"loss_" + adaptive, "Adaptive", four}, {"test_error_" + adaptive, "error (%)", two},
			{"loss_" + proximal, "w stays", four}, {"test_error_" + proximal, "error (%)", two},
			{"loss_" + anew, "w from 0", four}, {"test_error_" + anew, "error (%)", two},
			{"loss_" + through, "no restart", four}, {"test_error_" + through, "error (%)", two},
			{"", "data", reproduce.Data},
		},
	},
	{
		ID: tableSweep, Title: "Linear SVMs: best training loss in 100 passes over λ", EveryMode: true,
		Notes: []string{"Least training loss over 100 passes, medians over the runs. P* as in table1, Proximal as in " +
			"readings."},
		Details: []string{"test_error_*", "loss_*", "R_*"}, // at the end
		Columns: []reproduce.Column{
			{"set", "data set", reproduce.Plain}, {"lambda", "λ", reproduce.Power}, {"optimum", "P*", four},
			{"loss_" + pegasos, "Pegasos", four}, {"loss_" + adaptive, "Adaptive", four},
			{"loss_" + proximal, "w stays", four}, {"loss_" + anew, "w from 0", four}, {"loss_" + through, "no restart", four},
			{"loss_" + sound, "sound", four}, {"", "data", reproduce.Data},
		},
	},
	{
		ID: tableLambda, Title: "Linear SVMs: test error in five-fold cross-validation over λ", EveryMode: true,
		Scale: reproduce.Paper, Columns: columnsOfLambda(),
		Notes: []string{"Test error in five-fold cross-validation on the training examples, in percent. For each λ and " +
			"part, the exact optimum where there are at most 400 features, else 30 passes of the sound proximal method."},
	},
	{
		ID: tableRegret, Title: "Regret beside the bounds of Theorem 1 and Corollaries 2 and 3", EveryMode: true,
		Scale: reproduce.Paper,
		Notes: []string{"20 passes in shuffled order on S = {‖w‖ ≤ 1.1 ‖w*‖}, against the optimum of the batch problem. " +
			"The bound of Theorem 1 is taken as the least B(τ) of Theorem 2, an integral in place of twice a sum."},
		Columns: []reproduce.Column{
			{"", "data set", reproduce.RowID}, {"lambda", "λ", reproduce.Power}, {"rounds", "T", reproduce.Decimals(0)},
			{"radius", "radius", two}, {"G", "G", two}, {"pegasos", "Pegasos", digits}, {"pegasos_bound", "bound", digits},
			{"proximal", "Proximal", digits}, {"best_tau", "best τ", digits}, {"single", "one τ", digits},
			{"theorem1", "Theorem 1", digits}, {"corollary2", "Corollary 2", digits}, {"corollary3", "Corollary 3", digits},
			{"", "data", reproduce.Data},
		},
	},
	{
		ID: tableCertificate, Title: "Duality gap of the averaged iterate of Pegasos", EveryMode: true,
		Scale: reproduce.Paper,
		Notes: []string{"Averaged over the passes since the last power of two, primal and dual alike. The excess is the " +
			"most by which, over all passes, the distance to the optimum was beyond the gap: 0 for a gap that always bounds " +
			"it (the optimum is known to 1e-10)."},
		Columns: []reproduce.Column{
			{"", "data set", reproduce.RowID}, {"lambda", "λ", reproduce.Power}, {"passes", "passes", reproduce.Decimals(0)},
			{"objective", "P(w̄)", reproduce.Decimals(6)}, {"optimum", "P*", reproduce.Decimals(6)},
			{"distance", "distance", brief}, {"gap", "gap", brief},
			{"pass_of_gap_2e-4", "pass of gap ≤ 2e-4", reproduce.Right(func(r reproduce.Row, key string) string {
				return count(r.Number(key))
			})},
			{"excess", "excess", brief}, {"", "data", reproduce.Data},
		},
	},
}

// How numbers are written.
var (
	two    = reproduce.Decimals(2)
	four   = reproduce.Decimals(4)
	brief  = reproduce.Number(func(v float64) string { return fmt.Sprintf("%.2g", v) })
	digits = reproduce.Number(func(v float64) string { return fmt.Sprintf("%.4g", v) })
)

// columnsOfTable1 are those of both forms.
var columnsOfTable1 = []reproduce.Column{
	{"", "data set", reproduce.RowID}, {"lambda", "λ", reproduce.Power}, {"optimum", "P*", four},
	{pegasos, "Pegasos", spread}, {"paper_loss_" + pegasos, "paper", four},
	{adaptive, "Adaptive", spread}, {"paper_loss_" + adaptive, "paper", four},
	{proximal, "Proximal", spread}, {"paper_loss_" + proximal, "paper", four},
	{"passes_", "passes", reproduce.Right(func(r reproduce.Row, key string) string {
		if r.Status() != "" {
			return "–"
		}
		return counts(r, key)
	})},
	{"paper_passes_", "paper", reproduce.Right(func(r reproduce.Row, key string) string {
		if math.IsNaN(r.Number("paper_loss_" + pegasos)) {
			return "–"
		}
		return counts(r, key)
	})},
	{"", "data", reproduce.Data},
}

// columnsOfReadings are those of Proximal alone.
var columnsOfReadings = []reproduce.Column{
	{"", "data set", reproduce.RowID}, {"lambda", "λ", reproduce.Power}, {"optimum", "P*", four},
	{"paper_loss_" + proximal, "paper", four}, {proximal, "w stays", spread}, {anew, "w from 0", spread},
	{through, "no restart", spread}, {sound, "sound", spread},
	{"paper_passes_" + proximal, "passes, paper", reproduce.Number(count)},
	{"passes_", "passes", reproduce.Right(ofReadings)}, {"R_", "R", reproduce.Right(ofReadings)},
	{"", "data", reproduce.Data},
}

// ofReadings writes a value of the four forms of Proximal.
func ofReadings(r reproduce.Row, key string) string {
	if r.Status() != "" {
		return "–"
	}
	var out []string
	for _, m := range []string{proximal, anew, through, sound} {
		if v := r.Number(key + m); key == "R_" {
			out = append(out, fmt.Sprintf("%.3g", v))
		} else {
			out = append(out, count(v))
		}
	}
	return strings.Join(out, " / ")
}

// detailsOfTable1 are passes by seed, and test errors, norms and R at the end.
var detailsOfTable1 = []string{"passes_*", "test_error_*", "norm_*", "R_*", "optimum_test_error"}

// spread writes the median of a method's losses with their range, where there are several.
var spread = reproduce.Right(func(r reproduce.Row, method string) string {
	v, seeds := figures.Number(r.Number("loss_"+method), 4), r.Numbers("loss_"+method+"_seeds")
	if len(seeds) < 2 {
		return v
	}
	return fmt.Sprintf("%s (%s–%s)", v, figures.Number(floats.Min(seeds), 4), figures.Number(floats.Max(seeds), 4))
})

// addSets notes what was learned from what: of every set the examples and features, the class that is set against the
// rest, and the norms beside footnote 8.
func addSets(f *figures.Table, t *reproduce.Table) {
	var parts []string
	gap := 0.
	for _, r := range t.Rows {
		classes := r.Text("classes")
		if classes == "" {
			continue
		}
		part := fmt.Sprintf("%s, %.0f + %.0f of %.0f features, %s, R of Proximal %.4g", r.ID, r.Number("train"),
			r.Number("test"), r.Number("features"), classes, r.Number("R_"+proximal))
		if norm := r.Number("optimum_norm"); !math.IsNaN(norm) {
			part += fmt.Sprintf(", ‖w*‖ %.4g", norm)
			gap = max(gap, r.Number("optimum_gap"))
		}
		parts = append(parts, part)
	}
	if len(parts) == 0 {
		return
	}
	f.Notes = append(f.Notes, fmt.Sprintf("Examples to train on and to test on, what +1 stands for, and norms: %s. "+
		"The greatest duality gap of a P* is %.0e.", strings.Join(parts, ". "), gap))
}

// counts writes the passes of the three methods.
func counts(r reproduce.Row, key string) string {
	var out []string
	for _, m := range methods {
		out = append(out, count(r.Number(key+m)))
	}
	return strings.Join(out, " / ")
}

func count(v float64) string {
	if math.IsNaN(v) {
		return "n/a"
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

// columnsOfLambda has a column for every λ.
func columnsOfLambda() []reproduce.Column {
	out := []reproduce.Column{
		{"", "data set", reproduce.RowID}, {"lambda_paper", "paper's λ", reproduce.Power},
		{"lambda_best", "λ of least error", reproduce.Power},
	}
	for k, lambda := range decades {
		out = append(out, reproduce.Column{"errors", fmt.Sprintf("%.0e", lambda),
			reproduce.Right(func(r reproduce.Row, key string) string {
				return figures.Number(r.Numbers(key)[k], 2)
			})})
	}
	return append(out, reproduce.Column{"", "data", reproduce.Data})
}
