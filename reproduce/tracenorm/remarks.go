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
weights are re-optimized; the paper's claims are judged on it. The sound form is a stronger algorithm than the paper's:
it takes in all singular pairs above λ at once, and turns the atoms as well. Prox++ is accelerated proximal gradient,
by the thin singular value decomposition as in the paper. How long its steps are the paper leaves open, and there are
three readings: the 1/H that its appendix prints, the Lipschitz constant that the step needs, and backtracking, which
finds out. Two more forms have backtracking, by the eigenvalues of the smaller Gram matrix and without forming W. IR is
iterative rescaling, AM alternating minimization.

In figure1 and figure2 a column like 1e-3: s has the processor seconds to a relative accuracy of 1e-3, and accuracy
is that at the end. A method that did not arrive needs more than it was given, which is all that is known: a claim that
this leaves undecided is open. Ranks are those of W, by its singular values. The table speed divides times, readings
settles which λ the paper means, path has ranks and errors over λ, figure3 the gauges of the paper's Figure 3.
`

// remarks returns what to note on a record.
func remarks(rec *reproduce.Record) []string {
	return []string{
		stepOfProx(rec),
		firstInTime(rec),
		lettersReach(rec),
		readingOfLambda(rec),
		lowRankStarts(rec),
	}
}

// lowRankStarts tells the test errors of alternating minimization of rank 2 on the second survey, of which the paper
// says nothing, and those of full rank on the same splits: the first ones.
func lowRankStarts(rec *reproduce.Record) string {
	r, ok := rec.Table(tableFigure2).Row(conjoint2 + "/" + alternate)
	low, errors := low.means.In(r), eachTestError.In(r)
	if !ok || len(low) == 0 || len(low) > len(errors) {
		return ""
	}
	return fmt.Sprintf("On Conjoint (II), or what is in its place, factors of rank 2 end alternating minimization with a "+
		"test error of %.1f %% on average over the splits that have both, where factors of full rank have %.1f %%.",
		mean(low), mean(errors[:len(low)]))
}

// stepOfProx tells what the step of Prox++ decides, with the constants and the times of the panel of heavy
// regularization and high correlation.
func stepOfProx(rec *reproduce.Record) string {
	h, constant := panelRow(rec, "heavy-0.9", proxH), panelRow(rec, "heavy-0.9", proxTrue)
	verdicts := verdictsOn(rec, "D-R1", "D-R2", "D-R6a", "D-R7a")
	if math.IsNaN(lipschitz.In(h)) || verdicts == "" {
		return ""
	}
	return fmt.Sprintf("Who is first depends on the step of Prox++. The appendix prints 1/H with H = %.0f on the first "+
		"synthetic set, where the step needs no more than %.0f: H is for another norm. After %s the printed step is within "+
		"%.1e of the best objective, and backtracking within %.1e after %s. By reading of the step: %s",
		lipschitz.In(h), lipschitz.In(constant), amount(inSeconds, secondsOf.In(h)), accuracyOf.In(h),
		accuracyOf.In(panelRow(rec, "heavy-0.9", proxThin)),
		amount(inSeconds, secondsOf.In(panelRow(rec, "heavy-0.9", proxThin))), strings.TrimSuffix(verdicts, "; ")+".")
}

// racing are the methods of Figure 1.
var racing = []string{literal, sound, proxH, proxTrue, proxThin, proxGram, proxFree}

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
		cpu := keyReached(inSeconds, share).In(panelRow(rec, panel, m))
		if !math.IsNaN(cpu) && !(cpu >= least) {
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
		if r, ok := rec.Table(tableFigure1).Row(p.id + "/" + literal); ok {
			all++
			if !math.IsNaN(keyReached(inSeconds, 1e-3).In(r)) {
				reached = append(reached, p.id)
			}
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
	if !ok || !(keyShare.In(r) >= 1) {
		return ""
	}
	return fmt.Sprintf("The paper's heavy λ = %g, taken as absolute, is %.2f λ_max on its own kind of data, where W = 0 "+
		"is the solution; heavy regularization is therefore %g λ_max here.",
		keyLambda.In(r), keyShare.In(r), heavyShare)
}
