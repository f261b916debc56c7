package onlinemkl

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/reproduce"
)

// The tables of the study, by how C and η0 were chosen.
const (
	tableEta1      = "table1-eta0-1"       // η0 = 1, C the best on the test folds: at quick scale
	tableRuleOnce  = "table1-rule-once"    // η0 of least objective after 5 epochs at C = 1, C the best on the test folds
	tableRuleEvery = "table1-rule-every-c" // η0 of least objective after 5 epochs for each C, C the best on the test folds
	tableBest      = "table1-best"         // both the best on the test folds
	tableHeldOut   = "table1-heldout"      // both the best on every tenth training word, held out: sound mode
	tableRates     = "learning-rate"       // the upper block, by how η0 was chosen
	tableMoreFolds = "more-folds"          // the upper block as in tableRuleOnce, on folds drawn anew as well
	tableVariants  = "variants"            // η0 = 1, C the best on the test folds, the setting varied
	tableRegret    = "regret"              // regret and its bounds, by learning rate
)

// forms are the forms of Table 1, and needRates the tables that need all η0.
var (
	forms     = []string{tableEta1, tableRuleOnce, tableRuleEvery, tableBest, tableHeldOut}
	needRates = []string{tableRuleOnce, tableRuleEvery, tableBest, tableHeldOut, tableRates, tableMoreFolds}
)

func layouts() []reproduce.Layout {
	return []reproduce.Layout{
		ofForm(reproduce.Layout{
			ID: tableEta1, Title: "Handwriting: accuracy per letter at η0 = 1 and the best C", Scale: reproduce.Quick,
		}, "η0 = 1; what the paper's rule picks is in table1-rule-once. C = 1/(λm) chosen from 0.1 to 10⁴ on the "+
			"test folds, as the paper's text suggests: an oracle."),
		ofForm(reproduce.Layout{
			ID: tableRuleOnce, Title: "Handwriting: accuracy per letter, η0 by the paper's rule at C = 1, and the best C",
			Scale: reproduce.Paper,
		}, "η0 from 0.01 to 10, that of the least objective after 5 epochs at C = 1/(λm) = 1; C chosen from 0.1 to 10⁴ on "+
			"the test folds: an oracle."),
		ofForm(reproduce.Layout{
			ID: tableRuleEvery, Title: "Handwriting: accuracy per letter, η0 by the paper's rule for every C, and the best C",
			Scale: reproduce.Paper,
		}, "η0 from 0.01 to 10, that of the least objective after 5 epochs, for each C; C chosen on the test folds: an "+
			"oracle."),
		ofForm(reproduce.Layout{
			ID: tableBest, Title: "Handwriting: accuracy per letter at the best C and η0", Scale: reproduce.Paper,
		}, "C and η0 chosen on the test folds: an oracle for both."),
		ratesLayout(),
		moreFoldsLayout(),
		{
			ID: tableVariants, Title: "Handwriting: accuracy per letter under other settings, η0 = 1 and the best C",
			Scale: reproduce.Paper, Show: showVariants,
			Notes: []string{
				"As table1-rule-once, with one thing changed; the first rows are the literal setting on the same folds.",
				"The margin is that of MKL over the best of the others.",
			},
		},
		ofForm(reproduce.Layout{
			ID: tableHeldOut, Title: "Handwriting: accuracy per letter, C and η0 chosen on held-out words",
			Mode: reproduce.Sound,
		}, "C and η0 chosen on every tenth word of the training fold, held out; then trained on the whole fold."),
		{
			ID: tableRegret, Title: "Regret of online MKL and the bounds of Proposition 5", Scale: reproduce.Paper,
			Notes: []string{
				"MKL(L,Q,G) at C = 1 on the training words of the first fold in file order, Θ = {‖θ‖ ≤ " +
					"√(2Λ/(λ+σ))} with Λ the mean length of a word, G = 2 max ‖φ(x,y)‖.",
				"The minimum is known from both sides: the least objective that a long run found, and a lower bound from " +
					"duality. So is the regret, which is from the first to the second of its columns.",
				"The share is the largest of the regret at most over the bound, after any pass.",
				"The last bound is that of the proposition's proof before ‖g_t‖ is replaced by G.",
			},
			Columns: regretFields.Columns(),
		},
	}
}

// ofForm completes the layout of one of the forms of Table 1, with a note on how C and η0 were chosen.
func ofForm(l reproduce.Layout, chosen string) reproduce.Layout {
	l.Columns = summaryFields.Columns()
	l.Notes = []string{
		"Trained on one fold and tested on the other nine; mean ± standard deviation over the folds trained on. Last " +
			"model after 20 epochs.",
		chosen,
	}
	l.Show = func(f *figures.Table, t *reproduce.Table) { f.Notes = append(f.Notes, notesOn(t)...) }
	return l
}

// notesOn says how the times of a table were measured, and what was learned beside weights.
func notesOn(t *reproduce.Table) []string {
	timed := "Training seconds are those of the Gram matrices and 20 epochs, with as many trainings at a time as there " +
		"are cores."
	var splines, learned []string
	for _, r := range t.Rows {
		if c := timedAt.In(r); !math.IsNaN(c) {
			timed = fmt.Sprintf("Training seconds are processor seconds of the Gram matrices and 20 epochs at C = %g and "+
				"the η0 shown, one row at a time: the mean over the folds.", c)
		}
		if h := widths.In(r); h != nil {
			h = reproduce.Each(h, func(v float64) float64 { return math.Round(100*v) / 100 })
			splines = []string{fmt.Sprintf("The spline's width h on the folds: %s.", list(h))}
		}
		if beta := betas.In(r); beta != nil {
			learned = append(learned, fmt.Sprintf("%s: β = %s.", specOf(r.ID).title, shareList(beta, groups.In(r))))
		}
	}
	return append(append([]string{timed}, learned...), splines...)
}

// showVariants has a line for every variant and a column for every row of Table 1 that it was run on.
func showVariants(f *figures.Table, t *reproduce.Table) {
	titles := []string{"setting"}
	for _, id := range variantRows {
		titles = append(titles, specOf(id).title)
	}
	f.Columns = figures.Columns(1, append(titles, "margin", "folds", "data")...)
	for _, v := range variants {
		line := []string{v.ID}
		var of reproduce.Row
		for _, id := range variantRows {
			r, ok := t.Row(v.ID + "/" + id)
			if ok {
				of = r
			}
			line = append(line, plusMinus(accuracyOf.In(r), accuracyStd.In(r)))
		}
		if of.ID != "" {
			f.Rows = append(f.Rows, append(line, figures.Number(margin(t, v.ID+"/", variantRows), 2),
				counted(of, string(folds.Key)), of.Data.String()))
		}
	}
}

// list writes the values that occur, each once, in ascending order.
func list(v []float64) string {
	v = slices.Clone(v)
	slices.Sort(v)
	var out []string
	for _, x := range slices.Compact(v) {
		out = append(out, strconv.FormatFloat(x, 'g', -1, 64))
	}
	return strings.Join(out, ", ")
}

func shareList(beta []float64, groups []string) string {
	var out []string
	for k, b := range beta {
		if k < len(groups) {
			out = append(out, fmt.Sprintf("%.2f %s", b, groups[k]))
		}
	}
	return strings.Join(out, ", ")
}
