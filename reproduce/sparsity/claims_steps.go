package sparsity

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/reproduce"
)

func ratioAboveOne(t *reproduce.Table, id, key, form string) reproduce.Claim {
	c := claim(id, tableFigure3, "section 5.4, Figure 3",
		"the ratio of fixed to adaptive iterations is always greater than one (judged: in every replication"+form+")", "> 1")
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
	c := claim("D-S6-size", tableFigure3, "section 5.4, Figure 3",
		"it ranges from the order of tens to the order of hundreds (judged: least mean above 5, largest above 100)",
		"10 to 100s")
	g := gridOf(t)
	if len(g.rows) == 0 {
		return c
	}
	means := each(g.rows, func(r reproduce.Row) float64 { return r.Number("ratio") })
	return c.Decide(datasets.Synthetic,
		fmt.Sprintf("means from %.1f to %.1f", floats.Min(means), floats.Max(means)), floats.Min(means) > 5 &&
			floats.Max(means) > 100)
}

func ratioGrows(t *reproduce.Table) reproduce.Claim {
	c := claim("D-S6-d", tableFigure3, "section 5.4, Figure 3",
		"adaptive steps help more the more input variables there are (judged: the mean ratio over n grows with d)", "grows")
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
	c := claim("D-S7", tableFigure3, "section 5.4, Figure 3",
		"over n the ratio is approximately constant or decreases slightly (judged: for every d, from the least to the "+
			"largest n it changes by a factor between 1/2 and 1.25)", "flat")
	return onCourses(c, gridOf(t), "d", "n", "ratio", func(ratio []float64) bool {
		change := ratio[len(ratio)-1] / ratio[0]
		return change <= 1.25 && change >= 0.5
	})
}

func sameForOthers(t *reproduce.Table) reproduce.Claim {
	c := claim("D-S8", tableInstances, "section 5",
		"all the other learning algorithms share the same properties (judged for lasso, elastic net and group lasso: "+
			"iterations fall with α for every n, and the test errors at α = 0.001 are within 10 % of those at μ = 0)", "shared")
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
	return c.Decide(datasets.Synthetic,
		fmt.Sprintf("iterations fall in %d of %d courses; %d of %d mean errors within 10 %%", right, all, near, errors),
		right == all && near == errors)
}

func contracts(t *reproduce.Table) reproduce.Claim {
	c := claim("D-S9", tableTheory, "Proposition 1, Corollary 1, section 5.3",
		"the map contracts by L_σ = (a − b)/(a + b + 4μ), which is (1 + α)⁻¹ for b = 0, "+
			"and ‖f* − f^p‖ ≤ L^p/(1 − L) ‖f¹ − f⁰‖", "≤ L_σ")
	holds := t != nil
	var ours []string
	for _, r := range gridOf(t).rows {
		if r.Values["what"] != "contraction" {
			continue
		}
		holds = holds && r.Number("worst") <= 1e-9 && r.Number("distance") <= 1+1e-9 &&
			math.Abs(r.Number("bound")-r.Number("formula")) < 1e-6
		ours = append(ours, fmt.Sprintf("α = %g: %.6f of at most %.6f", r.Number("alpha"), r.Number("measured"),
			r.Number("formula")))
	}
	if len(ours) == 0 {
		return c
	}
	return c.Decide(datasets.Synthetic, strings.Join(ours, "; "), holds)
}

func decreases(t *reproduce.Table) reproduce.Claim {
	c := claim("D-S10", tableTheory, "Theorem 2",
		"with η ≤ ‖JJᵀ‖⁻¹ the iteration lowers ‖Jᵀv − g/λ‖ in every step and converges to the projection", "monotone")
	r, ok := t.Row("projection-1")
	if !ok {
		return c
	}
	return c.Decide(datasets.Synthetic,
		fmt.Sprintf("largest relative increase %.1e, %.1e from the projection's after 2,000 steps",
			r.Number("increase"), r.Number("excess")),
		r.Number("increase") <= 1e-12 && r.Number("excess") <= 1e-3)
}
