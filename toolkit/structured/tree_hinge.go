package structured

import "github.com/proxlab/proxlab/toolkit"

// TreeHinge is the loss of a structured support vector machine over dependency trees, with the Hamming cost of heads,
// not normalized by length:
//
//	ℓ_i(θ) = max_y' ⟨θ, φ(x_i,y')⟩ + Σ_m [y'_m ≠ y_m]  −  ⟨θ, φ(x_i,y_i)⟩  ≥ 0.
//
// Its subgradient is φ(x_i,ŷ) − φ(x_i,y_i) at a maximizer ŷ, empty when ŷ = y_i. A decoder of projective trees takes
// the maximum over these and y_i. It implements toolkit.Oracle and is not for concurrent use.
//
// Source: Tsochantaridis et al., 2004; McDonald et al., Non-projective Dependency Parsing using Spanning Tree
// Algorithms, HLT-EMNLP 2005; Martins et al., 2010, equation (3).
type TreeHinge struct {
	Data    *Trees
	Decoder TreeDecoder // nil for Arborescence
	scorer  TreeScorer
	guess   []int
}

// Len is the number of sentences.
func (h *TreeHinge) Len() int { return h.Data.Len() }

// Grad writes the subgradient of ℓ_i at p to u and returns ℓ_i(p).
func (h *TreeHinge) Grad(i int, p toolkit.Params, u *toolkit.Update) float64 {
	if h.Decoder == nil {
		h.Decoder = new(Arborescence)
	}
	y := h.Data.Of(i)
	s := h.scorer.Score(p, h.Data, i)
	truth := s.Of(y)
	s.AddHamming(y)
	h.guess = append(h.guess[:0], y...)
	loss := h.Decoder.Decode(h.guess, s) - truth
	u.Reset()
	if loss <= 0 {
		return 0
	}
	first, _ := h.Data.Rows(i)
	for k, m := range y {
		if g := h.guess[k]; g != m {
			u.Add(Arc, first+ArcRow(len(y), g, k+1), 0, 1)
			u.Add(Arc, first+ArcRow(len(y), m, k+1), 0, -1)
		}
	}
	return loss
}
