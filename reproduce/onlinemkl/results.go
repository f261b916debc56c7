package onlinemkl

import (
	"fmt"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/reproduce/plan"
)

// results are the cells of a plan.
type results map[cell]*plan.Result[Learned]

// get returns what a cell learned; ok is false while it is not done.
func (f results) get(c cell) (learned Learned, ok bool) {
	if r := f[c]; r != nil {
		return r.Get()
	}
	return learned, false
}

// summarize makes a row of one of the forms of Table 1, or of the table of variants, over the folds that are complete.
func (s *study) summarize(table string, r row, v variant, folds []int) (datasets.Source, reproduce.Values) {
	var all []choice
	for _, fold := range folds {
		if ch, ok := s.cells.choose(selections[table], cell{fold: fold, row: r.id, variant: v.ID}); ok {
			all = append(all, ch)
		}
	}
	if len(all) == 0 {
		return datasets.Source{}, nil
	}
	return all[0].Source, summaryFields.Values(summary{
		row: r, variant: v, table: table, all: all, seconds: s.trainSeconds(all),
		byC: func(eta0 float64) []float64 { return s.cells.byC(all, eta0) },
	})
}

// byC returns the mean accuracy at each C and some η0; nil where there is none.
func (f results) byC(all []choice, eta0 float64) []float64 {
	mean, n := make([]float64, len(grid)), 0.
	for _, ch := range all {
		ch.cell.eta0 = eta0
		if learned, ok := f.get(ch.cell); ok {
			floats.Add(mean, learned.Accuracy)
			n++
		}
	}
	if n == 0 {
		return nil
	}
	for k := range mean {
		mean[k] /= n
	}
	return mean
}

// shares returns β_k = ‖θ_k‖/Σ_l ‖θ_l‖; zeros for the zero model.
func shares(norms []float64) []float64 {
	var sum float64
	for _, b := range norms {
		sum += b
	}
	out := make([]float64, len(norms))
	for k, b := range norms {
		if sum > 0 {
			out[k] = b / sum
		}
	}
	return out
}

func columnMeans(rows [][]float64) []float64 {
	out := make([]float64, len(rows[0]))
	for _, r := range rows {
		for k, v := range r {
			out[k] += v / float64(len(rows))
		}
	}
	return out
}

// groupsOf returns how many groups a row has under a variant: one where no kernels are learned.
func groupsOf(r row, v variant) int {
	if !r.learn {
		return 1
	}
	return len(groupNames(r, v))
}

// groupNames returns the groups of a row that learns kernels.
func groupNames(r row, v variant) (out []string) {
	for _, s := range v.sourcesOf(r) {
		out = append(out, s.id)
	}
	if !v.Copied {
		out = append(out, "transitions")
	}
	return out
}

// shownC is the index of the C whose curves are kept: 100, where accuracy has levelled off in every row.
const shownC = 3

// onFirst returns what a row learned on the first fold at η0 = 1.
func (s *study) onFirst(r row, holdOut bool) (fold int, learned Learned, ok bool) {
	fold = foldsOf(s.Config)[0]
	learned, ok = s.cells.get(cell{fold, r.id, literal.ID, 1, holdOut})
	return fold, learned, ok
}

// curves returns, after each epoch on the first fold, a row's objective for every C, and at C = 100 the shares of its
// groups and its accuracy on held-out words.
func (s *study) curves(r row) (out []reproduce.Curve) {
	add := func(what string, fold int, columns []string, values [][]float64) {
		epoch := make([]float64, epochs)
		for e := range epoch {
			epoch[e] = float64(e + 1)
		}
		out = append(out, reproduce.Curve{
			ID:      fmt.Sprintf("%s-%s-fold-%d", what, r.id, fold),
			Columns: append([]string{"epoch"}, columns...), Values: append([][]float64{epoch}, values...),
		})
	}
	if fold, learned, ok := s.onFirst(r, false); ok {
		var cs []string
		for _, c := range grid {
			cs = append(cs, fmt.Sprintf("C = %g", c))
		}
		add("objective", fold, cs, learned.Objective)
		if r.learn {
			beta := make([][]float64, len(learned.Norms[shownC][0]))
			for _, norms := range learned.Norms[shownC] {
				for k, b := range shares(norms) {
					beta[k] = append(beta[k], b)
				}
			}
			add("beta", fold, groupNames(r, literal), beta)
		}
	}
	if fold, learned, ok := s.onFirst(r, true); ok {
		add("heldout", fold, []string{"accuracy"}, learned.HeldOut[shownC:shownC+1])
	}
	return out
}

// words returns the table of sample words of a row, if there are some.
func (s *study) words(r row) []reproduce.Table {
	_, learned, _ := s.onFirst(r, false)
	if len(learned.SampleWords) == 0 {
		return nil
	}
	t := reproduce.Table{ID: figureWords + "-" + r.id, Mode: reproduce.Literal}
	t.Title = "Words as written and as read: " + r.title
	for i, w := range learned.SampleWords {
		t.Rows = append(t.Rows, reproduce.Row{ID: fmt.Sprintf("word-%d", i+1), Data: learned.Source, Values: reproduce.Values{
			string(keyTruth): w.Truth, string(keyGuess): w.Guess, string(keyPixels): w.Pixels,
		}})
	}
	return []reproduce.Table{t}
}
