package parsing

import (
	"fmt"
	"slices"

	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/reproduce/evidence"
)

// paired returns the test attachments of two rows; ok is false where they are not of the same replications.
func paired(a, b reproduce.Row) (x, y []float64, ok bool) {
	x, y = a.Numbers("tests"), b.Numbers("tests")
	ok = len(x) > 0 && len(x) == len(y) && slices.Equal(a.Numbers("seeds"), b.Numbers("seeds"))
	return x, y, ok
}

// settings writes those of a row, each that occurs.
func settings(r reproduce.Row) string {
	return fmt.Sprintf("C = %s, η0 = %s", list(r, "C"), list(r, "eta0"))
}

// judgeAccuracy judges D-M7 on a row of MKL.
func judgeAccuracy(t *reproduce.Table, id, mine string) reproduce.Finding {
	a, _ := t.Row(mine)
	b, _ := t.Row(svm.id)
	x, y, ok := paired(a, b)
	if !ok {
		return reproduce.Finding{}
	}
	ours := fmt.Sprintf("%s (MKL, %s) against %s (SVM, %s)", meanOf(x), settings(a), meanOf(y), settings(b))
	if id == notBetter.ID {
		return evidence.All(ours, evidence.Paired("SVM above MKL", y, x, 0))
	}
	return evidence.All(ours, evidence.Paired("MKL at most 0.5 points below the SVM", x, y, -0.5))
}

// judgePruning judges D-M8, and says what random templates do.
func judgePruning(t *reproduce.Table, mine, theirs string) reproduce.Finding {
	a, _ := t.Row(keptID(mine, fewTemplates))
	b, _ := t.Row(keptID(theirs, fewTemplates))
	x, y, ok := paired(a, b)
	if !ok {
		return reproduce.Finding{}
	}
	ours := fmt.Sprintf("%s (107 by MKL, %s) against %s (107 by SVM, %s)", meanOf(x), settings(a), meanOf(y),
		settings(b))
	if r, ok := t.Row(keptID("random", fewTemplates)); ok && len(r.Numbers("tests")) > 0 {
		ours += fmt.Sprintf("; at random %s, %.2f to %.2f in %d draws", meanOf(r.Numbers("tests")), r.Number("least"),
			r.Number("most"), len(r.Numbers("tests")))
	}
	return evidence.All(ours, evidence.Paired("best 107 by MKL above those by SVM", x, y, 0))
}

// ends returns the first and the last row of a table of epochs; ok is false where there is one alone.
func ends(t *reproduce.Table) (first, last reproduce.Row, ok bool) {
	if len(t.Rows) < 2 {
		return first, last, false
	}
	first, last = t.Rows[0], t.Rows[len(t.Rows)-1]
	return first, last, slices.Equal(first.Numbers("seeds"), last.Numbers("seeds"))
}

// judgeSeparation judges D-M9a.
func judgeSeparation(t *reproduce.Table, _ *reproduce.Record) reproduce.Finding {
	first, last, ok := ends(t)
	if !ok || len(first.Numbers("held_of_seeds")) != len(last.Numbers("held_of_seeds")) {
		return reproduce.Finding{}
	}
	ours := fmt.Sprintf("the largest 107 have %.1f %% of the sum after epoch %.0f, %.1f %% after epoch %.0f; Spearman "+
		"between the two %.3f", first.Number("held"), first.Number("epoch"), last.Number("held"), last.Number("epoch"),
		first.Number("spearman"))
	return evidence.All(ours, evidence.Paired("share after the last epoch above that after the first",
		last.Numbers("held_of_seeds"), first.Numbers("held_of_seeds"), 0))
}

// judgeZeros judges D-M9b by the numbers of zeros under a key.
func judgeZeros(t *reproduce.Table, key string) reproduce.Finding {
	_, last, ok := ends(t)
	if !ok {
		return reproduce.Finding{}
	}
	exceptions := 0
	for _, n := range last.Numbers(key) {
		if n == 0 {
			exceptions++
		}
	}
	ours := fmt.Sprintf("weights that are 0 after epoch %.0f, by replication: %s", last.Number("epoch"),
		all(last.Numbers(key)))
	return evidence.Always(ours, len(last.Numbers(key)), exceptions)
}

// all writes numbers one after another.
func all(v []float64) string {
	out := ""
	for k, x := range v {
		if k > 0 {
			out += ", "
		}
		out += fmt.Sprintf("%g", x)
	}
	return out
}

// meanOf writes the mean of values over replications.
func meanOf(values []float64) string {
	mean, _ := reproduce.MeanSpread(values)
	return fmt.Sprintf("%.2f", mean)
}
