package tracenorm

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

	"github.com/proxlab/proxlab/reproduce"
)

func ofFigure2(table string) []reproduce.Criterion {
	form := formOf(table)
	return []reproduce.Criterion{
		{
			ID: "D-R5", Table: table, Where: "section 4.2, Figure 2", Paper: "similar; AM worse",
			Statement: "on Conjoint (I) all methods optimize alike, and AM has the worst and most variable test error " +
				"(judged: all but AM within 1e-2, AM's mean error highest, and its starts spread by half a point or more)",
			Needs: rowsOf([]string{conjoint1}, form, proxThin, rescaling, alternate), Judge: judge(onConjoint1).of(form),
		},
		{
			ID: "D-R6", Table: table, Where: "section 4.2, Figure 2", Paper: "first, lowest, early",
			Statement: "on Conjoint (II) ContR1D is clearly first, Prox++ and IR are alike, and ContR1D has the lowest test " +
				"error, early (judged: first to 1e-3; the others within a factor 3 there; least error over time below theirs)",
			Needs: rowsOf([]string{conjoint2}, form, proxThin, rescaling), Timed: true, Judge: judge(onConjoint2).of(form),
		},
		{
			ID: "D-R7", Table: table, Where: "section 4.2, Figure 2", Paper: "first; dips early",
			Statement: "on ImageNet ContR1D is first, and its test error dips early, then rises slightly (judged: first to " +
				"1e-2 against Prox++ and IR; least error at least 0.1 points below the last)",
			Needs: rowsOf([]string{pictures}, form, proxThin, rescaling), Timed: true, Judge: judge(onPictures).of(form),
		},
		{
			ID: "D-R8", Table: table, Where: "section 3.3", Paper: "worse at low rank",
			Statement: "IR does not approximate low-rank optima well (judged: on every set its accuracy is worse than that " +
				"of ContR1D, or its rank higher)",
			Judge: judge(rescalingStays).of(form),
		},
		{
			ID: "D-R9", Table: table, Where: "section 4.2", Paper: "lower",
			Statement: "early iterates of ContR1D have lower rank than its last (judged: after a tenth of the evaluations, " +
				"on every set)",
			Judge: judge(earlyRank).of(form),
		},
	}
}

func onConjoint1(form string, t *reproduce.Table, _ *reproduce.Record) (ours string, holds bool) {
	holds = true
	var parts []string
	for _, m := range []string{form, proxThin, rescaling, alternate} {
		accuracy, last := number(t, conjoint1, m, "accuracy"), number(t, conjoint1, m, "test_error")
		holds = holds && (m == alternate || accuracy <= 1e-2) && last <= number(t, conjoint1, alternate, "test_error")
		parts = append(parts, fmt.Sprintf("%s %.0e and %.2f %%", methodTitles[m], accuracy, last))
	}
	row, _ := t.Row(conjoint1 + "/" + alternate)
	wide := stat.StdDev(row.Numbers("starts_error"), nil)
	return strings.Join(append(parts, fmt.Sprintf("AM's starts ± %.2f", wide)), ", "), holds && wide >= 0.5
}

func onConjoint2(form string, t *reproduce.Table, _ *reproduce.Record) (ours string, holds bool) {
	at := func(m string) float64 { return number(t, conjoint2, m, accuracyKey("cpu", 1e-3)) }
	least := func(m string) float64 { return number(t, conjoint2, m, "test_error_least") }
	ratio := at(proxThin) / at(rescaling)
	holds = earlier(at(form), at(proxThin)) && earlier(at(form), at(rescaling)) && ratio <= 3 && ratio >= 1./3 &&
		least(form) < least(proxThin) && least(form) < least(rescaling)
	return fmt.Sprintf("to 1e-3: %s, Prox++ %s, IR %s; least error %.2f %% at %.2f s, Prox++ %.2f, IR %.2f",
		seconds(at(form)), seconds(at(proxThin)), seconds(at(rescaling)), least(form),
		number(t, conjoint2, form, "test_error_least_at"), least(proxThin), least(rescaling)), holds
}

func onPictures(form string, t *reproduce.Table, _ *reproduce.Record) (ours string, holds bool) {
	at := func(m string) float64 { return number(t, pictures, m, accuracyKey("cpu", 1e-2)) }
	least, last := number(t, pictures, form, "test_error_least"), number(t, pictures, form, "test_error")
	return fmt.Sprintf("to 1e-2: %s, Prox++ %s, IR %s; error least %.2f %%, at the end %.2f %%",
			seconds(at(form)), seconds(at(proxThin)), seconds(at(rescaling)), least, last),
		earlier(at(form), at(proxThin)) && earlier(at(form), at(rescaling)) && last-least >= 0.1
}

// setsWith returns the sets in which all of some methods have a row.
func setsWith(t *reproduce.Table, methods ...string) []string {
	return slices.DeleteFunc([]string{conjoint1, conjoint2, pictures}, func(where string) bool {
		return slices.ContainsFunc(methods, func(m string) bool {
			_, ok := t.Row(where + "/" + m)
			return !ok
		})
	})
}

func rescalingStays(form string, t *reproduce.Table, _ *reproduce.Record) (ours string, holds bool) {
	var parts []string
	holds = true
	for _, where := range setsWith(t, form, rescaling) {
		a, b := number(t, where, form, "accuracy"), number(t, where, rescaling, "accuracy")
		rank, other := number(t, where, form, "rank"), number(t, where, rescaling, "rank")
		holds = holds && (b > a || other > rank)
		parts = append(parts, fmt.Sprintf("%s: %.0e and rank %.0f, IR %.0e and %.0f", where, a, rank, b, other))
	}
	return strings.Join(parts, "; "), holds
}

func earlyRank(form string, t *reproduce.Table, _ *reproduce.Record) (ours string, holds bool) {
	var parts []string
	holds = true
	for _, where := range setsWith(t, form) {
		early, last := number(t, where, form, "rank_early"), number(t, where, form, "rank")
		holds = holds && early < last
		part := fmt.Sprintf("%s: %.0f, then %.0f", where, early, last)
		if math.IsNaN(number(t, where, form, "evaluations")) { // a record from before they were counted
			part += " (after a tenth of the time)"
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, "; "), holds
}
