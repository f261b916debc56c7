package sparsity

import (
	"fmt"
	"strings"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/reproduce"
)

// guide says what is run and how to read the tables.
const guide = `
Lasso, group lasso and multi-task learning minimize a loss plus a sum of norms. With fewer examples than features
the loss is flat in some directions, and the paper's iteration, a gradient step and a projection, is slow; a small
strictly convex term μ‖f‖² makes it quick. The study asks what that term does to the answer, and what adaptive steps
do instead.

Data are drawn as in the paper: few of d features matter, the same in all tasks. In each replication the strength of
the penalty and the ridge of a debiasing step, a least-squares fit on the features selected, are chosen on 1,000
validation points a task, and errors are mean squared errors on 1,000 more. Iterations are counted at that choice,
from 0 to a relative change of 1e-6 or 1e-4.

The paper draws features from [0, 1] and says nothing of centring. Both readings are run: figure2 and instances have
features as they are drawn, figure2-centred and instances-centred take the training means away first. Much turns on
it, and the figure saving shows how: iterations saved against error added, for both.

In these four tables a row is one d, n and α, where μ is α/2 times the curvature of the loss; plain error is
that without debiasing, selected counts features, and of relevant says how many of the true ones are among them. In
figure1, err_S and err_M are the errors of tasks learned singly and together. The tables figure3 and rules compare
steps, adaptive ones both as printed and corrected; theory checks two propositions, images and penalties show the same
iteration on pictures and on composite penalties.
`

// remarks returns what to note on a record.
func remarks(rec *reproduce.Record) []string {
	return []string{
		byReading(rec, "The paper's claim that the test errors overlap (D-S3)", "D-S3"),
		byReading(rec, "For α = 0.001 alone (D-S3-small) that", "D-S3-small"),
		byReading(rec, "Its claim that larger α need fewer iterations (D-S5)", "D-S5"),
		savingAndHarm(rec),
		curvatures(rec),
		adaptiveWithoutMu(rec, 1000, 32),
		stepsThatFail(rec),
	}
}

// byReading says what became of a claim under each of its readings.
func byReading(rec *reproduce.Record, claim, id string) string {
	var parts []string
	for _, c := range rec.Claims {
		if c.ID == id && c.Verdict != reproduce.NotTestable {
			parts = append(parts, fmt.Sprintf("%s with features %s (%s)", verbs[c.Verdict], c.Reading, c.Ours))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return fmt.Sprintf("%s %s.", claim, strings.Join(parts, ", and "))
}

var verbs = map[reproduce.Verdict]string{
	reproduce.Holds: "holds", reproduce.Fails: "fails", reproduce.Open: "is open",
}

// savingAndHarm tells the turning point: what the least μ saves and what it costs, with features raw and centred.
func savingAndHarm(rec *reproduce.Record) string {
	var ours, under []string
	for _, c := range rec.Claims {
		if c.ID != "D-S11" || c.Verdict == reproduce.NotTestable {
			continue
		}
		ours = append(ours, fmt.Sprintf("With features %s, %s", c.Reading, c.Ours))
		if c.Verdict == reproduce.Holds {
			under = append(under, c.Reading)
		}
	}
	if len(ours) < 2 {
		return ""
	}
	together := "under neither reading of the features"
	if len(under) > 0 {
		together = "with features " + strings.Join(under, " and ")
	}
	return fmt.Sprintf("Much saved and nothing harmed, as the paper has it for few examples (D-S11), is shown %s; the "+
		"figure %s has both. %s.", together, figureSaving, strings.Join(ours, ". "))
}

// curvatures says why centring decides.
func curvatures(rec *reproduce.Record) string {
	g, c := gridOf(rec.Table(tableFigure2)), gridOf(rec.Table(tableFigure2Centred))
	if len(g.rows) == 0 || len(c.rows) == 0 {
		return ""
	}
	last := func(values []float64) float64 { return values[len(values)-1] }
	at := position{keyAlpha: 0, keyD: last(g.values(keyD)), keyN: g.values(keyN)[len(g.values(keyN))/2]}
	one, _ := g.at(at)
	other, _ := c.at(at)
	if !(curvedBy.In(one) > 0) || !(curvedBy.In(other) > 0) {
		return ""
	}
	return fmt.Sprintf("The reason is the scale of μ, which is α/2 times the loss's largest curvature: at d = %.0f and "+
		"n = %.0f that is %.1f with features as drawn, where their common mean is a direction of its own, and %.1f with "+
		"centred ones.", at[keyD], at[keyN], curvedBy.In(one), curvedBy.In(other))
}

// adaptiveWithoutMu sets adaptive steps without μ beside what μ does at one size.
func adaptiveWithoutMu(rec *reproduce.Record, d, n float64) string {
	var parts []string
	for _, table := range []string{tableFigure2, tableFigure2Centred} {
		g := gridOf(rec.Table(table))
		if base, ok := g.at(position{keyD: d, keyN: n, keyAlpha: 0}); ok {
			course := g.course(keyAlpha, keyIterations, position{keyD: d, keyN: n})
			parts = append(parts, fmt.Sprintf("%.0f iterations where fixed ones take %s over α (%s)", safely.In(base),
				list(course, 0), table))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return fmt.Sprintf("Adaptive steps with a safeguard need no μ and change nothing else: at d = %.0f and n = %.0f they "+
		"take %s.", d, n, strings.Join(parts, ", "))
}

func stepsThatFail(rec *reproduce.Record) string {
	t := rec.Table(tableFigure3)
	if t == nil || len(t.Rows) == 0 {
		return ""
	}
	sum := func(of reproduce.Key[float64]) float64 {
		return floats.Sum(reproduce.Each(t.Rows, func(r reproduce.Row) float64 { return of.In(r) }))
	}
	lowest := func(rule string) float64 {
		return floats.Min(reproduce.Each(t.Rows, func(r reproduce.Row) float64 { return ratiosOf(rule).least.In(r) }))
	}
	if all := sum(ratiosOf(printed).failed.Key); all != all { // a record of before
		return ""
	}
	return fmt.Sprintf("The formula of the adaptive step, as printed, takes half the step that its rationale asks for. "+
		"Without a safeguard it failed so in %.0f of %.0f replications (least ratio %.1f), and corrected in "+
		"%.0f (least ratio %.2f). Corrected and with a safeguard, fixed steps took at least %.1f times as many "+
		"iterations in every replication.", sum(ratiosOf(printed).failed.Key), sum(keyReplications), lowest(printed),
		sum(ratiosOf(adaptive).failed.Key), lowest(adaptive), lowest(guarded))
}
