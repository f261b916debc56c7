package sparsity

import (
	"fmt"

	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/reproduce"
)

// The tables of the study.
const (
	tableFigure1          = "figure1"           // multi-task learning against single tasks
	tableSchool           = "school"            // the same on real tasks
	tableFigure2          = "figure2"           // prediction, selection and iterations over d, n and μ
	tableFigure2Centred   = "figure2-centred"   // the same with features less their means
	tableInstances        = "instances"         // the same for other members of the family
	tableInstancesCentred = "instances-centred" // with features less their means
	tableFigure3          = "figure3"           // fixed over adaptive steps
	tableRules            = "rules"             // all step rules
	tableTheory           = "theory"            // contraction factors, and the projection's decrease
	tableImages           = "images"            // total variation
	tablePenalties        = "penalties"         // composite absolute penalties
)

var layouts = []reproduce.Layout{
	{
		ID: tableFigure1, Title: "Figure 1: multi-task learning against single tasks",
		Notes: []string{"Mean squared test errors, debiased; τ and the ridge of the debiasing step chosen on 1,000 " +
			"validation points a task, for single tasks each by itself. γ = (err_S − err_M)/err_S, its mean and deviation " +
			"over replications, and γ of the mean errors with its standard error."},
		Columns: figure1Fields.Columns(),
	},
	{
		ID: tableSchool, Title: "Multi-task learning of schools",
		Notes: []string{"τ chosen by threefold cross-validation on the training pupils; no debiasing, since some schools " +
			"have fewer pupils than features."},
		Columns: schoolFields.Columns(),
	},
	{
		ID: tableFigure2, Title: "Figure 2: prediction, selection and iterations of multi-task learning over μ",
		Notes: []string{"μ = α/2 times the loss's curvature. The test error is that after debiasing at the τ and ridge of " +
			"least validation error, without it at its own τ. Iterations to a relative change of 1e-6 and 1e-4 from 0, at " +
			"most 100,000 (in brackets the replications that ended there, so that the mean is too small), with " +
			"σ = (a + b)/2 + μ, and with safeguarded Barzilai-Borwein steps. L is the bound of the contraction factor; excess " +
			"is (P − P*)/P* where the fixed steps stopped."},
		Columns: trialFields.Columns(),
	},
	{
		ID: tableFigure2Centred, Title: "Figure 2 with centred features",
		Notes: []string{"As above, but with each task's features and targets less their means over its training examples, " +
			"which the paper neither says nor excludes: the same as an intercept that is not penalized. The loss's curvature, " +
			"and with it μ, is then that of the features' deviations alone."},
		Columns: trialFields.Columns(),
	},
	{
		ID: tableInstances, Title: "The same for other penalties",
		Notes: []string{"As in Figure 2. The elastic net has a ridge of its own, α = 0.01, under the one that is varied; " +
			"groups are of five features."},
		Columns: trialFields.Columns(),
	},
	{
		ID: tableInstancesCentred, Title: "The same for other penalties with centred features",
		Notes:   []string{"As in Figure 2 with centred features; penalties as in the table before."},
		Columns: trialFields.Columns(),
	},
	{
		ID: tableFigure3, Title: "Figure 3: iterations with fixed and adaptive steps",
		Notes: []string{"Iterations to a relative change of 1e-6 (1e-4) at μ = 0 and the τ of least validation error. " +
			"Adaptive steps go along ∇F/(2σ), with no safeguard: as printed with σ = ⟨s, r⟩/‖s‖², where r is of the full " +
			"gradient, or corrected with half of that, the curvature met; last with a safeguard. Failed are the replications " +
			"that took more than 100,000. Means over replications, of the ratios too."},
		Columns: ratioFields().Columns(),
	},
	{
		// More than the paper's own choices of a step.
		ID: tableRules, Title: "Iterations by step rule", Mode: reproduce.Sound, Show: showRules,
		Notes: []string{"BB are the steps of Barzilai and Borwein. Mean iterations to a relative change of 1e-6, at most " +
			"100,000; in brackets the replications that ended there. The paper prints σ = ⟨s, r⟩/‖s‖² " +
			"with r of the full gradient but steps along half of it: that σ is twice the curvature met."},
	},
	{
		ID: tableTheory, Title: "Contraction and projection, measured",
		Notes: []string{"Largest ratio of successive steps against L_σ; largest share of the a-priori bound " +
			"L^p/(1 − L) ‖f¹ − f⁰‖ that a distance to the limit took. For Theorem 2: η in units of ‖JJᵀ‖⁻¹, the largest " +
			"relative increase of ‖Jᵀv − g/λ‖ in a step, the norm's relative excess over the least after 2,000, and the " +
			"distance of λJᵀv from the projection then, relative to its norm."},
		Columns: theoryColumns(),
	},
	{
		ID: tableImages, Title: "Total variation",
		Notes: []string{"½‖f − y‖² + λ TV(f), noise of deviation σ; λ is the best of those tried, as one who knows the " +
			"picture would choose. Agreement: the largest difference of a pixel from Chambolle's iteration, both to a " +
			"relative gap of 1e-4."},
		Columns: imageFields.Columns(),
	},
	{
		ID: tablePenalties, Title: "Composite absolute penalties",
		Notes: []string{"60 features in a row, 40 examples, ten features relevant: features 21 to 30, or the first ten. λ " +
			"at the least validation error. The gap of overlapping groups rests on a bound of their dual norm."},
		Columns: penaltyFields.Columns(),
	},
}

// capped writes a mean of iterations, with the number of replications that ended at the limit in brackets.
func capped(iterations, ended float64) string {
	s := figures.Number(iterations, 0)
	if ended > 0 {
		s += fmt.Sprintf(" (%.0f)", ended)
	}
	return s
}

// showRules has a row for every size and a column for every rule.
func showRules(f *figures.Table, t *reproduce.Table) {
	titles := []string{"d", "n"}
	for _, rule := range ruleOrder {
		titles = append(titles, ruleTitles[rule])
	}
	f.Columns = figures.Columns(0, append(titles, "data")...)
	g := gridOf(t)
	for _, d := range g.values(keyD) {
		for _, n := range g.values(keyN) {
			line := []string{figures.Number(d, 0), figures.Number(n, 0)}
			for _, rule := range ruleOrder {
				r, _ := t.Row(fmt.Sprintf("%.0f-%.0f-%s", d, n, rule))
				line = append(line, capped(keyIterations.In(r), failed.In(r)))
			}
			f.Rows = append(f.Rows, append(line, string(t.Rows[0].Data.Kind)))
		}
	}
}
