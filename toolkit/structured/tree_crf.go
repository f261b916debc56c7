package structured

import "github.com/proxlab/proxlab/toolkit"

// TreeCRF is the logistic loss of a conditional random field over dependency trees, crossing arcs allowed,
//
//	ℓ_i(θ) = log Σ_y' exp⟨θ, φ(x_i,y')⟩ − ⟨θ, φ(x_i,y_i)⟩  ≥ 0,
//
// with gradient E φ(x_i,Y) − φ(x_i,y_i) under p(y) ∝ exp⟨θ, φ(x_i,y)⟩. It implements toolkit.Oracle and is not for
// concurrent use.
//
// Source: Koo et al., Structured Prediction Models via the Matrix-Tree Theorem, EMNLP 2007; Martins et al., 2010,
// equation (4).
type TreeCRF struct {
	Data      *Trees
	scorer    TreeScorer
	trees     MatrixTree
	marginals []float64
}

// Len is the number of sentences.
func (l *TreeCRF) Len() int { return l.Data.Len() }

// Grad writes the gradient of ℓ_i at p to u and returns ℓ_i(p).
func (l *TreeCRF) Grad(i int, p toolkit.Params, u *toolkit.Update) float64 {
	y := l.Data.Of(i)
	s := l.scorer.Score(p, l.Data, i)
	l.marginals = zeros(l.marginals, len(s.Arc))
	loss := l.trees.Marginals(l.marginals, s) - s.Of(y)
	u.Reset()
	n := len(y)
	first, _ := l.Data.Rows(i)
	for k, truth := range y {
		row := l.marginals[k*(n+1) : (k+1)*(n+1)]
		row[truth]--
		for h, v := range row {
			if h != k+1 && (v > negligible || v < -negligible || v != v) {
				u.Add(Arc, first+ArcRow(n, h, k+1), 0, v)
			}
		}
	}
	return max(0, loss)
}
