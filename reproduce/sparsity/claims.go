package sparsity

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/reproduce"
)

// judge decides the paper's claims on a record: each as worded, and where the wording fails, what holds.
func judge(rec *reproduce.Record) []reproduce.Claim {
	figure1, figure2, figure3 := rec.Table(tableFigure1), rec.Table(tableFigure2), rec.Table(tableFigure3)
	return []reproduce.Claim{
		growsWithTasks(figure1), moreAtTheEnd(figure1), largerForFew(figure1, "D-S2", 0, ""), largerForFew(figure1, "D-S2-many", 4, " of four or more"),
		errorsOverlap(figure2, "D-S3", "the test errors of all μ are essentially overlapping (judged: means within 10 % of those of μ = 0, for all α to 0.1)", 0.1),
		errorsOverlap(figure2, "D-S3-small", "the test errors of small μ are essentially overlapping (judged: the same, for α = 0.001)", 0.001),
		withoutDebiasing(figure2), selectsMore(figure2), shrinksWithN(figure2),
		fewerWithAlpha(figure2), fewerWithN(figure2), savesAtOnce(figure2),
		ratioAboveOne(figure3, "D-S6", "ratio_least", ""), ratioAboveOne(figure3, "D-S6-guarded", "guarded_least", ", with a safeguard"), ratioTens(figure3), ratioGrows(figure3), ratioFlat(figure3),
		sameForOthers(rec.Table(tableInstances)), contracts(rec.Table(tableTheory)), decreases(rec.Table(tableTheory)),
	}
}

// grid is a table by the values of some of its columns.
type grid struct {
	rows []reproduce.Row
}

func gridOf(t *reproduce.Table) grid {
	if t == nil {
		return grid{}
	}
	return grid{t.Rows}
}

// at is the row with these values of the columns; ok is false where there is none.
func (g grid) at(where map[string]float64) (reproduce.Row, bool) {
	for _, r := range g.rows {
		match := true
		for k, v := range where {
			match = match && r.Number(k) == v
		}
		if match {
			return r, true
		}
	}
	return reproduce.Row{}, false
}

// values are those a column has, rising.
func (g grid) values(column string) (out []float64) {
	seen := map[float64]bool{}
	for _, r := range g.rows {
		if v := r.Number(column); !math.IsNaN(v) && !seen[v] {
			seen[v] = true
			out = append(out, v)
		}
	}
	slices.Sort(out)
	return out
}

// course is a number along the values of a column, other columns fixed; NaN where a row is missing.
func (g grid) course(column, number string, fixed map[string]float64) (out []float64) {
	for _, v := range g.values(column) {
		where := map[string]float64{column: v}
		for k, f := range fixed {
			where[k] = f
		}
		r, ok := g.at(where)
		if !ok {
			out = append(out, math.NaN())
			continue
		}
		out = append(out, r.Number(number))
	}
	return out
}

func rising(values []float64) bool {
	for k := 1; k < len(values); k++ {
		if !(values[k] >= values[k-1]) {
			return false
		}
	}
	return len(values) > 1
}

func falling(values []float64) bool {
	for k := 1; k < len(values); k++ {
		if !(values[k] <= values[k-1]) {
			return false
		}
	}
	return len(values) > 1
}

func list(values []float64, digits int) string {
	parts := make([]string, len(values))
	for k, v := range values {
		parts[k] = fmt.Sprintf("%.*f", digits, v)
	}
	return strings.Join(parts, ", ")
}

// claim is one not yet judged.
func claim(id, table, where, statement, paper string) reproduce.Claim {
	return reproduce.Judgeable(name, id, table, where, statement, paper)
}

func growsWithTasks(t *reproduce.Table) reproduce.Claim {
	c := claim("D-S1", tableFigure1, "section 5.2, Figure 1", "γ = (err_S − err_M)/err_S is positive and grows with the number of tasks, for every n", "γ > 0, growing")
	g := gridOf(t)
	if len(g.rows) == 0 {
		return c
	}
	holds := true
	var ours []string
	for _, n := range g.values("n") {
		gamma := g.course("tasks", "gamma", map[string]float64{"n": n})
		holds = holds && rising(gamma) && gamma[0] > 0
		ours = append(ours, fmt.Sprintf("n = %.0f: %s", n, list(gamma, 3)))
	}
	return c.Decide(datasets.Synthetic, fmt.Sprintf("γ over T = %s; %s", list(g.values("tasks"), 0), strings.Join(ours, "; ")), holds)
}

func moreAtTheEnd(t *reproduce.Table) reproduce.Claim {
	c := claim("D-S1-ends", tableFigure1, "section 5.2, Figure 1", "the gain is larger when the number of tasks is large (judged: γ positive everywhere, and for every n larger for the most tasks than for the fewest)", "larger")
	g := gridOf(t)
	if len(g.rows) == 0 {
		return c
	}
	holds := true
	var ours []string
	for _, n := range g.values("n") {
		gamma := g.course("tasks", "gamma", map[string]float64{"n": n})
		last := gamma[len(gamma)-1]
		holds = holds && floats.Min(gamma) > 0 && last > gamma[0]
		ours = append(ours, fmt.Sprintf("n = %.0f: %.3f, then %.3f", n, gamma[0], last))
	}
	return c.Decide(datasets.Synthetic, strings.Join(ours, "; "), holds)
}

// largerForFew judges the numbers of tasks from fewest on.
func largerForFew(t *reproduce.Table, id string, fewest float64, which string) reproduce.Claim {
	c := claim(id, tableFigure1, "section 5.2, Figure 1", "the gain is larger with small training sets (judged: γ at the least n above γ at the largest, for every number of tasks"+which+")", "larger")
	g := gridOf(t)
	if len(g.rows) == 0 {
		return c
	}
	holds := true
	var ours []string
	for _, tasks := range g.values("tasks") {
		if tasks < fewest {
			continue
		}
		gamma := g.course("n", "gamma", map[string]float64{"tasks": tasks})
		holds = holds && gamma[0] > gamma[len(gamma)-1]
		ours = append(ours, fmt.Sprintf("T = %.0f: %s", tasks, list(gamma, 3)))
	}
	return c.Decide(datasets.Synthetic, fmt.Sprintf("γ over n = %s; %s", list(g.values("n"), 0), strings.Join(ours, "; ")), holds)
}

// overlap is how far mean errors may be apart.
const overlap = 0.1

func errorsOverlap(t *reproduce.Table, id, statement string, most float64) reproduce.Claim {
	c := claim(id, tableFigure2, "section 5.3, Figure 2", statement, "overlapping")
	g := gridOf(t)
	if len(g.rows) == 0 {
		return c
	}
	worst, at, near, all := 0., "", 0, 0
	eachAlpha(g, func(row, base reproduce.Row) {
		if row.Number("alpha") > most {
			return
		}
		all++
		apart := row.Number("error")/base.Number("error") - 1
		if math.Abs(apart) <= overlap {
			near++
		}
		if math.Abs(apart) > math.Abs(worst) {
			worst, at = apart, fmt.Sprintf("d = %.0f, n = %.0f, α = %g", row.Number("d"), row.Number("n"), row.Number("alpha"))
		}
	})
	return c.Decide(datasets.Synthetic, fmt.Sprintf("%d of %d means within 10 %%; the furthest %+.0f %% (%s)", near, all, 100*worst, at), near == all && all > 0)
}

// eachAlpha visits the rows of α > 0 with that of α = 0 and the same d and n.
func eachAlpha(g grid, visit func(row, base reproduce.Row)) {
	for _, r := range g.rows {
		if r.Number("alpha") == 0 {
			continue
		}
		if base, ok := g.at(map[string]float64{"alpha": 0, "d": r.Number("d"), "n": r.Number("n")}); ok {
			visit(r, base)
		}
	}
}

func withoutDebiasing(t *reproduce.Table) reproduce.Claim {
	c := claim("D-S3-plain", tableFigure2, "section 5.3", "without the debiasing step as well (judged: as D-S3, on the sparse model's own errors)", "not said")
	g := gridOf(t)
	if len(g.rows) == 0 {
		return c
	}
	near, all, worst := 0, 0, 0.
	eachAlpha(g, func(row, base reproduce.Row) {
		apart := row.Number("plain_error")/base.Number("plain_error") - 1
		all++
		if math.Abs(apart) <= overlap {
			near++
		}
		worst = math.Max(worst, apart)
	})
	return c.Decide(datasets.Synthetic, fmt.Sprintf("%d of %d means within 10 %%; the furthest %+.0f %%", near, all, 100*worst), near == all && all > 0)
}

func selectsMore(t *reproduce.Table) reproduce.Claim {
	c := claim("D-S4", tableFigure2, "section 5.3", "with very small samples the perturbation reduces sparsity (judged: at the least n, for every d, more features selected at the largest α than at μ = 0)", "reduced")
	g := gridOf(t)
	if len(g.rows) == 0 {
		return c
	}
	holds := true
	var ours []string
	for _, d := range g.values("d") {
		selected := g.course("alpha", "selected", map[string]float64{"d": d, "n": g.values("n")[0]})
		holds = holds && selected[len(selected)-1] > selected[0]
		ours = append(ours, fmt.Sprintf("d = %.0f: %s", d, list(selected, 1)))
	}
	return c.Decide(datasets.Synthetic, fmt.Sprintf("selected at n = %.0f over α: %s", g.values("n")[0], strings.Join(ours, "; ")), holds)
}

func shrinksWithN(t *reproduce.Table) reproduce.Claim {
	c := claim("D-S4-n", tableFigure2, "section 5.3", "that effect decreases with n and is essentially negligible even when n ≪ d (judged: for every d, at most as many more features at the largest n as at "+
		"the least, and at most one more at α = 0.001 wherever n ≤ d/4)", "negligible")
	g := gridOf(t)
	if len(g.rows) == 0 {
		return c
	}
	holds := true
	var ours []string
	for _, d := range g.values("d") {
		var more []float64
		for _, n := range g.values("n") {
			selected := g.course("alpha", "selected", map[string]float64{"d": d, "n": n})
			more = append(more, selected[len(selected)-1]-selected[0])
			if len(selected) > 1 && n <= d/4 {
				holds = holds && selected[1]-selected[0] <= 1
			}
		}
		holds = holds && more[len(more)-1] <= more[0]
		ours = append(ours, fmt.Sprintf("d = %.0f: %s", d, list(more, 1)))
	}
	return c.Decide(datasets.Synthetic, fmt.Sprintf("more selected at the largest α, over n = %s: %s", list(g.values("n"), 0), strings.Join(ours, "; ")), holds)
}

func fewerWithAlpha(t *reproduce.Table) reproduce.Claim {
	c := claim("D-S5", tableFigure2, "section 5.3, Figure 2", "larger α need fewer iterations (judged: mean iterations fall with α for every d and n)", "clear")
	return monotone(c, t, "alpha", "n")
}

func fewerWithN(t *reproduce.Table) reproduce.Claim {
	c := claim("D-S5-n", tableFigure2, "section 5.3, Figure 2", "the number of iterations decreases as the number of points increases (judged: mean iterations fall with n for every d and α)", "decreases")
	return monotone(c, t, "n", "alpha")
}

// monotone judges whether iterations fall along a column for all values of the other, and of d.
func monotone(c reproduce.Claim, t *reproduce.Table, along, other string) reproduce.Claim {
	g := gridOf(t)
	if len(g.rows) == 0 {
		return c
	}
	right, all := 0, 0
	var example string
	for _, d := range g.values("d") {
		for _, v := range g.values(other) {
			iterations := g.course(along, "iterations", map[string]float64{"d": d, other: v})
			all++
			if falling(iterations) {
				right++
			} else if example == "" {
				example = fmt.Sprintf("; not at d = %.0f, %s = %g: %s", d, map[string]string{"n": "n", "alpha": "α"}[other], v, list(iterations, 0))
			}
		}
	}
	return c.Decide(datasets.Synthetic, fmt.Sprintf("they fall in %d of %d courses%s", right, all, example), right == all)
}

func savesAtOnce(t *reproduce.Table) reproduce.Claim {
	c := claim("D-S5-d", tableFigure2, "section 5.3", "when n ≪ d a small μ substantially reduces the burden (judged: at the largest d, α = 0.001 takes at most half the iterations of μ = 0, for all n ≤ d/8)", "substantially")
	g := gridOf(t)
	d := g.values("d")
	if len(d) == 0 {
		return c
	}
	last := d[len(d)-1]
	holds := true
	var ours []string
	for _, n := range g.values("n") {
		if n > last/8 {
			continue
		}
		iterations := g.course("alpha", "iterations", map[string]float64{"d": last, "n": n})
		holds = holds && len(iterations) > 1 && iterations[1] <= iterations[0]/2
		ours = append(ours, fmt.Sprintf("n = %.0f: %s", n, list(iterations[:min(2, len(iterations))], 0)))
	}
	return c.Decide(datasets.Synthetic, fmt.Sprintf("d = %.0f; %s", last, strings.Join(ours, "; ")), holds && len(ours) > 0)
}

func ratioAboveOne(t *reproduce.Table, id, key, form string) reproduce.Claim {
	c := claim(id, tableFigure3, "section 5.4, Figure 3", "the ratio of fixed to adaptive iterations is always greater than one (judged: in every replication"+form+")", "> 1")
	g := gridOf(t)
	if len(g.rows) == 0 {
		return c
	}
	least := math.Inf(1)
	for _, r := range g.rows {
		least = math.Min(least, r.Number(key))
	}
	return c.Decide(datasets.Synthetic, fmt.Sprintf("least ratio %.2f", least), least > 1)
}

func ratioTens(t *reproduce.Table) reproduce.Claim {
	c := claim("D-S6-size", tableFigure3, "section 5.4, Figure 3", "it ranges from the order of tens to the order of hundreds (judged: least mean above 5, largest above 100)", "10 to 100s")
	g := gridOf(t)
	if len(g.rows) == 0 {
		return c
	}
	means := each(g.rows, func(r reproduce.Row) float64 { return r.Number("ratio") })
	return c.Decide(datasets.Synthetic, fmt.Sprintf("means from %.1f to %.1f", floats.Min(means), floats.Max(means)), floats.Min(means) > 5 && floats.Max(means) > 100)
}

func ratioGrows(t *reproduce.Table) reproduce.Claim {
	c := claim("D-S6-d", tableFigure3, "section 5.4, Figure 3", "adaptive steps help more the more input variables there are (judged: the mean ratio over n grows with d)", "grows")
	g := gridOf(t)
	if len(g.rows) == 0 {
		return c
	}
	var means []float64
	for _, d := range g.values("d") {
		means = append(means, stat.Mean(g.course("n", "ratio", map[string]float64{"d": d}), nil))
	}
	return c.Decide(datasets.Synthetic, fmt.Sprintf("d = %s: %s", list(g.values("d"), 0), list(means, 1)), rising(means))
}

func ratioFlat(t *reproduce.Table) reproduce.Claim {
	c := claim("D-S7", tableFigure3, "section 5.4, Figure 3", "over n the ratio is approximately constant or decreases slightly (judged: for every d, from the least to the largest n it changes by a factor between 1/2 and 1.25)", "flat")
	g := gridOf(t)
	if len(g.rows) == 0 {
		return c
	}
	holds := true
	var ours []string
	for _, d := range g.values("d") {
		ratio := g.course("n", "ratio", map[string]float64{"d": d})
		change := ratio[len(ratio)-1] / ratio[0]
		holds = holds && change <= 1.25 && change >= 0.5
		ours = append(ours, fmt.Sprintf("d = %.0f: %s", d, list(ratio, 1)))
	}
	return c.Decide(datasets.Synthetic, strings.Join(ours, "; "), holds)
}

func sameForOthers(t *reproduce.Table) reproduce.Claim {
	c := claim("D-S8", tableInstances, "section 5", "all the other learning algorithms share the same properties (judged for lasso, elastic net and group lasso: iterations fall with α for every n, and the "+
		"test errors at α = 0.001 are within 10 % of those at μ = 0)", "shared")
	g := gridOf(t)
	if len(g.rows) == 0 {
		return c
	}
	right, all, near, errors := 0, 0, 0, 0
	for _, in := range instances {
		var part grid
		for _, r := range g.rows {
			if r.Values["instance"] == in.id {
				part.rows = append(part.rows, r)
			}
		}
		for _, n := range part.values("n") {
			all++
			if falling(part.course("alpha", "iterations", map[string]float64{"n": n})) {
				right++
			}
		}
		eachAlpha(part, func(row, base reproduce.Row) {
			if row.Number("alpha") > 0.001 {
				return
			}
			errors++
			if math.Abs(row.Number("error")/base.Number("error")-1) <= overlap {
				near++
			}
		})
	}
	return c.Decide(datasets.Synthetic, fmt.Sprintf("iterations fall in %d of %d courses; %d of %d mean errors within 10 %%", right, all, near, errors), right == all && near == errors)
}

func contracts(t *reproduce.Table) reproduce.Claim {
	c := claim("D-S9", tableTheory, "Proposition 1, Corollary 1, section 5.3", "the map contracts by L_σ = (a − b)/(a + b + 4μ), which is (1 + α)⁻¹ for b = 0, and ‖f* − f^p‖ ≤ L^p/(1 − L) ‖f¹ − f⁰‖", "≤ L_σ")
	holds := t != nil
	var ours []string
	for _, r := range gridOf(t).rows {
		if r.Values["what"] != "contraction" {
			continue
		}
		holds = holds && r.Number("worst") <= 1e-9 && r.Number("distance") <= 1+1e-9 && math.Abs(r.Number("bound")-r.Number("formula")) < 1e-6
		ours = append(ours, fmt.Sprintf("α = %g: %.6f of at most %.6f", r.Number("alpha"), r.Number("measured"), r.Number("formula")))
	}
	if len(ours) == 0 {
		return c
	}
	return c.Decide(datasets.Synthetic, strings.Join(ours, "; "), holds)
}

func decreases(t *reproduce.Table) reproduce.Claim {
	c := claim("D-S10", tableTheory, "Theorem 2", "with η ≤ ‖JJᵀ‖⁻¹ the iteration lowers ‖Jᵀv − g/λ‖ in every step and converges to the projection", "monotone")
	r, ok := t.Row("projection-1")
	if !ok {
		return c
	}
	return c.Decide(datasets.Synthetic, fmt.Sprintf("largest relative increase %.1e, %.1e from the projection's after 2,000 steps", r.Number("increase"), r.Number("excess")),
		r.Number("increase") <= 1e-12 && r.Number("excess") <= 1e-3)
}
