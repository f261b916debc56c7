package proxsvm

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/reproduce"
)

// guide says what is run and how to read the tables.
const guide = `
A linear support vector machine is trained by three online methods: Pegasos, adaptive online gradient descent
(Adaptive), and the paper's proximal method (Proximal). Each makes 100 passes over the training examples at the λ
that the paper found best, from w = 0; the objective, the paper's training loss, is evaluated after every pass. The
optimum P* comes from an interior-point method. A run is a seed; in it all methods see the same examples in the same
order. The paper has one run of each, and what it says is judged run by run: a claim holds where it is seen in more
than half of all runs.

Algorithm 3 begins a new phase when w reaches the radius R that its steps rest on, and its box leaves open what begins
anew with a phase. This turns verdicts, and they are given side by side: the sums that make steps short begin anew and
w stays; w is set to 0 too; or nothing begins anew but R.

In table1, where w stays, a cell is the least loss over the passes, the median over the runs, with the range of the
runs in brackets; passes are those of the three methods in this order. The columns named paper are the paper's own
numbers. The table readings has the others, and the sound one, which never restarts and takes the norms of subgradients
as it meets them; it has a table1-sound of its own, and no claim of the paper is judged by it.

The table figure1 has the end points of the curves in the paper's Figures 1 and 2, sweep the loss over eight decades
of λ, batches Table 1 with several examples a round, lambda-best the choice of λ anew, regret and certificate what can
be proved beside what was met.
`

// remarks returns what to note on a record.
func remarks(rec *reproduce.Record) []string {
	return []string{
		besideOptimum(rec),
		restarts(rec),
		whichReading(rec),
		bySeed(rec),
		unlikeRows(rec),
		choiceOfLambda(rec),
		setsMissing(rec),
	}
}

// besideOptimum compares the losses reached with P*, over the sets where it is known.
func besideOptimum(rec *reproduce.Record) string {
	var parts []string
	for _, m := range allMethods {
		if ratios := overOptimum(rec.Table(tableReadings), m); len(ratios) > 0 {
			parts = append(parts, fmt.Sprintf("%s %.2f to %.2f", methodTitles[m], floats.Min(ratios), floats.Max(ratios)))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "The least loss over P*, from the best to the worst of the sets: " + strings.Join(parts, "; ") + "."
}

func overOptimum(t *reproduce.Table, column string) (ratios []float64) {
	if t == nil {
		return nil
	}
	for _, r := range t.Rows {
		if ratio := losses.median(column).In(r) / optimum.In(r); !math.IsNaN(ratio) {
			ratios = append(ratios, ratio)
		}
	}
	return ratios
}

// wide is how far runs are apart, over their median, where a result depends on them.
const wide = 0.1

// bySeed names the sets on which Proximal depends on the run where w stays, beside the form without restarts.
func bySeed(rec *reproduce.Record) string {
	t := rec.Table(tableReadings)
	if t == nil {
		return ""
	}
	var parts []string
	for _, r := range t.Rows {
		runs, other := losses.runs(proximal).In(r), losses.runs(through).In(r)
		if len(runs) < 2 || len(other) < 2 || floats.Max(runs)-floats.Min(runs) <= wide*losses.median(proximal).In(r) {
			continue
		}
		parts = append(parts, fmt.Sprintf("on %s from %.3f to %.3f (without restarts: %.3f to %.3f)", r.ID, floats.Min(runs),
			floats.Max(runs), floats.Min(other), floats.Max(other)))
	}
	if len(parts) == 0 {
		return ""
	}
	return "Where w stays, the loss of Proximal depends on the run: " + strings.Join(parts, ", ") + "."
}

// choiceOfLambda says what the paper's λ costs in cross-validation.
func choiceOfLambda(rec *reproduce.Record) string {
	t := rec.Table(tableLambda)
	if t == nil {
		return ""
	}
	var parts []string
	for _, r := range t.Rows {
		lambdas, errors := tried.In(r), errorsOf.In(r)
		paper := math.Log10(paperLambda.In(r))
		k := slices.IndexFunc(lambdas, func(l float64) bool { return math.Abs(math.Log10(l)-paper) < 0.5 })
		if k >= 0 && k < len(errors) {
			parts = append(parts, fmt.Sprintf("%s %.2f", r.ID, errors[k]-floats.Min(errors)))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "In cross-validation the error at the λ of table1 is above the least by so many points: " +
		strings.Join(parts, ", ") + "."
}

// setsMissing names the paper's sets that were not at hand, and those that are not the paper's.
func setsMissing(rec *reproduce.Record) string {
	t := rec.Table(tableLiteral)
	if t == nil {
		t = rec.Table(tableSound)
	}
	if t == nil {
		return ""
	}
	var missing, further []string
	for _, r := range t.Rows {
		switch {
		case r.Status() != "":
			missing = append(missing, r.ID)
		case math.IsNaN(printedLoss.key(pegasos).In(r)):
			further = append(further, r.ID)
		}
	}
	var out []string
	if len(missing) > 0 {
		out = append(out, "Sets of the paper that were not at hand: "+strings.Join(missing, ", ")+".")
		if slices.Contains(missing, "combined") {
			out = append(out, "D-P5 is of combined alone, and is not testable without it.")
		}
	}
	if len(further) > 0 {
		out = append(out, "Sets that the paper does not have: "+strings.Join(further, ", ")+".")
	}
	return strings.Join(out, " ")
}
