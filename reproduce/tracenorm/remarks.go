package tracenorm

import (
	"fmt"
	"math"
	"strings"

	"github.com/proxlab/proxlab/reproduce"
)

// guide says what is run and how to read the tables.
const guide = `
A matrix W of linear models, a column for each class or person, is learned with the trace norm as penalty, which
makes its rank low. Figure 1 is a race on synthetic classes: which method first comes within a share of the best
objective of all, in processor time? A panel is named by its regularization, light (λ = 0.001) or heavy (half of
λ_max, from which on W = 0 is the solution), and by the correlation of neighbouring features, 0.9 or 0.1. Figure 2
is the same race on three sets, with test errors; the paper's second survey and its pictures have stand-ins.

ContR1D is the paper's algorithm by the letter: one atom, a matrix of rank one, in a step, and only the atoms'
weights are re-optimized. The sound form is a stronger algorithm than the paper's: it takes in all singular pairs
above λ at once, and turns the atoms as well. Prox++ is accelerated proximal gradient, by the thin singular value
decomposition as in the paper, by the eigenvalues of the smaller Gram matrix, or without forming W. IR is iterative
rescaling, AM alternating minimization.

In figure1 and figure2 a column like 1e-3: s has the processor seconds to a relative accuracy of 1e-3, and accuracy
is that at the end. The table speed divides times, readings settles which λ the paper means, path has ranks and
errors over λ, figure3 the gauges of the paper's Figure 3.
`

// remarks returns what to note on a record.
func remarks(rec *reproduce.Record) []string {
	return []string{
		verdictOfTime(rec),
		firstInTime(rec),
		lettersReach(rec),
		readingOfLambda(rec),
	}
}

func verdictOfTime(rec *reproduce.Record) string {
	said := map[string]reproduce.Verdict{}
	for _, c := range rec.Claims {
		if c.ID == "D-R1" && (c.Verdict == reproduce.Holds || c.Verdict == reproduce.Fails) {
			said[c.Table] = c.Verdict
		}
	}
	if len(said) < 2 {
		return ""
	}
	return fmt.Sprintf("The paper's claim that rank-one descent is before Prox++ in processor time (D-R1) %s for the "+
		"paper's own algorithm and %s for the stronger one; both are judged against the thin decomposition, as the "+
		"paper has it.", said[tableFigure1], said[tableFigure1Sound])
}

// racing are the methods of Figure 1.
var racing = []string{literal, sound, proxThin, proxGram, proxFree}

// firstInTime names the first method to 1e-3 and to 1e-5 in every panel, over both forms of the table.
func firstInTime(rec *reproduce.Record) string {
	var out []string
	for _, share := range []float64{1e-3, 1e-5} {
		var parts []string
		for _, p := range panels {
			if first := firstTo(rec, p.id, share); first != "" {
				parts = append(parts, p.id+" "+first)
			}
		}
		if len(parts) > 0 {
			out = append(out, fmt.Sprintf("First to a relative accuracy of %.0e: %s.", share, strings.Join(parts, "; ")))
		}
	}
	return strings.Join(out, " ")
}

// firstTo returns the first method to an accuracy with its processor seconds; "" where no method did.
func firstTo(rec *reproduce.Record, panel string, share float64) (first string) {
	least := math.NaN()
	for _, m := range racing {
		if cpu := panelRow(rec, panel, m).Number(accuracyKey("cpu", share)); earlier(cpu, least) {
			first, least = fmt.Sprintf("%s in %.2f s", methodTitles[m], cpu), cpu
		}
	}
	return first
}

// panelRow returns a method's row of a panel, in whatever form of the table has it; empty where none has.
func panelRow(rec *reproduce.Record, panel, method string) reproduce.Row {
	for _, id := range []string{tableFigure1, tableFigure1Sound} {
		if r, ok := rec.Table(id).Row(panel + "/" + method); ok {
			return r
		}
	}
	return reproduce.Row{}
}

// lettersReach counts the panels in which the literal method came within 1e-3.
func lettersReach(rec *reproduce.Record) string {
	all, reached := 0, []string{}
	for _, p := range panels {
		r, ok := rec.Table(tableFigure1).Row(p.id + "/" + literal)
		if !ok {
			continue
		}
		all++
		if !math.IsNaN(r.Number(accuracyKey("cpu", 1e-3))) {
			reached = append(reached, p.id)
		}
	}
	if all == 0 {
		return ""
	}
	out := fmt.Sprintf("In the time it was given, ContR1D by the letter comes within 1e-03 of the best objective in "+
		"%d of %d panels", len(reached), all)
	if len(reached) > 0 {
		out += " (" + strings.Join(reached, ", ") + ")"
	}
	return out + "."
}

func readingOfLambda(rec *reproduce.Record) string {
	r, ok := rec.Table(tableReadings).Row("heavy-absolute")
	if !ok || !(r.Number("share") >= 1) {
		return ""
	}
	return fmt.Sprintf("The paper's heavy λ = %g, taken as absolute, is %.2f λ_max on its own kind of data, where W = 0 "+
		"is the solution; heavy regularization is therefore %g λ_max here.",
		r.Number("lambda"), r.Number("share"), heavyShare)
}
