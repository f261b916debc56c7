package sparsity

import (
	"fmt"
	"math"
	"strings"

	"github.com/proxlab/proxlab/reproduce"
)

// What the strictly convex term does to features selected and to iterations.

func selectsMore(t *reproduce.Table, _ *reproduce.Record) (string, bool) {
	g := gridOf(t)
	holds := true
	var ours []string
	for _, d := range g.values("d") {
		selected := g.course("alpha", "selected", map[string]float64{"d": d, "n": g.values("n")[0]})
		holds = holds && selected[len(selected)-1] > selected[0]
		ours = append(ours, fmt.Sprintf("d = %.0f: %s", d, list(selected, 1)))
	}
	return fmt.Sprintf("selected at n = %.0f over α: %s", g.values("n")[0], strings.Join(ours, "; ")), holds
}

func shrinksWithN(t *reproduce.Table, _ *reproduce.Record) (string, bool) {
	g := gridOf(t)
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
	return fmt.Sprintf("more selected at the largest α, over n = %s: %s", list(g.values("n"), 0),
		strings.Join(ours, "; ")), holds
}

// iterationsFall judges whether iterations fall along a column for all values of the other, and of d.
func iterationsFall(along, other string) judge {
	return func(t *reproduce.Table, _ *reproduce.Record) (string, bool) {
		g := gridOf(t)
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
		return fmt.Sprintf("they fall in %d of %d courses%s", right, all, example), right == all
	}
}

func savesAtOnce(t *reproduce.Table, _ *reproduce.Record) (string, bool) {
	g := gridOf(t)
	d := g.values("d")
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
	return fmt.Sprintf("d = %.0f; %s", last, strings.Join(ours, "; ")), holds && len(ours) > 0
}

func sameForOthers(t *reproduce.Table, _ *reproduce.Record) (string, bool) {
	right, all, near, errors := 0, 0, 0, 0
	for _, in := range instances {
		part := gridOf(t).of("instance", in.id)
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
	return fmt.Sprintf("iterations fall in %d of %d courses; %d of %d mean errors within 10 %%", right, all, near, errors),
		right == all && near == errors
}
