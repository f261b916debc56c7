package onlinemkl

import (
	"fmt"
	"math"
	"strings"

	"github.com/proxlab/proxlab/reproduce"
)

// guide says what is run and how to read the tables.
const guide = `
Handwritten words are read letter by letter: a letter is a picture of 16 × 8 black or white pixels, and a chain
model chooses the labels of a word together. A structured support vector machine is trained on one of ten folds of the
words and tested on the other nine; at paper scale each fold has its turn. Accuracy is the share of letters that are
read right.

The rows of Table 1 differ in the kernel between two letters. The upper block has a linear, a quadratic and a
Gaussian kernel, their average, and their combination with weights that are learned (MKL). The lower block has the
B1-spline, whose Gram matrix is sparse, its average with the linear kernel, and the learned combination of the two.

The forms of Table 1 differ in how C and the learning rate η0 were chosen. The paper takes η0 from 0.01, 0.1, 1 and 10
by a rule of its own, the least objective after 5 epochs, and does not say at which C, or whether for every C. That
decides about its first claim. In table1-rule-once the rule is run at C = 1, where R(θ) weighs as much as the loss of
one word; in table1-rule-every-c it is run for every C; the table learning-rate has all of it side by side, and
more-folds the closest pair on more folds than ten. These look at the test folds to choose C, as the paper's text
suggests; table1-heldout does not, and is the one that says what to expect of new words. At quick scale η0 is 1.

The columns named paper are the paper's own numbers; its seconds are those of its own machine. The replications are
the folds trained on. The table variants changes one point at a time that the paper leaves open, and regret sets the
regret of training beside the paper's bounds. The best fixed parameters, which regret is measured against, are known
between two bounds, and so is the regret.
`

// remarks returns what to note on a record.
func remarks(rec *reproduce.Record) []string {
	return []string{
		turningPoint(rec),
		likeThePaper(rec),
		marginsByForm(rec),
		linearRow(rec),
		marginsByVariant(rec),
		looseness(rec),
	}
}

// margin returns how far the kernels learned are above the best other row; NaN where a row is missing.
func margin(t *reproduce.Table, prefix string, ids []string) float64 {
	mkl, others := math.NaN(), math.Inf(-1)
	for _, id := range ids {
		r, ok := t.Row(prefix + id)
		if !ok {
			return math.NaN()
		}
		if id == regretRow {
			mkl = accuracyOf.In(r)
		} else {
			others = math.Max(others, accuracyOf.In(r))
		}
	}
	return mkl - others
}

// turningPoint tells what the paper's rule picks, and what it makes of D-M1.
func turningPoint(rec *reproduce.Record) string {
	t := rec.Table(tableRates)
	atOnce, ok := t.Row(onceWay + short64(onceC))
	every, there := t.Row(everyWay)
	if !ok || !there || math.IsNaN(aboveQ(atOnce)) || math.IsNaN(aboveQ(every)) {
		return ""
	}
	picks := func(r reproduce.Row) string {
		return fmt.Sprintf("η0 = %s for Q and %s for MKL, which is then %.2f points above Q",
			list(picked("quadratic").In(r)), list(picked(regretRow).In(r)), aboveQ(r))
	}
	least, most := math.Inf(1), math.Inf(-1)
	for _, c := range grid {
		if r, ok := t.Row(onceWay + short64(c)); ok && c != onceC {
			least, most = math.Min(least, aboveQ(r)), math.Max(most, aboveQ(r))
		}
	}
	return fmt.Sprintf("With p kernels, a step of MKL is a step of their sum, p times that of their average: at the same "+
		"η0 it is further on. What the paper's rule for η0 makes of that depends on the C at which it is run: at C = %g it "+
		"picks %s; for every C it picks %s. Run once at another C of the grid, it leaves MKL from %.2f to %.2f points "+
		"above Q.", onceC, picks(atOnce), picks(every), least, most)
}

// aboveQ returns the mean margin of MKL above Q in a row of the table of learning rates.
func aboveQ(r reproduce.Row) float64 {
	mean := above(reached(regretRow).In(r), reached("quadratic").In(r)).Mean
	return mean
}

// likeThePaper tells what the paper's rule picks for the rows, and how far the accuracies are then from the paper's.
func likeThePaper(rec *reproduce.Record) string {
	var parts []string
	for _, id := range literally {
		most := math.NaN()
		var picked []float64
		for _, r := range tableRows(rec, id) {
			picked = append(picked, etas.In(r)...)
			if d := math.Abs(accuracyOf.In(r) - paperAccuracy.In(r)); r.ID != "linear" && !(d <= most) {
				most = d
			}
		}
		if !math.IsNaN(most) {
			parts = append(parts, fmt.Sprintf("%.1f points in %s, where the rule picks η0 = %s", most, id, list(picked)))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "Our accuracies of all rows but L are those of the paper within " + strings.Join(parts, ", and within ") + "."
}

// tableRows returns the rows of a table, none where there is no such table.
func tableRows(rec *reproduce.Record, id string) []reproduce.Row {
	if t := rec.Table(id); t != nil {
		return t.Rows
	}
	return nil
}

// linearRow remarks on claim D-M4b.
func linearRow(rec *reproduce.Record) string {
	r, ok := rec.Table(tableRuleOnce).Row("linear")
	ours, paper := accuracyOf.In(r), paperAccuracy.In(r)
	if !ok || !(ours > paper) {
		return ""
	}
	return fmt.Sprintf("L reads %.1f %% here, and %.1f ± %.1f %% in the paper, whose deviation is far above those of its "+
		"other rows: the margin of D-M4b above L is smaller by that much.", ours, paper, paperStd.In(r))
}

// marginsByForm remarks on claim D-M1.
func marginsByForm(rec *reproduce.Record) string {
	var parts []string
	for _, id := range forms {
		if m := margin(rec.Table(id), "", upper); !math.IsNaN(m) {
			parts = append(parts, fmt.Sprintf("%.2f in %s", m, id))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "MKL of the three kernels is above the best other row of its block by points of accuracy that depend on how " +
		"C and η0 are chosen: " + strings.Join(parts, ", ") + ". The paper claims 2."
}

func marginsByVariant(rec *reproduce.Record) string {
	t := rec.Table(tableVariants)
	var parts []string
	for _, v := range variants {
		if m := margin(t, v.ID+"/", variantRows); !math.IsNaN(m) {
			parts = append(parts, fmt.Sprintf("%s %.2f", v.ID, m))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "The same margin with one setting changed at a time, at η0 = 1: " + strings.Join(parts, ", ") + "."
}

func looseness(rec *reproduce.Record) string {
	least, most, widest := math.Inf(1), 0., 0.
	for _, r := range tableRows(rec, tableRegret) {
		from, to, bound := regretOf.In(r), regretMost.In(r), regretCap.In(r)
		if from > 0 && to >= from {
			least, most, widest = math.Min(least, bound/to), math.Max(most, bound/from), math.Max(widest, to-from)
		}
	}
	if most == 0 {
		return ""
	}
	return fmt.Sprintf("The regret is known up to %.0f letters at the widest. The paper's bounds on it are from %.1f to "+
		"%.0f times as large.", widest, least, most)
}
