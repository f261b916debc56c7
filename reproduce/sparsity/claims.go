package sparsity

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/reproduce"
)

// judge decides the paper's claims on a record: each as worded, and where the wording fails, what holds.
func judge(rec *reproduce.Record) []reproduce.Claim {
	figure1, figure2, figure3 := rec.Table(tableFigure1), rec.Table(tableFigure2), rec.Table(tableFigure3)
	return []reproduce.Claim{
		growsWithTasks(figure1), moreAtTheEnd(figure1), largerForFew(figure1, "D-S2", 0, ""),
		largerForFew(figure1, "D-S2-many", 4, " of four or more"),
		errorsOverlap(figure2, "D-S3", "error", "overlapping",
			"the test errors of all μ are essentially overlapping (judged: means within 10 % of those of μ = 0, for all α to "+
				"0.1)", 0.1),
		errorsOverlap(figure2, "D-S3-small", "error", "overlapping",
			"the test errors of small μ are essentially overlapping (judged: the same, for α = 0.001)", 0.001),
		errorsOverlap(figure2, "D-S3-plain", "plain_error", "not said",
			"without the debiasing step as well (judged: as D-S3, on the sparse model's own errors)", 0.1),
		selectsMore(figure2), shrinksWithN(figure2),
		fewerWithAlpha(figure2), fewerWithN(figure2), savesAtOnce(figure2),
		ratioAboveOne(figure3, "D-S6", "ratio_least", ""), ratioAboveOne(figure3, "D-S6-guarded", "guarded_least",
			", with a safeguard"), ratioTens(figure3), ratioGrows(figure3), ratioFlat(figure3),
		sameForOthers(rec.Table(tableInstances)), contracts(rec.Table(tableTheory)), decreases(rec.Table(tableTheory)),
	}
}

// claim returns a claim that is not yet judged.
func claim(id, table, where, statement, paper string) reproduce.Claim {
	return reproduce.Judgeable(name, id, table, where, statement, paper)
}

func growsWithTasks(t *reproduce.Table) reproduce.Claim {
	c := claim("D-S1", tableFigure1, "section 5.2, Figure 1",
		"γ = (err_S − err_M)/err_S is positive and grows with the number of tasks, for every n", "γ > 0, growing")
	return onCourses(c, gridOf(t), "n", "tasks", "gamma",
		func(gamma []float64) bool { return gamma[0] > 0 && rising(gamma) })
}

func moreAtTheEnd(t *reproduce.Table) reproduce.Claim {
	c := claim("D-S1-ends", tableFigure1, "section 5.2, Figure 1",
		"the gain is larger when the number of tasks is large (judged: γ positive everywhere, and for every n larger for "+
			"the most tasks than for the fewest)", "larger")
	return onCourses(c, gridOf(t), "n", "tasks", "gamma",
		func(gamma []float64) bool { return floats.Min(gamma) > 0 && gamma[len(gamma)-1] > gamma[0] })
}

// largerForFew judges the numbers of tasks from fewest on.
func largerForFew(t *reproduce.Table, id string, fewest float64, which string) reproduce.Claim {
	c := claim(id, tableFigure1, "section 5.2, Figure 1",
		"the gain is larger with small training sets (judged: γ at the least n above γ at the largest, for every number "+
			"of tasks"+which+")", "larger")
	var some grid
	for _, r := range gridOf(t).rows {
		if r.Number("tasks") >= fewest {
			some.rows = append(some.rows, r)
		}
	}
	return onCourses(c, some, "tasks", "n", "gamma", func(gamma []float64) bool { return gamma[0] > gamma[len(gamma)-1] })
}

// onCourses judges whether a number's courses along a column are right for every value of another.
func onCourses(c reproduce.Claim, g grid, over, along, key string, right func([]float64) bool) reproduce.Claim {
	if len(g.rows) == 0 {
		return c
	}
	holds := true
	var ours []string
	for _, v := range g.values(over) {
		course := g.course(along, key, map[string]float64{over: v})
		holds = holds && right(course)
		ours = append(ours, fmt.Sprintf("%s = %.0f: %s", over, v, list(course, 3)))
	}
	return c.Decide(datasets.Synthetic,
		fmt.Sprintf("over %s = %s; %s", along, list(g.values(along), 0), strings.Join(ours, "; ")), holds)
}

// overlap is how far mean errors may be apart.
const overlap = 0.1

// errorsOverlap judges a kind of error for α up to most.
func errorsOverlap(t *reproduce.Table, id, key, paper, statement string, most float64) reproduce.Claim {
	c := claim(id, tableFigure2, "section 5.3, Figure 2", statement, paper)
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
		apart := row.Number(key)/base.Number(key) - 1
		if math.Abs(apart) <= overlap {
			near++
		}
		if math.Abs(apart) > math.Abs(worst) {
			worst, at = apart, fmt.Sprintf("d = %.0f, n = %.0f, α = %g", row.Number("d"), row.Number("n"), row.Number("alpha"))
		}
	})
	return c.Decide(datasets.Synthetic,
		fmt.Sprintf("%d of %d means within 10 %%; the furthest %+.0f %% (%s)", near, all, 100*worst, at), near == all &&
			all > 0)
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

func selectsMore(t *reproduce.Table) reproduce.Claim {
	c := claim("D-S4", tableFigure2, "section 5.3",
		"with very small samples the perturbation reduces sparsity (judged: at the least n, for every d, more features "+
			"selected at the largest α than at μ = 0)", "reduced")
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
	return c.Decide(datasets.Synthetic,
		fmt.Sprintf("selected at n = %.0f over α: %s", g.values("n")[0], strings.Join(ours, "; ")), holds)
}

func shrinksWithN(t *reproduce.Table) reproduce.Claim {
	c := claim("D-S4-n", tableFigure2, "section 5.3",
		"that effect decreases with n and is essentially negligible even when n ≪ d (judged: for every d, at most as many "+
			"more features at the largest n as at the least, and at most one more at α = 0.001 wherever n ≤ d/4)", "negligible")
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
	return c.Decide(datasets.Synthetic,
		fmt.Sprintf("more selected at the largest α, over n = %s: %s", list(g.values("n"), 0), strings.Join(ours, "; ")),
		holds)
}

func fewerWithAlpha(t *reproduce.Table) reproduce.Claim {
	c := claim("D-S5", tableFigure2, "section 5.3, Figure 2",
		"larger α need fewer iterations (judged: mean iterations fall with α for every d and n)", "clear")
	return monotone(c, t, "alpha", "n")
}

func fewerWithN(t *reproduce.Table) reproduce.Claim {
	c := claim("D-S5-n", tableFigure2, "section 5.3, Figure 2",
		"the number of iterations decreases as the number of points increases (judged: mean iterations fall with n for "+
			"every d and α)", "decreases")
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
				example = fmt.Sprintf("; not at d = %.0f, %s = %g: %s",
					d, map[string]string{"n": "n", "alpha": "α"}[other], v, list(iterations, 0))
			}
		}
	}
	return c.Decide(datasets.Synthetic, fmt.Sprintf("they fall in %d of %d courses%s", right, all, example), right == all)
}

func savesAtOnce(t *reproduce.Table) reproduce.Claim {
	c := claim("D-S5-d", tableFigure2, "section 5.3",
		"when n ≪ d a small μ substantially reduces the burden (judged: at the largest d, α = 0.001 takes at most half "+
			"the iterations of μ = 0, for all n ≤ d/8)", "substantially")
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
	return c.Decide(datasets.Synthetic,
		fmt.Sprintf("d = %.0f; %s", last, strings.Join(ours, "; ")), holds && len(ours) > 0)
}
