package tracenorm

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/reproduce/evidence"
)

// claimsOnRaces are those on which method needs less work than another.
func claimsOnRaces() []reproduce.Criterion {
	needs := func(where []string, more ...string) func(string) []string {
		return func(rival string) []string { return rowsOf(where, append([]string{literal, rival}, more...)...) }
	}
	others := opponents{rescaling, alternate}
	conjoint := []string{conjoint1}
	return slices.Concat(
		byStep(reproduce.Criterion{
			ID: "D-R1", Table: tableFigure1, Figure: stepsFigure, Where: "section 4.1, Figure 1", Timed: true,
			Statement: "We see that ContrR1D outperforms Prox++ in terms of CPU time in both high and low regularization " +
				"settings.",
			Paper: "its curve is below that of Prox++ in both panels",
			Rule: "ContR1D needs less processor time than Prox++ to accuracies of 1e-3 and of 1e-4, at light and at heavy " +
				"regularization",
		}, needs(highCorrelation), func(rival string) judge {
			return first(highCorrelation, []float64{1e-3, 1e-4}, rival)
		}),
		byStep(reproduce.Criterion{
			ID: "D-R2", Table: tableFigure1, Figure: stepsFigure, Where: "section 4.1, Figure 1",
			Statement: "As a function of iteration, Prox++ converges faster for low regularization since its convergence rate " +
				"is directly controlled by the Lipschitz constant of the gradient",
			Paper: "Prox++ is below ContR1D over iterations at light regularization",
			Rule:  "at light regularization Prox++ needs fewer iterations than ContR1D to an accuracy of 1e-2",
		}, needs(highCorrelation[:1]), fewerIterations),
		byStep(reproduce.Criterion{
			ID: "D-R4", Table: tableFigure1, Figure: stepsFigure + "-rho-0.1", Where: "section 4.1", Timed: true,
			Statement: "Our approach achieved similar performance to Prox++ in low correlation situations, so the results are " +
				"omitted.",
			Paper: "similar; not shown",
			Rule: "at low correlation neither needs more than √10 times the processor time of the other to an accuracy of " +
				"1e-3, at light and at heavy regularization",
		}, needs(lowCorrelation), func(rival string) judge {
			return alike(lowCorrelation, literal, 1e-3, rival)
		}),
		[]reproduce.Criterion{onConjoint1("accuracy at the end", reproduce.Stated,
			"“Optimization performance” may be the accuracy that is reached: Figure 2 (top) compares the algorithms “in "+
				"terms of optimization accuracy”.",
			"all four come within 1e-3 of the best "+
				"objective", allArrive, needs(conjoint, append(others, proxThin)...)(proxThin)),
			onConjoint1("time", reproduce.Inferred,
				"Figure 2 (top) draws accuracy against time: the time to an accuracy is read from it as well.",
				"none needs more than √10 times the processor time of ContR1D, or less than its √10th, to 1e-2",
				alike(conjoint, literal, 1e-2, proxThin, rescaling, alternate),
				needs(conjoint, append(others, proxThin)...)(proxThin))},
		byStep(reproduce.Criterion{
			ID: "D-R6a", Table: tableFigure2, Figure: stepsFigure, Where: "section 4.2, Figure 2", Timed: true,
			Statement: "On Conjoint (II), the algorithms show different optimization performance. In particular, our " +
				"algorithm clearly outperforms the other methods.",
			Paper: "ContR1D is first",
			Rule:  "ContR1D needs less processor time than each of the others to 1e-2 and to 1e-3",
		}, needs([]string{conjoint2}, others...), func(rival string) judge {
			return first([]string{conjoint2}, []float64{1e-2, 1e-3}, others.with(rival)...)
		}, against(conjoint2, 1e-2, 1e-3)),
		byStep(reproduce.Criterion{
			ID: "D-R6b", Table: tableFigure2, Figure: stepsFigure, Where: "section 4.2, Figure 2", Timed: true,
			Statement: "The accelerated proximal gradient Prox++ and the iterative rescaling IR show similar optimization " +
				"performance.",
			Paper: "similar",
			Rule:  "neither needs more than √10 times the processor time of the other to 1e-2",
		}, needs([]string{conjoint2}, rescaling), func(rival string) judge {
			return alike([]string{conjoint2}, rival, 1e-2, rescaling)
		}),
		byStep(reproduce.Criterion{
			ID: "D-R7a", Table: tableFigure2, Figure: stepsFigure, Where: "section 4.2, Figure 2", Timed: true,
			Statement: "Our algorithm shows superior optimization performance.",
			Paper:     "ContR1D is first on ImageNet",
			Rule:      "ContR1D needs less processor time than each of the others to 1e-2",
		}, needs([]string{pictures}, others...), func(rival string) judge {
			return first([]string{pictures}, []float64{1e-2}, others.with(rival)...)
		}, against(pictures, 1e-2)),
	)
}

// opponents are methods that the literal one is compared with.
type opponents []string

// with returns them after another.
func (r opponents) with(other string) []string { return append([]string{other}, r...) }

// against is the comparison with Prox++ of the printed step alone, on a set, beside those with IR and AM.
func against(set string, shares ...float64) stepReading {
	return stepReading{
		reading: reproduce.Reading{
			Name: "step 1/H, Prox++ alone", Rank: reproduce.Inferred,
			Reason: "Appendix C leaves open what solves the inner problems of IR and AM: “A wide range of algorithms can be " +
				"applied to solve this problem, among them (accelerated and stabilized) gradient methods.” Ours are " +
				"quasi-Newton steps, which need no step size; Prox++ is what the paper describes in full.",
		},
		needs: rowsOf([]string{set}, literal, proxH), judge: first([]string{set}, shares, proxH),
	}
}

// onConjoint1 is the claim that all optimize alike on Conjoint (I), under a reading.
func onConjoint1(name string, rank reproduce.Rank, reason, rule string, j judge, needs []string) reproduce.Criterion {
	return reproduce.Criterion{
		ID: "D-R5a", Table: tableFigure2, Figure: "figure2", Where: "section 4.2, Figure 2", Timed: name == "time",
		Statement: "On Conjoint (I), all algorithms show similar optimization performance.",
		Paper:     "similar", Rule: rule, Needs: needs, Judge: j,
		Reading: reproduce.Reading{Name: name, Rank: rank, Reason: reason},
	}
}

// allArrive judges that all four come within 1e-3 on Conjoint (I).
func allArrive(t *reproduce.Table, _ *reproduce.Record) reproduce.Finding {
	var parts []string
	var effects []evidence.Effect
	for _, m := range []string{literal, proxThin, rescaling, alternate} {
		accuracy := eachAccuracy.In(row(t, conjoint1, m))
		effects = append(effects, evidence.AtLeast(methodTitles[m]+" below 1e-3, in decades",
			reproduce.Each(accuracy, func(v float64) float64 { return -math.Log10(v) }), 3))
		parts = append(parts, fmt.Sprintf("%s %.0e", methodTitles[m], accuracyOf.In(row(t, conjoint1, m))))
	}
	return firstOf[t.ID].All(strings.Join(parts, ", "), effects...)
}

// leads judges those, of a method before rivals in places to some accuracies, by their margins. Accuracies after the
// same work are compared once, whatever share neither reached.
func leads(t *reproduce.Table, d duel, where []string, shares []float64, rivals []string, of func(lead) []margin) (
	f reproduce.Finding,
) {
	var parts []string
	var margins []margin
	for _, d.where = range where {
		for _, d.rival = range rivals {
			for _, d.share = range shares {
				l := d.lead(t)
				if text := l.text(t); !slices.Contains(parts, text) {
					parts, margins = append(parts, text), append(margins, of(l)...)
				}
			}
		}
	}
	return decide(firstOf[t.ID], strings.Join(parts, "; "), margins...)
}

// first judges that the literal method needs less processor time than each rival, everywhere and to all accuracies.
func first(where []string, shares []float64, rivals ...string) judge {
	return func(t *reproduce.Table, _ *reproduce.Record) reproduce.Finding {
		return leads(t, duel{ours: literal, work: inSeconds}, where, shares, rivals, func(l lead) []margin {
			return []margin{l.before()}
		})
	}
}

// fewerIterations judges that Prox++ needs fewer iterations at light regularization.
func fewerIterations(rival string) judge {
	return func(t *reproduce.Table, _ *reproduce.Record) reproduce.Finding {
		l := duel{highCorrelation[0], literal, rival, inIterations, 1e-2}.lead(t)
		return decide(firstOf[t.ID], l.text(t), l.behind())
	}
}

// alike judges that a method and each rival need similar processor times to an accuracy.
func alike(where []string, method string, share float64, rivals ...string) judge {
	return func(t *reproduce.Table, _ *reproduce.Record) reproduce.Finding {
		return leads(t, duel{ours: method, work: inSeconds}, where, []float64{share}, rivals, func(l lead) []margin {
			return l.alike(halfDecade)
		})
	}
}
