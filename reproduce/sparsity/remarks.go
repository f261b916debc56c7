package sparsity

import (
	"fmt"
	"math"
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

In figure2 and instances a row is one d, n and α, where μ is α/2 times the curvature of the loss; plain error is
that without debiasing, selected counts features, and of relevant says how many of the true ones are among them. In
figure1, err_S and err_M are the errors of tasks learned singly and together. The tables figure3 and rules compare
steps, theory checks two propositions, images and penalties show the same iteration on pictures and on composite
penalties.
`

// remarks returns what to note on a record.
func remarks(rec *reproduce.Record) []string {
	return []string{
		verdictsOnMu(rec),
		errorsThatChange(rec),
		courseOverAlpha(rec, 100, 32),
		courseOverAlpha(rec, 1000, 32),
		stepsThatFail(rec),
	}
}

func verdictsOnMu(rec *reproduce.Record) string {
	verdict := map[string]reproduce.Verdict{}
	for _, c := range rec.Claims {
		if c.Verdict != reproduce.NotTestable {
			verdict[c.ID] = c.Verdict
		}
	}
	if verdict["D-S5"] == "" || verdict["D-S3"] == "" {
		return ""
	}
	return fmt.Sprintf("The paper's claim that μ saves iterations (D-S5) %s. Its claim that μ leaves the test error "+
		"alone %s for α up to 0.1 (D-S3), and %s for α = 0.001 alone (D-S3-small).",
		verdict["D-S5"], verdict["D-S3"], verdict["D-S3-small"])
}

// errorsThatChange names the sizes at which the least μ changes the error.
func errorsThatChange(rec *reproduce.Record) string {
	all, parts := 0, []string{}
	eachAlpha(gridOf(rec.Table(tableFigure2)), func(row, base reproduce.Row) {
		if row.Number("alpha") > 0.001 {
			return
		}
		all++
		if apart := row.Number("error")/base.Number("error") - 1; math.Abs(apart) > overlap {
			parts = append(parts, fmt.Sprintf("d = %.0f, n = %.0f (%+.0f %%)", row.Number("d"), row.Number("n"), 100*apart))
		}
	})
	if all == 0 {
		return ""
	}
	out := fmt.Sprintf("Already at α = 0.001 the mean test error differs by more than %.0f %% from that at μ = 0 in "+
		"%d of %d sizes", 100*overlap, len(parts), all)
	if len(parts) > 0 {
		out += ": " + strings.Join(parts, ", ")
	}
	return out + "."
}

// courseOverAlpha says what μ does at one size, beside adaptive steps without it.
func courseOverAlpha(rec *reproduce.Record, d, n float64) string {
	g := gridOf(rec.Table(tableFigure2))
	base, ok := g.at(map[string]float64{"d": d, "n": n, "alpha": 0})
	if !ok {
		return ""
	}
	over := func(key string, digits int) string {
		return list(g.course("alpha", key, map[string]float64{"d": d, "n": n}), digits)
	}
	var alphas []string
	for _, a := range g.values("alpha") {
		alphas = append(alphas, fmt.Sprintf("%g", a))
	}
	return fmt.Sprintf("At d = %.0f and n = %.0f, over α = %s: iterations %s; test error %s; features selected %s. "+
		"Safeguarded adaptive steps take %.0f iterations at α = 0, and change nothing else.", d, n,
		strings.Join(alphas, ", "), over("iterations", 0), over("error", 3), over("selected", 1), base.Number("adaptive"))
}

func stepsThatFail(rec *reproduce.Record) string {
	t := rec.Table(tableFigure3)
	if t == nil || len(t.Rows) == 0 {
		return ""
	}
	failed, all := 0., 0.
	var least []float64
	for _, r := range t.Rows {
		failed, all = failed+r.Number("adaptive_failed"), all+r.Number("replications")
		least = append(least, r.Number("guarded_least"))
	}
	return fmt.Sprintf("Adaptive steps without a safeguard failed in %.0f of %.0f replications. With one, fixed steps "+
		"took at least %.1f times as many iterations in every replication.", failed, all, floats.Min(least))
}
