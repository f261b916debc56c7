package onlinemkl

import (
	"slices"

	"github.com/proxlab/proxlab/datasets/dataset"
	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/reproduce/evidence"
)

// Ten folds are few where a margin is near what a claim asks for, as that of MKL above Q is, its closest rival. The
// table more-folds has more of them: words are dealt to ten folds anew, and the two rows are trained on each of these
// too.

var moreRows = []string{"quadratic", regretRow}

// morePartitions is how many partitions are drawn anew at paper scale.
const morePartitions = 5

// moreFolds are the folds drawn anew: those of all partitions at paper scale, or else one.
func moreFolds(c reproduce.Config) (out []int) {
	if len(c.Folds) > 0 || c.Scale != reproduce.Paper {
		return []int{dataset.OCRFolds}
	}
	for k := range morePartitions * dataset.OCRFolds {
		out = append(out, dataset.OCRFolds+k)
	}
	return out
}

// addMoreFolds adds the cells of the folds drawn anew, at the η0 of the rule.
func (s *study) addMoreFolds() {
	if !s.Wants(tableMoreFolds) {
		return
	}
	for _, fold := range moreFolds(s.Config) {
		for _, r := range s.rows {
			if slices.Contains(moreRows, r.id) {
				s.add(cell{fold: fold, row: r.id, variant: literal.ID, eta0: ruled})
			}
		}
	}
}

func moreFoldsLayout() reproduce.Layout {
	return reproduce.Layout{
		ID: tableMoreFolds, Title: "Handwriting: MKL and Q on more folds", Scale: reproduce.Paper,
		Notes: []string{
			"As table1-rule-once, on the ten folds of the file and on folds drawn anew: the same words dealt to ten folds of " +
				"the same sizes at random, kept in the file's order.",
			"The margin is that of MKL, fold by fold; mean ± standard error. What it estimates is the margin after training " +
				"on a tenth of these words, drawn at random.",
		},
		Columns: moreFields.Columns(),
		Show: func(f *figures.Table, t *reproduce.Table) {
			mkl, _ := t.Row(regretRow)
			f.Columns = slices.Insert(f.Columns, 3, figures.Column{Title: "margin of MKL", Right: true})
			for i, r := range t.Rows {
				f.Rows[i] = slices.Insert(f.Rows[i], 3, above(ofFolds.In(mkl), ofFolds.In(r)).Text())
			}
		},
	}
}

// above is by how much a is above b, fold by fold; NaN where they are not of the same folds.
func above(a, b []float64) evidence.Effect {
	if len(a) != len(b) {
		a, b = nil, nil
	}
	return evidence.Paired("", a, b, 0)
}
