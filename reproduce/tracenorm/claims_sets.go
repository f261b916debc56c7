package tracenorm

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/reproduce"
)

func onConjoint1(table string, t *reproduce.Table) reproduce.Claim {
	c := reproduce.Judgeable(
		name,
		"D-R5",
		table,
		"section 4.2, Figure 2",
		"on Conjoint (I) all methods optimize alike, and AM has the worst and most variable test error "+
			"(judged: all but AM within 1e-2, AM's mean error highest, and its starts spread by half a point or more)",
		"similar; AM worse",
	)
	form := formOf(table)
	rows, ok := rowsOf(t, conjoint1, form, proxThin, rescaling, alternate)
	if !ok {
		return c
	}
	holds := true
	var ours []string
	for _, m := range []string{form, proxThin, rescaling, alternate} {
		holds = holds && (m == alternate || rows[m].Number("accuracy") <= 1e-2) &&
			rows[m].Number("test_error") <= rows[alternate].Number("test_error")
		ours = append(ours, fmt.Sprintf("%s %.0e and %.2f %%", methodTitles[m], rows[m].Number("accuracy"),
			rows[m].Number("test_error")))
	}
	wide := stat.StdDev(rows[alternate].Numbers("starts_error"), nil)
	ours = append(ours, fmt.Sprintf("AM's starts ± %.2f", wide))
	return c.Decide(rows[form].Data.Kind, strings.Join(ours, ", "), holds && wide >= 0.5)
}

func onConjoint2(table string, t *reproduce.Table) reproduce.Claim {
	c := reproduce.Judgeable(
		name,
		"D-R6",
		table,
		"section 4.2, Figure 2",
		"on Conjoint (II) ContR1D is clearly first, Prox++ and IR are alike, and ContR1D has the lowest test error, early "+
			"(judged: first to 1e-3; the others within a factor 3 there; least error over time below theirs)",
		"first, lowest, early",
	)
	form := formOf(table)
	rows, ok := rowsOf(t, conjoint2, form, proxThin, rescaling)
	if !ok {
		return c
	}
	at := func(m string) float64 { return rows[m].Number(accuracyKey("cpu", 1e-3)) }
	least := func(m string) float64 { return rows[m].Number("test_error_least") }
	ratio := at(proxThin) / at(rescaling)
	holds := earlier(at(form), at(proxThin)) && earlier(at(form), at(rescaling)) && ratio <= 3 && ratio >= 1./3 &&
		least(form) < least(proxThin) && least(form) < least(rescaling)
	ours := fmt.Sprintf("to 1e-3: %s, Prox++ %s, IR %s; least error %.2f %% at %.2f s, Prox++ %.2f, IR %.2f",
		seconds(at(form)), seconds(at(proxThin)), seconds(at(rescaling)), least(form),
		rows[form].Number("test_error_least_at"), least(proxThin), least(rescaling))
	return c.Decide(rows[form].Data.Kind, ours, holds)
}

func onPictures(table string, t *reproduce.Table) reproduce.Claim {
	c := reproduce.Judgeable(name, "D-R7", table, "section 4.2, Figure 2",
		"on ImageNet ContR1D is first, and its test error dips early, then rises slightly "+"(judged: first to 1e-2 "+
			"against Prox++ and IR; least error at least 0.1 points below the last)", "first; dips early")
	form := formOf(table)
	rows, ok := rowsOf(t, pictures, form, proxThin, rescaling)
	if !ok {
		return c
	}
	at := func(m string) float64 { return rows[m].Number(accuracyKey("cpu", 1e-2)) }
	least, last := rows[form].Number("test_error_least"), rows[form].Number("test_error")
	ours := fmt.Sprintf("to 1e-2: %s, Prox++ %s, IR %s; error least %.2f %%, at the end %.2f %%",
		seconds(at(form)), seconds(at(proxThin)), seconds(at(rescaling)), least, last)
	return c.Decide(rows[form].Data.Kind, ours, earlier(at(form), at(proxThin)) && earlier(at(form), at(rescaling)) &&
		last-least >= 0.1)
}

func rescalingStays(table string, t *reproduce.Table) reproduce.Claim {
	c := reproduce.Judgeable(
		name,
		"D-R8",
		table,
		"section 3.3",
		"IR does not approximate low-rank optima well (judged: on every set its accuracy is worse than that "+
			"of ContR1D, or its rank higher)",
		"worse at low rank",
	)
	form := formOf(table)
	var ours []string
	holds, kind := true, datasets.Synthetic
	for _, where := range []string{conjoint1, conjoint2, pictures} {
		rows, ok := rowsOf(t, where, form, rescaling)
		if !ok {
			continue
		}
		kind = rows[form].Data.Kind
		a, b := rows[form].Number("accuracy"), rows[rescaling].Number("accuracy")
		holds = holds && (b > a || rows[rescaling].Number("rank") > rows[form].Number("rank"))
		ours = append(ours, fmt.Sprintf("%s: %.0e and rank %.0f, IR %.0e and %.0f", where, a, rows[form].Number("rank"), b,
			rows[rescaling].Number("rank")))
	}
	if len(ours) == 0 {
		return c
	}
	return c.Decide(kind, strings.Join(ours, "; "), holds)
}

func earlyRank(table string, t *reproduce.Table) reproduce.Claim {
	tenth := "time" // in a record from before evaluations were counted
	counted := func(r reproduce.Row) bool { return !math.IsNaN(r.Number("evaluations")) }
	if t != nil && slices.ContainsFunc(t.Rows, counted) {
		tenth = "evaluations"
	}
	statement := "early iterates of ContR1D have lower rank than its last (judged: after a tenth of the " + tenth +
		", on every set)"
	c := reproduce.Judgeable(name, "D-R9", table, "section 4.2", statement, "lower")
	form := formOf(table)
	var ours []string
	holds, kind := true, datasets.Synthetic
	for _, where := range []string{conjoint1, conjoint2, pictures} {
		rows, ok := rowsOf(t, where, form)
		if !ok {
			continue
		}
		kind = rows[form].Data.Kind
		early, last := rows[form].Number("rank_early"), rows[form].Number("rank")
		holds = holds && early < last
		ours = append(ours, fmt.Sprintf("%s: %.0f, then %.0f", where, early, last))
	}
	if len(ours) == 0 {
		return c
	}
	return c.Decide(kind, strings.Join(ours, "; "), holds)
}
