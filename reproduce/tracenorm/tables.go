package tracenorm

import (
	"fmt"

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
		ID: tableFigure1, Title: "Figure 1: processor time and iterations to a relative accuracy",
		Columns: figure1Fields.Columns(), Show: addSizes,
		Notes: []string{"Medians over replications of the processor seconds, and iterations, in which a method first came " +
			"within a share of the best objective of all; – where half or more did not. Seconds of all cores are added up. " +
			"An iteration is a step of the algorithm: for ContR1D an atom added or one Step 4. " +
			"Ranks are those of W, by its singular values; atoms are the terms that ContR1D keeps W in. " +
			"Some forms of Prox++ ran on the first replications alone, as the column says; " +
			"those of a fixed step take it from 1/H, or from the Lipschitz constant of the gradient."},
	},
	{
		ID: tableFigure1Sound, Title: "Figure 1: processor time and iterations to a relative accuracy, sound method",
		Mode: reproduce.Sound, Columns: figure1Fields.Columns(), Show: addSizes,
		Notes: []string{"As in the literal table, for generalized conditional gradient with local search: all singular " +
			"pairs above λ in a round, then quasi-Newton steps on the factors. " +
			"It is a stronger method than the paper's; an iteration is a round's beginning or a quasi-Newton step."},
	},
	{
		ID: tableFigure2, Title: "Figure 2: optimization and test error on three sets",
		Columns: figure2Fields.Columns(),
		Notes: []string{"At the λ of least test error on the splits' paths. Ten splits of a survey are one " +
			"cross-validation, the next ten another, and so on; standard errors take them for independent, which they are " +
			"not quite. Seconds are processor time. The test error is the mean over the splits ± its deviation; for " +
			"alternating minimization, the spread over its random starts on the first split stands behind it. IR is " +
			"iterative rescaling."},
	},
	{
		ID: tableFigure2Sound, Title: "Figure 2: optimization and test error on three sets, sound method",
		Mode: reproduce.Sound, Columns: figure2Fields.Columns(),
		Notes: []string{"As in the literal table, for generalized conditional gradient with local search."},
	},
	{
		ID: tableReadings, Title: "Two readings of the paper's λ", EveryMode: true,
		Notes:   []string{"On the first replication, ρ = 0.9. φ(0) = ln k; where the rank is 0, W = 0 is the solution."},
		Columns: readingFields.Columns(),
	},
	{
		ID: tableSpeed, Title: "Time of the sound method over that of Prox++", Mode: reproduce.Sound, EveryMode: true,
		Notes: []string{"Below 1 the sound method was faster. Behind ≤, the rival had not arrived when its time was up: " +
			"at most this."},
		Columns: speedFields().Columns(),
	},
	{
		ID: tablePath, Title: "Regularization paths: rank and test error", EveryMode: true,
		Notes: []string{"Mean over the splits that λ is chosen on. The solutions come from warm starts, to a relative " +
			"gap of 1e-4 or, for full-size pictures, 30 and else 150 steps."},
		Columns: pathFields.Columns(),
	},
	{
		ID: tableGauges, Title: "Gauges of a matrix, by the atoms and by formula", EveryMode: true,
		Notes: []string{"Ω of the matrix [[1.1, 0.5], [0.5, 1.1]]: by intersecting half-planes ⟨G, W⟩ ≤ Ω°(G), each " +
			"from an extreme atom, and by formula."},
		Columns: gaugeFields.Columns(),
	},
}

// addSizes notes the sizes of the panels' problems.
func addSizes(f *figures.Table, t *reproduce.Table) {
	r := t.Rows[0]
	f.Notes = append(f.Notes, fmt.Sprintf("%.0f features and %.0f classes.", features.In(r), outputs.In(r)))
}
