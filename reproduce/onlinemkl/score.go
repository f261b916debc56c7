package onlinemkl

import (
	"context"

	"github.com/proxlab/proxlab/toolkit/kernel"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/structured"
)

// score returns the emission scores of the letters of a set under several models of the same sources, side by side: one
// row for each letter, 26 columns for each model. Every kernel value is computed once for all models.
func (f *fold) score(ctx context.Context, s *set, sources []source, models []*model) (*linalg.Dense, error) {
	labels := s.sequences.Labels
	out := linalg.NewDense(len(s.sequences.Y), labels*len(models), nil)
	var sums []kernel.Expansion
	for k, src := range sources {
		w := sideBySide(k, models)
		if src.form == explicit {
			addProduct(out, features(s.pixels, src.weight), w)
			continue
		}
		sums = append(sums, kernel.Expansion{Kernel: f.table(src), Alpha: w})
	}
	return out, kernel.AddExpansions(ctx, out, s.pixels, f.train.pixels, sums...)
}

// sideBySide puts the weights of the k-th source of several models next to each other.
func sideBySide(k int, models []*model) *linalg.Dense {
	n, c := models[0].weights[k].Dims()
	out := linalg.NewDense(n, c*len(models), nil)
	for m, model := range models {
		for i := range n {
			copy(out.Row(i)[m*c:(m+1)*c], model.weights[k].Row(i))
		}
	}
	return out
}

// addProduct adds x·w to out.
func addProduct(out *linalg.Dense, x *linalg.CSR, w *linalg.Dense) {
	for i := range x.R {
		col, val := x.Row(i)
		w.AddRows(out.Row(i), val, col)
	}
}

// predict decodes every word of a set from the emission scores of its letters (26 columns from col on) and returns the
// labels.
func predict(s *set, m *model, emission *linalg.Dense, col int) []int {
	labels := s.sequences.Labels
	scores := structured.ChainScores{Labels: labels, Transition: m.transition}
	guess := make([]int, len(s.sequences.Y))
	var viterbi structured.Viterbi
	for i := range s.sequences.Len() {
		lo, hi := s.sequences.Start[i], s.sequences.Start[i+1]
		scores.Emission = scores.Emission[:0]
		for t := lo; t < hi; t++ {
			scores.Emission = append(scores.Emission, emission.Row(t)[col:col+labels]...)
		}
		viterbi.Decode(guess[lo:hi], &scores)
	}
	return guess
}
