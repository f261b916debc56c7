package structured

import (
	"math"

	"github.com/proxlab/proxlab/toolkit"
)

// LabelHinge is the loss of a structured support vector machine over sets of labels, with the Hamming cost:
//
//	ℓ_i(θ) = max_y' ⟨θ, φ(x_i,y')⟩ + Σ_l [y'_l ≠ y_il]  −  ⟨θ, φ(x_i,y_i)⟩  ≥ 0.
//
// Its subgradient is φ(x_i,ŷ) − φ(x_i,y_i) at a maximizer ŷ. With RoofDuality as decoder the maximum is over the local
// polytope: that loss, the relaxed hinge, is convex too and never less than the exact one. It implements toolkit.Oracle
// and is not for concurrent use.
//
// Source: Tsochantaridis et al., 2004; Finley, Joachims, Training Structural SVMs when Exact Inference is Intractable,
// ICML 2008, on sets of labels, and on relaxations.
type LabelHinge struct {
	Data         *LabelSets
	Decoder      LabelDecoder // nil for LabelEnumeration, to 24 labels
	scorer       LabelScorer
	truth, guess []float64
}

// Len is the number of examples.
func (h *LabelHinge) Len() int { return h.Data.Len() }

// Grad writes the subgradient of ℓ_i at p to u and returns ℓ_i(p).
func (h *LabelHinge) Grad(i int, p toolkit.Params, u *toolkit.Update) float64 {
	if h.Decoder == nil {
		h.Decoder = new(LabelEnumeration)
	}
	h.truth = h.Data.of(h.truth, i)
	s := h.scorer.Score(p, h.Data.Labels, i)
	loss := -s.Of(h.truth)
	for l, v := range h.truth {
		s.Single[l] += 1 - 2*v
		loss += v
	}
	h.guess = append(h.guess[:0], h.truth...)
	loss += h.Decoder.Decode(h.guess, s)
	u.Reset()
	for l, v := range h.guess {
		if v != h.truth[l] {
			u.Add(Relevance, i, l, v-h.truth[l])
		}
	}
	row := 0
	for a := range h.guess {
		for b := a + 1; b < len(h.guess); b++ {
			if v := s.both(row, h.guess[a], h.guess[b]) - h.truth[a]*h.truth[b]; v != 0 {
				u.Add(Together, row, 0, v)
			}
			row++
		}
	}
	return math.Max(0, loss)
}

// LabelCRF is the logistic loss of a conditional random field over sets of labels, of at most MostEnumerated labels,
//
//	ℓ_i(θ) = log Σ_y' exp⟨θ, φ(x_i,y')⟩ − ⟨θ, φ(x_i,y_i)⟩  ≥ 0,
//
// with gradient E φ(x_i,Y) − φ(x_i,y_i). It implements toolkit.Oracle and is not for concurrent use.
//
// Source: Ghamrawi, McCallum, Collective Multi-Label Classification, CIKM 2005.
type LabelCRF struct {
	Data      *LabelSets
	scorer    LabelScorer
	sets      LabelEnumeration
	marginals LabelMarginals
	truth     []float64
}

// Len is the number of examples.
func (l *LabelCRF) Len() int { return l.Data.Len() }

// Grad writes the gradient of ℓ_i at p to u and returns ℓ_i(p).
func (l *LabelCRF) Grad(i int, p toolkit.Params, u *toolkit.Update) float64 {
	l.truth = l.Data.of(l.truth, i)
	s := l.scorer.Score(p, l.Data.Labels, i)
	loss := l.sets.Marginals(&l.marginals, s) - s.Of(l.truth)
	for k, v := range l.truth {
		l.marginals.Single[k] -= v
	}
	for k, a := range l.Data.Sets[i] {
		for _, b := range l.Data.Sets[i][k+1:] {
			l.marginals.Pair[PairRow(s.Labels, min(a, b), max(a, b))]--
		}
	}
	u.Reset()
	addDense(u, Relevance, i, l.Data.Labels, l.marginals.Single)
	addDense(u, Together, 0, 1, l.marginals.Pair)
	return math.Max(0, loss)
}
