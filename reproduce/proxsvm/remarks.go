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
optimum P* comes from an interior-point method.

In table1 a cell is the least loss over the passes, the median over the seeds, with the range of the seeds in
brackets; passes are those of the three methods in this order. The columns named paper are the paper's own numbers.
The literal Proximal begins its steps anew when the radius that it allows for w grows, as the paper's Algorithm 3
can be read; the sound one never does, and takes the norms of subgradients as it meets them.

The table figure1 has the end points of the curves in the paper's Figures 1 and 2, sweep the loss over eight decades
of λ, lambda-best the choice of λ anew, regret and certificate what can be proved beside what was met.
`

// remarks returns what to note on a record.
func remarks(rec *reproduce.Record) []string {
	return []string{
		besideOptimum(rec),
		bySeed(rec),
		choiceOfLambda(rec),
		setsMissing(rec),
	}
}

// besideOptimum compares the losses reached with P*, over the sets where it is known.
func besideOptimum(rec *reproduce.Record) string {
	var parts []string
	for _, m := range append(methods[:], sound) {
		t, column := rec.Table(tableLiteral), m
		if m == sound {
			t, column = rec.Table(tableSound), proximal
		}
		if ratios := overOptimum(t, column); len(ratios) > 0 {
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
		if ratio := r.Number("loss_"+column) / r.Number("optimum"); !math.IsNaN(ratio) {
			ratios = append(ratios, ratio)
		}
	}
	return ratios
}

// wide is how far seeds are apart, over their median, where a result depends on them.
const wide = 0.1

// bySeed names the sets on which the literal Proximal depends on the seed, beside the sound one.
func bySeed(rec *reproduce.Record) string {
	literal, other := rec.Table(tableLiteral), rec.Table(tableSound)
	if literal == nil {
		return ""
	}
	var parts []string
	for _, r := range literal.Rows {
		seeds := r.Numbers("loss_" + proximal + "_seeds")
		if len(seeds) < 2 || floats.Max(seeds)-floats.Min(seeds) <= wide*r.Number("loss_"+proximal) {
			continue
		}
		part := fmt.Sprintf("on %s from %.3f to %.3f", r.ID, floats.Min(seeds), floats.Max(seeds))
		if o, ok := other.Row(r.ID); ok && len(o.Numbers("loss_"+proximal+"_seeds")) > 1 {
			s := o.Numbers("loss_" + proximal + "_seeds")
			part += fmt.Sprintf(" (sound: %.3f to %.3f)", floats.Min(s), floats.Max(s))
		}
		parts = append(parts, part)
	}
	if len(parts) == 0 {
		return ""
	}
	return "The literal Proximal begins its steps anew when the radius grows, and its result depends on the seed: " +
		strings.Join(parts, ", ") + "."
}

// choiceOfLambda says what the paper's λ costs in cross-validation.
func choiceOfLambda(rec *reproduce.Record) string {
	t := rec.Table(tableLambda)
	if t == nil {
		return ""
	}
	var parts []string
	for _, r := range t.Rows {
		lambdas, errors := r.Numbers("lambdas"), r.Numbers("errors")
		paper := math.Log10(r.Number("lambda_paper"))
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
		case math.IsNaN(r.Number("paper_loss_" + pegasos)):
			further = append(further, r.ID)
		}
	}
	var out []string
	if len(missing) > 0 {
		out = append(out, "Sets of the paper that were not at hand: "+strings.Join(missing, ", ")+".")
	}
	if len(further) > 0 {
		out = append(out, "Sets that the paper does not have: "+strings.Join(further, ", ")+".")
	}
	return strings.Join(out, " ")
}
