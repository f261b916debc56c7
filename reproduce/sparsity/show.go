package sparsity

import (
	"fmt"

	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/reproduce"
)

// notes below the tables.
var notes = map[string][]string{
	tableFigure1: {"Mean squared test errors, debiased; τ and the ridge of the debiasing step chosen on 1,000 " +
		"validation points a task, for single tasks each by itself. γ = (err_S − err_M)/err_S, its mean and deviation."},
	tableSchool: {"τ chosen by threefold cross-validation on the training pupils; no debiasing, since some schools " +
		"have fewer pupils than features."},
	tableFigure2: {"μ = α/2 times the loss's curvature. The test error is that after debiasing at the τ and ridge of " +
		"least validation error, without it at its own τ. Iterations to a relative change of 1e-6 and 1e-4 from 0, at " +
		"most 100,000 (in brackets the replications that ended there, so that the mean is too small), with " +
		"σ = (a + b)/2 + μ, and with safeguarded Barzilai-Borwein steps. L is the bound of the contraction factor; excess " +
		"is (P − P*)/P* where the fixed steps stopped."},
	tableInstances: {"As in Figure 2. The elastic net has a ridge of its own, α = 0.01, under the one that is varied; " +
		"groups are of five features."},
	tableFigure3: {"Iterations to a relative change of 1e-6 (1e-4) at μ = 0 and the τ of least validation error; " +
		"adaptive steps are σ = ⟨s, r⟩/‖s‖² with no safeguard, beside the ratio with one; failed are the replications " +
		"that took more than 100,000. Means over replications, of the ratios too."},
	tableRules: {"BB are the steps of Barzilai and Borwein. Mean iterations to a relative change of 1e-6, at most " +
		"100,000; in brackets the replications, of 20 at paper scale, that ended there. The paper prints σ = ⟨s, r⟩/‖s‖² " +
		"with r of the full gradient but steps along half of it: that σ is twice the curvature met."},
	tableTheory: {"Largest ratio of successive steps against L_σ; largest share of the a-priori bound " +
		"L^p/(1 − L) ‖f¹ − f⁰‖ that a distance to the limit took. For Theorem 2: η in units of ‖JJᵀ‖⁻¹, the largest " +
		"relative increase of ‖Jᵀv − g/λ‖ in a step, and the norm's relative excess over the projection's after 2,000."},
	tableImages: {"½‖f − y‖² + λ TV(f), noise of deviation σ; λ is the best of those tried, as one who knows the " +
		"picture would choose. Agreement: the largest difference of a pixel from Chambolle's iteration, both to a " +
		"relative gap of 1e-4."},
	tablePenalties: {"60 features in a row, 40 examples, ten features relevant: features 21 to 30, or the first ten. λ " +
		"at the least validation error. The gap of overlapping groups rests on a bound of their dual norm."},
}

// tables shows the record's tables.
func tables(rec *reproduce.Record) []figures.Table {
	show := map[string]func(*figures.Table, reproduce.Table){
		tableFigure1:   showCompared,
		tableSchool:    showCompared,
		tableFigure2:   showTrials,
		tableInstances: showTrials,
		tableFigure3:   showRatios,
		tableRules:     showRules,
		tableTheory:    showTheory,
		tableImages:    showImages,
		tablePenalties: showPenalties,
	}
	var out []figures.Table
	for _, t := range rec.Tables {
		if with := show[t.ID]; with != nil && len(t.Rows) > 0 {
			f := figures.Table{ID: t.ID, Title: fmt.Sprintf("%s (%s, scale %s)", t.Title, t.Mode, rec.Scale), Notes: notes[t.ID]}
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

func showCompared(f *figures.Table, t reproduce.Table) {
	f.Columns = figures.Columns(0, "tasks", "n", "err_S", "err_M", "γ", "± sd", "selected", "explained (%)", "single (%)",
		"replications", "data")
	for _, r := range t.Rows {
		if status := text(r, "status"); status != "" {
			f.Rows = append(f.Rows, []string{status, "–", "–", "–", "–", "–", "–", "–", "–", "–", r.Data.Name})
			continue
		}
		f.Rows = append(f.Rows, []string{
			figures.Number(r.Number("tasks"), 0), figures.Number(r.Number("n"), 0), figures.Number(r.Number("single"), 4),
			figures.Number(r.Number("multi"), 4), figures.Number(r.Number("gamma"), 3),
			figures.Number(r.Number("gamma_spread"), 3), figures.Number(r.Number("selected"), 1),
			figures.Number(r.Number("explained"), 1), figures.Number(r.Number("explained_single"), 1),
			figures.Number(r.Number("replications"), 0), r.Data.String(),
		})
	}
}

func showTrials(f *figures.Table, t reproduce.Table) {
	f.Columns = figures.Columns(1, "penalty", "d", "n", "α", "error", "± sd", "plain error", "selected", "of relevant",
		"its 1e-6", "its 1e-4", "adaptive", "L", "excess", "data")
	for _, r := range t.Rows {
		f.Rows = append(f.Rows, []string{
			instanceOf(text(r, "instance")).title, figures.Number(r.Number("d"), 0), figures.Number(r.Number("n"), 0),
			fmt.Sprintf("%g", r.Number("alpha")),
			figures.Number(r.Number("error"), 4), figures.Number(r.Number("error_spread"), 4),
			figures.Number(r.Number("plain_error"), 4),
			figures.Number(r.Number("selected"), 1), fmt.Sprintf("%.1f of %.0f", r.Number("right"), r.Number("relevant")),
			capped(r.Number("iterations"), r.Number("stopped_short")), figures.Number(r.Number("iterations_loose"), 0),
			figures.Number(r.Number("adaptive"), 0),
			figures.Number(r.Number("contraction"), 4), short(r.Number("excess")), string(r.Data.Kind),
		})
	}
}

func showRatios(f *figures.Table, t reproduce.Table) {
	f.Columns = figures.Columns(0, "d", "n", "fixed", "adaptive", "ratio", "± sd", "least", "most", "at 1e-4",
		"safeguarded", "failed", "replications", "data")
	for _, r := range t.Rows {
		f.Rows = append(f.Rows, []string{
			figures.Number(r.Number("d"), 0), figures.Number(r.Number("n"), 0), figures.Number(r.Number("fixed"), 0),
			figures.Number(r.Number("adaptive"), 0), figures.Number(r.Number("ratio"), 1),
			figures.Number(r.Number("ratio_spread"), 1), figures.Number(r.Number("ratio_least"), 1),
			figures.Number(r.Number("ratio_most"), 1), figures.Number(r.Number("ratio_loose"), 1),
			figures.Number(r.Number("ratio_guarded"), 1), figures.Number(r.Number("adaptive_failed"), 0),
			figures.Number(r.Number("replications"), 0), string(r.Data.Kind),
		})
	}
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
func showRules(f *figures.Table, t reproduce.Table) {
	titles := []string{"d", "n"}
	for _, rule := range ruleOrder {
		titles = append(titles, ruleTitles[rule])
	}
	f.Columns = figures.Columns(0, append(titles, "data")...)
	g := gridOf(&t)
	for _, d := range g.values("d") {
		for _, n := range g.values("n") {
			line := []string{figures.Number(d, 0), figures.Number(n, 0)}
			for _, rule := range ruleOrder {
				r, ok := t.Row(fmt.Sprintf("%.0f-%.0f-%s", d, n, rule))
				if !ok {
					line = append(line, "–")
					continue
				}
				line = append(line, capped(r.Number("iterations"), r.Number("failed")))
			}
			f.Rows = append(f.Rows, append(line, string(t.Rows[0].Data.Kind)))
		}
	}
}

func showTheory(f *figures.Table, t reproduce.Table) {
	f.Columns = figures.Columns(1, "what", "measured", "bound", "1/(1 + α)", "share of a-priori bound",
		"increase in a step", "excess", "replications", "data")
	for _, r := range t.Rows {
		what := fmt.Sprintf("contraction at α = %g", r.Number("alpha"))
		if text(r, "what") == "projection" {
			what = fmt.Sprintf("Theorem 2 at η = %g/‖JJᵀ‖", r.Number("times"))
		}
		f.Rows = append(f.Rows, []string{
			what, figures.Number(r.Number("measured"), 6), figures.Number(r.Number("bound"), 6),
			figures.Number(r.Number("formula"), 6), figures.Number(r.Number("distance"), 4),
			short(r.Number("increase")), short(r.Number("excess")), figures.Number(r.Number("replications"), 0),
			string(r.Data.Kind),
		})
	}
}

func showImages(f *figures.Table, t reproduce.Table) {
	f.Columns = figures.Columns(1, "picture", "pixels", "noise σ", "noisy (dB)", "denoised (dB)", "λ", "λ/σ",
		"relative gap", "agreement", "data")
	for _, r := range t.Rows {
		f.Rows = append(f.Rows, []string{
			text(r, "picture"), fmt.Sprintf("%.0f × %.0f", r.Number("rows"), r.Number("cols")),
			figures.Number(r.Number("sigma"), 2), figures.Number(r.Number("noisy"), 2),
			figures.Number(r.Number("psnr"), 2), figures.Number(r.Number("lambda"), 4),
			figures.Number(r.Number("lambda")/r.Number("sigma"), 2), short(r.Number("gap")),
			short(r.Number("agreement")), r.Data.String(),
		})
	}
}

func showPenalties(f *figures.Table, t reproduce.Table) {
	f.Columns = figures.Columns(2, "relevant", "penalty", "error", "selected", "relevant of ten", "relative gap",
		"replications", "data")
	for _, r := range t.Rows {
		f.Rows = append(f.Rows, []string{
			map[string]string{interval: "21 to 30", beginning: "the first ten"}[text(r, "truth")],
			penaltyTitles[text(r, "penalty")], figures.Number(r.Number("error"), 3),
			figures.Number(r.Number("selected"), 1), figures.Number(r.Number("right"), 1), short(r.Number("gap")),
			figures.Number(r.Number("replications"), 0), string(r.Data.Kind),
		})
	}
}

func short(v float64) string {
	if v != v {
		return "–"
	}
	return fmt.Sprintf("%.1e", v)
}
