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

The four forms of Table 1 differ in how C and the learning rate η0 were chosen. Three look at the test folds, as the
paper's text suggests; table1-heldout does not, and is the one that says what to expect of new words. The columns
named paper are the paper's own numbers; its seconds are those of its own machine. The table variants changes one
point at a time that the paper leaves open, and regret sets the regret of training beside the paper's bounds.
`

// remarks returns what to note on a record.
func remarks(rec *reproduce.Record) []string {
	return []string{
		marginsByForm(rec),
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
			mkl = r.Number(accuracyKey)
		} else {
			others = math.Max(others, r.Number(accuracyKey))
		}
	}
	return mkl - others
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
	t := rec.Table(tableRegret)
	least, most := math.Inf(1), 0.
	for _, rule := range regretRules {
		r, ok := t.Row(rule.id)
		if regret := r.Number("regret"); ok && regret > 0 {
			times := r.Number("bound") / regret
			least, most = math.Min(least, times), math.Max(most, times)
		}
	}
	if most == 0 {
		return ""
	}
	return fmt.Sprintf("The paper's bounds on the regret are from %.1f to %.0f times the regret met.", least, most)
}
