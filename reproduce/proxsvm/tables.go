package proxsvm

import (
	"fmt"
	"math"
	"strings"

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
		ID: tableLiteral, Title: "Linear SVMs at small λ: best training loss in 100 passes",
		Columns: table1.Columns(), Show: addSets,
		Notes: []string{
			"Least training loss over 100 passes, and the pass by which 99 % of the way from the loss at w = 0 to it was " +
				"made; n/a where no pass beat w = 0. Medians over seeds, in brackets their range.",
			"P* is the optimum, by an interior-point method that ends at a duality gap of 1e-10 or where it finds no lesser " +
				"one; – where there are too many features for it.",
		},
	},
	{
		ID: tableReadings, Title: "Algorithm 3 as it may be read: best training loss in 100 passes",
		Columns: readAs.Columns(),
		Notes: []string{
			"As table1. Where R grows, the sums of λ and τ begin anew and w stays, or is set to 0 too, or nothing does. " +
				"The sound method, which is not the paper's, is the last with ‖g_t‖ as it is met. Medians over the runs.",
		},
	},
	{
		ID: tableSound, Title: "Linear SVMs at small λ: best training loss in 100 passes, sound proximal method",
		Mode: reproduce.Sound, Columns: table1.Columns(), Show: addSets,
		Notes: []string{
			"As table1, with the proximal method that never restarts and takes ‖g_t‖ as it is met.",
		},
	},
	{
		ID: tableBatches, Title: "Linear SVMs at small λ with k examples a round: best training loss in 100 passes",
		EveryMode: true, Scale: reproduce.Paper,
		Columns: inBatches.Columns(),
		Notes:   []string{"As table1, with k examples a round, and so 1/k as many rounds a pass."},
	},
	{
		ID: tableGrid, Title: "Linear SVMs: training loss after 100 passes at λ_best, 10 λ_best and 100 λ_best",
		EveryMode: true, Notes: []string{"Training loss and test error after 100 passes, medians over the runs."},
		Columns: gridFields.Columns(),
	},
	{
		ID: tableSweep, Title: "Linear SVMs: best training loss in 100 passes over λ", EveryMode: true,
		Notes: []string{"Least training loss over 100 passes, medians over the runs. P* as in table1, Proximal as in " +
			"readings."},
		Columns: sweepFields.Columns(),
	},
	{
		ID: tableLambda, Title: "Linear SVMs: test error in five-fold cross-validation over λ", EveryMode: true,
		Scale: reproduce.Paper, Columns: chosenFields().Columns(),
		Notes: []string{"Test error in five-fold cross-validation on the training examples, in percent. For each λ and " +
			"part, the exact optimum where there are at most 400 features, else 30 passes of the sound proximal method."},
	},
	{
		ID: tableRegret, Title: "Regret beside the bounds of Theorem 1 and Corollaries 2 and 3", EveryMode: true,
		Scale: reproduce.Paper,
		Notes: []string{"20 passes in shuffled order on S = {‖w‖ ≤ 1.1 ‖w*‖}, against the optimum of the batch problem. " +
			"The bound of Theorem 1 is taken as the least B(τ) of Theorem 2, an integral in place of twice a sum."},
		Columns: regretFields.Columns(),
	},
	{
		ID: tableCertificate, Title: "Duality gap of the averaged iterate of Pegasos", EveryMode: true,
		Scale: reproduce.Paper,
		Notes: []string{"Averaged over the passes since the last power of two, primal and dual alike. The excess is the " +
			"most by which, over all passes, the distance to the optimum was beyond the gap: 0 for a gap that always bounds " +
			"it (the optimum is known to 1e-10)."},
		Columns: certificateFields.Columns(),
	},
}

// addSets notes what was learned from what: of every set the examples and features, the class that is set against the
// rest, and the norms beside footnote 8.
func addSets(f *figures.Table, t *reproduce.Table) {
	var parts []string
	gap := 0.
	for _, r := range t.Rows {
		classes := classes.In(r)
		if classes == "" {
			continue
		}
		part := fmt.Sprintf("%s, %.0f + %.0f of %.0f features, %s, R of Proximal %.4g", r.ID, toTrain.In(r),
			toTest.In(r), columns.In(r), classes, guesses.median(proximal).In(r))
		if norm := atBest.In(r); !math.IsNaN(norm) {
			part += fmt.Sprintf(", ‖w*‖ %.4g", norm)
			gap = max(gap, bestGap.In(r))
		}
		parts = append(parts, part)
	}
	if len(parts) == 0 {
		return
	}
	f.Notes = append(f.Notes, fmt.Sprintf("Examples to train on and to test on, what +1 stands for, and norms: %s. "+
		"The greatest duality gap of a P* is %.0e.", strings.Join(parts, ". "), gap))
}
