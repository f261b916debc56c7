package sparsity

import (
	"fmt"
	"slices"
	"strings"

	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/reproduce/evidence"
)

// What the strictly convex term does to iterations.

// The paper's words on small n, of which one half each is judged by D-S5-d and by D-S11 with the other.
const smallSamples = "Interestingly when n << d small values of μ allow to substantially reduce the computational " +
	"burden while preserving sparsity and prediction properties of the algorithm (compare α = 0 and " +
	"α = 0.001 when d = 1000)."

// flat is by how much a mean may rise in a step and still count as no rise, and half by how much a saving counts as
// substantial.
const (
	flat = 1.05
	half = 0.5
)

const fewer = "we expect larger values of μ (that is α) to correspond to fewer iterations. This effect is clear in " +
	"our experiments."

var claimsOnTime = slices.Concat(
	onBoth(reproduce.Criterion{
		ID: "D-S5", Where: onFigure2, Paper: "fewer", Statement: fewer,
		Rule: "for every d and n, no α takes over 5 % more iterations on average than the α before, which is flat to the " +
			"eye, and the largest takes fewer than μ = 0",
		Judge: seen(fewerWithAlpha),
	}, tableFigure2),
	onBoth(reproduce.Criterion{
		ID: "D-S5-ends", Where: onFigure2, Paper: "fewer", Statement: fewer,
		Rule:  "for every d and n, the largest α takes fewer iterations on average than μ = 0",
		Judge: seen(fewerAtTheEnd),
	}, tableFigure2),
	onBoth(reproduce.Criterion{
		ID: "D-S5-n", Where: onFigure2, Paper: "decreases",
		Statement: "Moreover, one can observe that the number of iterations decreases as the number of points increases.",
		Rule: "for every d and α, no n takes over 5 % more iterations on average than the n before, which is flat to the " +
			"eye, and at μ = 0 the largest takes at most half of those at the least",
		Judge: seen(fewerWithN),
	}, tableFigure2),
	onBoth(reproduce.Criterion{
		ID: "D-S5-d", Where: "section 5.3", Paper: "substantially", Statement: smallSamples,
		Rule: "the burden: at the largest d, for every n of at most d/8, α = 0.001 takes at most half the iterations of " +
			"μ = 0 on average",
		Judge: seen(halved),
	}, tableFigure2),
)

// claimsOnAll ask for both at once: that iterations are saved, and nothing else changes.
var claimsOnAll = onBoth(reproduce.Criterion{
	ID: "D-S11", Where: "section 5.3", Paper: "both", Statement: smallSamples, Figure: figureSaving,
	Rule: "both at once: at the largest d, for every n of at most d/8, α = 0.001 takes at most half the iterations of " +
		"μ = 0 on average, selects at most one feature more, and has a mean test error at most 10 % above",
	Judge: seen(savesWithoutHarm),
}, tableFigure2)

// courses visits the rows along a column for all values of another, and all d.
func courses(g grid, along, other reproduce.Key[float64], visit func(course []reproduce.Row)) {
	for _, d := range g.values(keyD) {
		for _, v := range g.values(other) {
			visit(g.line(along, position{keyD: d, other: v}))
		}
	}
}

func fewerWithAlpha(g grid) (string, []evidence.Effect) {
	ours, effects := noRise(g, keyAlpha, keyN)
	_, ends := fewerAtTheEnd(g)
	return ours, append(effects, ends...)
}

// noRise asks for every step of every course that iterations rise by nothing that counts.
func noRise(g grid, along, other reproduce.Key[float64]) (string, []evidence.Effect) {
	var effects []evidence.Effect
	steps, rises, worst, at := 0, 0, 0., ""
	courses(g, along, other, func(course []reproduce.Row) {
		for k := 1; k < len(course); k++ {
			row, before := course[k], course[k-1]
			effects = append(effects, atMost(fmt.Sprintf("iterations at %s at most 5 %% above those at %s = %g", place(row),
				symbols[along], along.In(before)), counts, row, before, flat))
			steps++
			rise := keyIterations.In(row)/keyIterations.In(before) - 1
			if rise > flat-1 {
				rises++
			}
			if rise > worst || at == "" {
				worst, at = rise, place(row)
			}
		}
	})
	return fmt.Sprintf("%d of %d steps rise by more than 5 %%; the largest change is %+.1f %% (to %s)", rises, steps,
		100*worst, at), effects
}

// symbols of columns.
var symbols = map[reproduce.Key[float64]]string{keyAlpha: "α", keyN: "n"}

func fewerAtTheEnd(g grid) (string, []evidence.Effect) {
	var effects []evidence.Effect
	ends := 0
	courses(g, keyAlpha, keyN, func(course []reproduce.Row) {
		last := course[len(course)-1]
		effects = append(effects, more("iterations saved at "+place(last), counts, course[0], last, 0))
		if keyIterations.In(last) < keyIterations.In(course[0]) {
			ends++
		}
	})
	return fmt.Sprintf("fewer in %d of %d courses", ends, len(effects)), effects
}

func fewerWithN(g grid) (string, []evidence.Effect) {
	ours, effects := noRise(g, keyN, keyAlpha)
	for _, d := range g.values(keyD) {
		course := g.line(keyN, position{keyD: d, keyAlpha: 0})
		name := fmt.Sprintf("iterations at d = %.0f and μ = 0 at most half at the largest n of those at the least", d)
		effects = append(effects, atMost(name, counts, course[len(course)-1], course[0], half))
		ours += fmt.Sprintf("; d = %.0f at μ = 0: %s", d, list(reproduce.Each(course, iterations), 0))
	}
	return ours, effects
}

func iterations(r reproduce.Row) float64 { return keyIterations.In(r) }

// eachSmall visits the rows of the least μ at the largest d where examples are few, with those of μ = 0.
func eachSmall(g grid, visit func(row, base reproduce.Row)) {
	d := g.values(keyD)
	last := d[len(d)-1]
	eachAlpha(g, func(row, base reproduce.Row) {
		if keyAlpha.In(row) == least && keyD.In(row) == last && keyN.In(row) <= last/8 {
			visit(row, base)
		}
	})
}

func halved(g grid) (string, []evidence.Effect) {
	var ours []string
	var effects []evidence.Effect
	eachSmall(g, func(row, base reproduce.Row) {
		effects = append(effects, atMost("half the iterations at "+place(row), counts, row, base, half))
		ours = append(ours, fmt.Sprintf("n = %.0f: %.0f to %.0f", keyN.In(row), iterations(base), iterations(row)))
	})
	return "iterations at α = 0 and 0.001: " + strings.Join(ours, "; "), effects
}

func savesWithoutHarm(g grid) (string, []evidence.Effect) {
	var ours []string
	_, effects := halved(g)
	eachSmall(g, func(row, base reproduce.Row) {
		effects = append(effects, more("one feature above those added at "+place(row), selections, base, row, -1),
			atMost("10 % above the error at "+place(row), errorsOf, row, base, 1+overlap))
		ours = append(ours, fmt.Sprintf("n = %.0f: iterations × %.2f, error %+.0f %%, features %+.1f", keyN.In(row),
			iterations(row)/iterations(base), 100*(keyError.In(row)/keyError.In(base)-1),
			selected(row)-selected(base)))
	})
	return fmt.Sprintf("d = %.0f; %s", g.values(keyD)[len(g.values(keyD))-1], strings.Join(ours, "; ")), effects
}
