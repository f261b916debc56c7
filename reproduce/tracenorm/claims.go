package tracenorm

import (
	"fmt"
	"math"
	"strings"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/reproduce"
)

// judge decides the paper's claims on each form of the figures that the record has, or on the literal form if it has
// none.
func judge(rec *reproduce.Record) []reproduce.Claim {
	var out []reproduce.Claim
	none := len(rec.Tables) == 0
	for _, id := range []string{tableFigure1, tableFigure1Sound} {
		if t := rec.Table(id); t != nil || none && id == tableFigure1 {
			out = append(out, fasterInTime(id, t), slowerInIterations(id, t))
			if id == tableFigure1 {
				out = append(out, stairs(rec, t))
			}
			out = append(out, similarAtLowCorrelation(id, t))
		}
	}
	for _, id := range []string{tableFigure2, tableFigure2Sound} {
		if t := rec.Table(id); t != nil || none && id == tableFigure2 {
			out = append(out, onConjoint1(id, t), onConjoint2(id, t), onPictures(id, t), rescalingStays(id, t), earlyRank(id, t))
		}
	}
	return out
}

// rowsOf returns the rows of a panel or set by method; ok is false where one of those needed is missing.
func rowsOf(t *reproduce.Table, where string, needed ...string) (rows map[string]reproduce.Row, ok bool) {
	rows = map[string]reproduce.Row{}
	for _, m := range needed {
		r, found := t.Row(where + "/" + m)
		if !found {
			return nil, false
		}
		rows[m] = r
	}
	return rows, true
}

// earlier tells whether a time, NaN for never, is before another.
func earlier(a, b float64) bool { return !math.IsNaN(a) && (math.IsNaN(b) || a < b) }

func seconds(v float64) string {
	if math.IsNaN(v) {
		return "never"
	}
	return fmt.Sprintf("%.2f s", v)
}

func fasterInTime(table string, t *reproduce.Table) reproduce.Claim {
	c := reproduce.Judgeable(
		name,
		"D-R1",
		table,
		"section 4.1, Figure 1",
		"at high correlation ContR1D needs less processor time than Prox++ at light and heavy regularization "+
			"(judged at 1e-3 and 1e-5 against the thin SVD, as the paper has it)",
		"below Prox++ in both panels",
	)
	form := formOf(table)
	var ours []string
	holds := true
	var kind datasets.Kind
	for _, where := range []string{"light-0.9", "heavy-0.9"} {
		rows, ok := rowsOf(t, where, form, proxThin)
		if !ok {
			return c
		}
		kind = rows[form].Data.Kind
		for _, share := range []float64{1e-3, 1e-5} {
			a, b := rows[form].Number(accuracyKey("cpu", share)), rows[proxThin].Number(accuracyKey("cpu", share))
			holds = holds && earlier(a, b)
			ours = append(ours, fmt.Sprintf("%s %.0e: %s, Prox++ %s", where, share, seconds(a), seconds(b)))
		}
	}
	return c.Decide(kind, strings.Join(ours, "; "), holds)
}

func slowerInIterations(table string, t *reproduce.Table) reproduce.Claim {
	c := reproduce.Judgeable(name, "D-R2", table, "section 4.1, Figure 1",
		"at light regularization Prox++ needs fewer iterations (judged at 1e-2, by the thin SVD)", "Prox++ faster")
	form := formOf(table)
	rows, ok := rowsOf(t, "light-0.9", form, proxThin)
	if !ok {
		return c
	}
	a, b := rows[form].Number(accuracyKey("iterations", 1e-2)), rows[proxThin].Number(accuracyKey("iterations", 1e-2))
	if math.IsNaN(a) && math.IsNaN(b) {
		return c
	}
	return c.Decide(rows[form].Data.Kind, fmt.Sprintf("%s iterations, Prox++ %s", count(a), count(b)), earlier(b, a))
}

func count(v float64) string {
	if math.IsNaN(v) {
		return "never in its"
	}
	return fmt.Sprintf("%.0f", v)
}

func stairs(rec *reproduce.Record, t *reproduce.Table) reproduce.Claim {
	c := reproduce.Judgeable(
		name,
		"D-R3",
		tableFigure1,
		"section 4.1, Figure 1",
		"the curves of ContR1D are staircases, by the alternation of Steps 3 and 4 (judged: three alternations, "+
			"and one kind of step lowers log accuracy at least twice as much as the other)",
		"visible",
	)
	course := rec.Curve("heavy-0.9-staircase")
	if t == nil || course == nil {
		return c
	}
	accuracy, restricted := course.Column("accuracy"), course.Column("restricted")
	var drop, steps [2]float64
	turns := 0
	for i := 1; i < len(accuracy); i++ {
		kind := int(restricted[i])
		drop[kind] += math.Log10(accuracy[i-1] / accuracy[i])
		steps[kind]++
		if restricted[i] != restricted[i-1] {
			turns++
		}
	}
	if steps[0] == 0 || steps[1] == 0 {
		return c.Decide(datasets.Synthetic, fmt.Sprintf("%d alternations", turns), false)
	}
	add, move := drop[0]/steps[0], drop[1]/steps[1]
	return c.Decide(datasets.Synthetic,
		fmt.Sprintf("%d alternations; a Step 3 lowers log10 accuracy by %.3f, a Step 4 by %.3f", turns, add, move),
		turns >= 6 && math.Max(add, move) >= 2*math.Min(add, move))
}

func similarAtLowCorrelation(table string, t *reproduce.Table) reproduce.Claim {
	c := reproduce.Judgeable(
		name,
		"D-R4",
		table,
		"section 4.1",
		"at low correlation ContR1D and Prox++ perform alike (judged: times to 1e-3 by the thin SVD within a "+
			"factor 2 in both panels)",
		"similar, not shown",
	)
	form := formOf(table)
	var ours []string
	holds := true
	var kind datasets.Kind
	for _, where := range []string{"light-0.1", "heavy-0.1"} {
		rows, ok := rowsOf(t, where, form, proxThin)
		if !ok {
			return c
		}
		kind = rows[form].Data.Kind
		a, b := rows[form].Number(accuracyKey("cpu", 1e-3)), rows[proxThin].Number(accuracyKey("cpu", 1e-3))
		holds = holds && a/b <= 2 && a/b >= 0.5 // false of NaN
		ours = append(ours, fmt.Sprintf("%s: %s, Prox++ %s", where, seconds(a), seconds(b)))
	}
	return c.Decide(kind, strings.Join(ours, "; "), holds)
}
