package tracenorm

import (
	"fmt"
	"math"
	"strings"

	"github.com/proxlab/proxlab/reproduce"
)

// claims are what the paper says, of each form of the figures.
func claims() (out []reproduce.Criterion) {
	out = append(out, ofFigure1(tableFigure1)...)
	out = append(out, ofFigure1(tableFigure1Sound)...)
	out = append(out, ofFigure2(tableFigure2)...)
	return append(out, ofFigure2(tableFigure2Sound)...)
}

// judge is a claim's judgement on a form of rank-one descent.
type judge func(form string, t *reproduce.Table, rec *reproduce.Record) (ours string, holds bool)

// of binds a judgement to a form.
func (j judge) of(form string) func(*reproduce.Table, *reproduce.Record) reproduce.Finding {
	return plainly(func(t *reproduce.Table, rec *reproduce.Record) (string, bool) { return j(form, t, rec) })
}

// rowsOf returns the ids of the rows of some methods in panels or sets.
func rowsOf(where []string, methods ...string) (ids []string) {
	for _, w := range where {
		for _, m := range methods {
			ids = append(ids, w+"/"+m)
		}
	}
	return ids
}

// number returns a value of a method's row in a panel or set.
func number(t *reproduce.Table, where, method, key string) float64 {
	r, _ := t.Row(where + "/" + method)
	return r.Number(key)
}

var (
	highCorrelation = []string{"light-0.9", "heavy-0.9"}
	lowCorrelation  = []string{"light-0.1", "heavy-0.1"}
	light           = []string{"light-0.9"}
)

func ofFigure1(table string) []reproduce.Criterion {
	form := formOf(table)
	out := []reproduce.Criterion{
		{
			ID: "D-R1", Table: table, Where: "section 4.1, Figure 1", Paper: "below Prox++ in both panels",
			Statement: "at high correlation ContR1D needs less processor time than Prox++ at light and heavy regularization " +
				"(judged at 1e-3 and 1e-5 against the thin SVD, as the paper has it)",
			Needs: rowsOf(highCorrelation, form, proxThin), Timed: true, Judge: judge(fasterInTime).of(form),
		},
		{
			ID: "D-R2", Table: table, Where: "section 4.1, Figure 1", Paper: "Prox++ faster",
			Statement: "at light regularization Prox++ needs fewer iterations (judged at 1e-2, by the thin SVD)",
			Needs:     rowsOf(light, form, proxThin), Judge: judge(slowerInIterations).of(form),
		},
		{
			ID: "D-R3", Table: table, Where: "section 4.1, Figure 1", Paper: "visible", Judge: plainly(stairs),
			Statement: "the curves of ContR1D are staircases, by the alternation of Steps 3 and 4 (judged: three " +
				"alternations, and one kind of step lowers log accuracy at least twice as much as the other)",
		},
		{
			ID: "D-R4", Table: table, Where: "section 4.1", Paper: "similar, not shown",
			Statement: "at low correlation ContR1D and Prox++ perform alike (judged: times to 1e-3 by the thin SVD within a " +
				"factor 2 in both panels)",
			Needs: rowsOf(lowCorrelation, form, proxThin), Timed: true, Judge: judge(similarAtLowCorrelation).of(form),
		},
	}
	if form == sound {
		return append(out[:2], out[3]) // stairs are those of the literal method
	}
	return out
}

// earlier tells whether a time, NaN for never, is before another.
func earlier(a, b float64) bool { return !math.IsNaN(a) && (math.IsNaN(b) || a < b) }

func seconds(v float64) string {
	if math.IsNaN(v) {
		return "never"
	}
	return fmt.Sprintf("%.2f s", v)
}

func count(v float64) string {
	if math.IsNaN(v) {
		return "never in its"
	}
	return fmt.Sprintf("%.0f", v)
}

func fasterInTime(form string, t *reproduce.Table, _ *reproduce.Record) (ours string, holds bool) {
	var parts []string
	holds = true
	for _, where := range highCorrelation {
		for _, share := range []float64{1e-3, 1e-5} {
			key := accuracyKey("cpu", share)
			a, b := number(t, where, form, key), number(t, where, proxThin, key)
			holds = holds && earlier(a, b)
			parts = append(parts, fmt.Sprintf("%s %.0e: %s, Prox++ %s", where, share, seconds(a), seconds(b)))
		}
	}
	return strings.Join(parts, "; "), holds
}

func slowerInIterations(form string, t *reproduce.Table, _ *reproduce.Record) (ours string, holds bool) {
	key := accuracyKey("iterations", 1e-2)
	a, b := number(t, light[0], form, key), number(t, light[0], proxThin, key)
	if math.IsNaN(a) && math.IsNaN(b) {
		return "", false
	}
	return fmt.Sprintf("%s iterations, Prox++ %s", count(a), count(b)), earlier(b, a)
}

func stairs(_ *reproduce.Table, rec *reproduce.Record) (ours string, holds bool) {
	course := rec.Curve("heavy-0.9-staircase")
	if course == nil {
		return "", false
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
		return fmt.Sprintf("%d alternations", turns), false
	}
	add, move := drop[0]/steps[0], drop[1]/steps[1]
	return fmt.Sprintf("%d alternations; a Step 3 lowers log10 accuracy by %.3f, a Step 4 by %.3f", turns, add, move),
		turns >= 6 && math.Max(add, move) >= 2*math.Min(add, move)
}

func similarAtLowCorrelation(form string, t *reproduce.Table, _ *reproduce.Record) (ours string, holds bool) {
	var parts []string
	holds = true
	for _, where := range lowCorrelation {
		key := accuracyKey("cpu", 1e-3)
		a, b := number(t, where, form, key), number(t, where, proxThin, key)
		holds = holds && a/b <= 2 && a/b >= 0.5 // false of NaN
		parts = append(parts, fmt.Sprintf("%s: %s, Prox++ %s", where, seconds(a), seconds(b)))
	}
	return strings.Join(parts, "; "), holds
}

// plainly makes a finding of what was found and whether the claim holds.
func plainly(judge func(*reproduce.Table, *reproduce.Record) (string, bool)) func(
	*reproduce.Table, *reproduce.Record,
) reproduce.Finding {
	return func(t *reproduce.Table, rec *reproduce.Record) reproduce.Finding {
		ours, holds := judge(t, rec)
		return reproduce.Decided(ours, holds, "")
	}
}
