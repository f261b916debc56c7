package sparsity

import (
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/reproduce/evidence"
)

// What adaptive steps gain: Figure 3.

const (
	onFigure3 = "section 5.4, Figure 3"
	above1    = "it is easy to note that such ratio is always greated than one"
)

// The readings of the adaptive step.
var (
	asPrinted = reproduce.Reading{
		Name: "as printed", Rank: reproduce.Stated,
		Reason: "“σ_t = ⟨s^t, r^t⟩/‖s^t‖²” with “r^t = ∇F(f^t) − ∇F(f^{t−1})” (section 3.2), in the step of Algorithm 1 " +
			"along ∇F/(2σ): the formulas as they stand, which together take half the step of Barzilai and Borwein.",
	}
	corrected = reproduce.Reading{
		Name: "corrected", Rank: reproduce.Inferred,
		Reason: "“one can compute a step-size that mimics the behavior of the Hessian of the data-fit term F”: where the " +
			"step is along ∇F/(2σ), that σ is half of the one printed.",
	}
	withSafeguard = reproduce.Reading{
		Name: "corrected, safeguarded", Rank: reproduce.Ours,
		Reason: "“More sophisticated step-size strategy can be designed”: the corrected σ within the eigenvalues, and no " +
			"objective above its last ten.",
	}
)

var claimsOnSteps = slices.Concat(
	append(onSteps(reproduce.Criterion{
		ID: "D-S6", Paper: "> 1", Statement: above1, Rule: "the ratio is greater than one in every replication",
	}, alwaysAbove1), reproduce.Criterion{
		ID: "D-S6", Where: onFigure3, Paper: "> 1", Statement: above1, Table: tableFigure3, Figure: tableRules,
		Rule: "the ratio is greater than one in every replication", Judge: alwaysAbove1(guarded),
	}.Under(withSafeguard)),
	onSteps(reproduce.Criterion{
		ID: "D-S6-size", Paper: "10 to 100s",
		Statement: "actually it ranges from the order of tens to the order of hundreds.",
		Rule:      "the mean ratio is at least 5 at every size, and at least 100 at the size at which it is largest",
	}, orders),
	onSteps(reproduce.Criterion{
		ID: "D-S6-d", Paper: "grows",
		Statement: "the effectiveness of using an adaptive strategy becomes more and more evident as the number of input " +
			"variables increases.",
		Rule: "the ratio, a mean over n, grows on average from each d to the next",
	}, growsWithD),
	onSteps(reproduce.Criterion{
		ID: "D-S7", Paper: "flat",
		Statement: "the ratio tends to either remain approximately constant or decrease slightly.",
		Rule:      "for every d the mean ratio at the largest n is between 0.5 and 1.25 times that at the least",
	}, flatOverN),
)

// onSteps returns a criterion on Figure 3 for the step as printed and for the corrected one.
func onSteps(c reproduce.Criterion, by func(rule string) judge) []reproduce.Criterion {
	c.Where, c.Table, c.Figure = onFigure3, tableFigure3, tableFigure3
	first, second := c.Under(asPrinted), c.Under(corrected)
	first.Judge, second.Judge = by(printed), by(adaptive)
	return []reproduce.Criterion{first, second}
}

func alwaysAbove1(rule string) judge {
	return func(t *reproduce.Table, _ *reproduce.Record) reproduce.Finding {
		var all []float64
		for _, r := range t.Rows {
			all = append(all, ratiosOf(rule).ratios.In(r)...)
		}
		if len(all) == 0 {
			return reproduce.Finding{}
		}
		below := count(all, func(v float64) bool { return !(v > 1) })
		return evidence.Always(fmt.Sprintf("least ratio %.2f; not above 1 in %d of %d replications", floats.Min(all), below,
			len(all)), len(all), below)
	}
}

func orders(rule string) judge {
	return func(t *reproduce.Table, _ *reproduce.Record) reproduce.Finding {
		var means []float64
		var effects []evidence.Effect
		for _, r := range t.Rows {
			values := ratiosOf(rule).ratios.In(r)
			means = append(means, stat.Mean(values, nil))
			effects = append(effects, evidence.AtLeast("ratio above 5 at "+dn(r), values, 5))
		}
		largest := t.Rows[floats.MaxIdx(means)]
		effects = append(effects, evidence.AtLeast("ratio above 100 at "+dn(largest), ratiosOf(rule).ratios.In(largest), 100))
		return planned.All(fmt.Sprintf("means from %.1f to %.1f", floats.Min(means), floats.Max(means)), effects...)
	}
}

func dn(r reproduce.Row) string {
	return fmt.Sprintf("d = %.0f, n = %.0f", keyD.In(r), keyN.In(r))
}

func growsWithD(rule string) judge {
	return func(t *reproduce.Table, _ *reproduce.Record) reproduce.Finding {
		g := gridOf(t)
		var means []float64
		var over [][]float64
		for _, d := range g.values(keyD) {
			over = append(over, meanOver(g.line(keyN, position{keyD: d}), ratiosOf(rule).ratios))
			means = append(means, stat.Mean(over[len(over)-1], nil))
		}
		var effects []evidence.Effect
		for k := 1; k < len(over); k++ {
			name := fmt.Sprintf("ratio at d = %.0f above that at d = %.0f", g.values(keyD)[k], g.values(keyD)[k-1])
			a, b := common(over[k], over[k-1])
			effects = append(effects, evidence.Paired(name, a, b, 0))
		}
		return planned.All(fmt.Sprintf("d = %s: %s", list(g.values(keyD), 0), list(means, 1)), effects...)
	}
}

// meanOver returns the mean over rows of a number by replication.
func meanOver(rows []reproduce.Row, of *reproduce.Value[found[Outcome], []float64]) []float64 {
	out := slices.Clone(of.In(rows[0]))
	for _, r := range rows[1:] {
		a, b := common(out, of.In(r))
		floats.Add(a, b)
		out = a
	}
	floats.Scale(1/float64(len(rows)), out)
	return out
}

func flatOverN(rule string) judge {
	ratios := ratiosOf(rule).ratios
	return func(t *reproduce.Table, _ *reproduce.Record) reproduce.Finding {
		g := gridOf(t)
		var ours []string
		var effects []evidence.Effect
		for _, d := range g.values(keyD) {
			course := g.line(keyN, position{keyD: d})
			first, last := course[0], course[len(course)-1]
			effects = append(effects,
				atMost(fmt.Sprintf("1.25 times the ratio at the least n, d = %.0f", d), ratios, last, first, 1.25),
				atMost(fmt.Sprintf("twice the ratio at the largest n, d = %.0f", d), ratios, first, last, 2))
			means := reproduce.Each(course, func(r reproduce.Row) float64 { return stat.Mean(ratios.In(r), nil) })
			ours = append(ours, fmt.Sprintf("d = %.0f: %s", d, list(means, 1)))
		}
		return planned.All(fmt.Sprintf("over n = %s; %s", list(g.values(keyN), 0), strings.Join(ours, "; ")), effects...)
	}
}
