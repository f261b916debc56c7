package sparsity

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/reproduce/evidence"
)

// What the strictly convex term does to errors and to the features selected.

const (
	onFigure2 = "section 5.3, Figure 2"
	overlaps  = "The test errors associated to different values of μ are essentially overlapping, meaning that the " +
		"perturbation term does not impact the prediction performance of the algorithm when the τ parameter is accurately " +
		"tuned."
)

// overlap is how far apart mean errors may be, and least the smallest α above 0, which is the paper's small one.
const (
	overlap = 0.1
	least   = 0.001
)

var claimsOnPrediction = slices.Concat(
	onBoth(reproduce.Criterion{
		ID: "D-S3", Where: onFigure2, Paper: "overlapping", Statement: overlaps,
		Rule:  "for every d, n and α > 0, the mean test error is within 10 % of that at μ = 0",
		Judge: seen(errorsOverlap(errorsOf, math.Inf(1))),
	}, tableFigure2),
	onBoth(reproduce.Criterion{
		ID: "D-S3-small", Where: onFigure2, Paper: "not affected",
		Statement: "adding the small strictly convex perturbation with μ > 0, has a preconditioning effect on the " +
			"iterative procedure and can substantially reduce the number of required computations without affecting the " +
			"sparsity and prediction properties of the obtained solution.",
		Rule:  "for α = 0.001, at every d and n, the mean test error is within 10 % of that at μ = 0",
		Judge: seen(errorsOverlap(errorsOf, least)),
	}, tableFigure2),
	onBoth(reproduce.Criterion{
		ID: "D-S3-plain", Where: onFigure2, Paper: "overlapping", Statement: overlaps,
		Rule:  "for every d, n and α > 0, the mean test error of the sparse model itself is within 10 % of that at μ = 0",
		Judge: seen(errorsOverlap(plainErrors, math.Inf(1))),
	}, tableFigure2, rawPlain, centredPlain),
)

var claimsOnSelection = slices.Concat(
	onBoth(reproduce.Criterion{
		ID: "D-S4", Where: "section 5.3", Paper: "reduced",
		Statement: "In principle the presence of the perturbation term tends to reduce the sparsity of the solution in the " +
			"presence of very small samples.",
		Rule:  "at the least n, for every d, more features are selected on average at the largest α than at μ = 0",
		Judge: seen(selectsMore),
	}, tableFigure2),
	onBoth(reproduce.Criterion{
		ID: "D-S4-na", Where: "section 5.3", Paper: "decreases",
		Statement: "In practice one can see that such an effect decreases when the number of input points n increases",
		Rule: "for every d, the largest α adds at most as many features on average at the largest n as at the least, " +
			"compared with μ = 0",
		Judge: seen(shrinksWithN),
	}, tableFigure2),
	onBoth(reproduce.Criterion{
		ID: "D-S4-nb", Where: "section 5.3", Paper: "negligible", Statement: "is essentially negligible even when n << d.",
		Rule: "for every d and every n of at most d/4, at most one feature more is selected on average at α = 0.001 " +
			"than at μ = 0",
		Judge: seen(negligible),
	}, tableFigure2),
)

// finding is what is found on rows: in words, and as effects.
type finding func(g grid) (ours string, effects []evidence.Effect)

// seen judges all rows of a table.
func seen(f finding) judge {
	return func(t *reproduce.Table, _ *reproduce.Record) reproduce.Finding {
		ours, effects := f(gridOf(t))
		return planned.All(ours, effects...)
	}
}

// errorsOverlap judges a kind of error for α up to most.
func errorsOverlap(of *reproduce.Value[found[Outcome], []float64], most float64) finding {
	return func(g grid) (string, []evidence.Effect) {
		worst, at, near, all := 0., "", 0, 0
		var effects []evidence.Effect
		eachAlpha(g, func(row, base reproduce.Row) {
			if keyAlpha.In(row) > most {
				return
			}
			all++
			a, b := common(of.In(row), of.In(base))
			apart := stat.Mean(a, nil)/stat.Mean(b, nil) - 1
			if math.Abs(apart) <= overlap {
				near++
			}
			if math.Abs(apart) > math.Abs(worst) {
				worst, at = apart, fmt.Sprintf(" (%s)", place(row))
			}
			effects = append(effects, evidence.Within("error at "+place(row), a, b, overlap)...)
		})
		return fmt.Sprintf("%d of %d means within 10 %%; the furthest %+.1f %%%s", near, all, 100*worst, at), effects
	}
}

func selectsMore(g grid) (string, []evidence.Effect) {
	var ours []string
	var effects []evidence.Effect
	n := g.values(keyN)[0]
	for _, d := range g.values(keyD) {
		course := g.line(keyAlpha, position{keyD: d, keyN: n})
		last := course[len(course)-1]
		effects = append(effects, more("features added at "+place(last), selections, last, course[0], 0))
		ours = append(ours, fmt.Sprintf("d = %.0f: %s", d, list(reproduce.Each(course, selected), 1)))
	}
	return fmt.Sprintf("selected at n = %.0f over α = %s: %s", n, alphas(g), strings.Join(ours, "; ")), effects
}

func selected(r reproduce.Row) float64 { return keySelected.In(r) }

func shrinksWithN(g grid) (string, []evidence.Effect) {
	var ours []string
	var effects []evidence.Effect
	for _, d := range g.values(keyD) {
		var means []float64
		var added [][]float64
		for _, n := range g.values(keyN) {
			course := g.line(keyAlpha, position{keyD: d, keyN: n})
			a, b := common(selections.In(course[len(course)-1]), selections.In(course[0]))
			more := make([]float64, len(a))
			floats.SubTo(more, a, b)
			added, means = append(added, more), append(means, stat.Mean(more, nil))
		}
		name := fmt.Sprintf("features added at d = %.0f: fewer at the largest n than at the least", d)
		effects = append(effects, above(name, added[0], added[len(added)-1], 0))
		ours = append(ours, fmt.Sprintf("d = %.0f: %s", d, list(means, 1)))
	}
	return fmt.Sprintf("added by the largest α, over n = %s: %s", list(g.values(keyN), 0), strings.Join(ours, "; ")),
		effects
}

// negligible judges the features that the least μ adds where examples are few.
func negligible(g grid) (string, []evidence.Effect) {
	var ours []string
	var effects []evidence.Effect
	eachAlpha(g, func(row, base reproduce.Row) {
		d, n := keyD.In(row), keyN.In(row)
		if keyAlpha.In(row) != least || n > d/4 {
			return
		}
		effects = append(effects, more("one feature above those added at "+place(row), selections, base, row, -1))
		ours = append(ours, fmt.Sprintf("d = %.0f, n = %.0f: %.1f to %.1f", d, n, selected(base), selected(row)))
	})
	return "selected at α = 0 and 0.001: " + strings.Join(ours, "; "), effects
}
