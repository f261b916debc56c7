package structured

import "github.com/proxlab/proxlab/toolkit"

// Hinge is the loss of a structured support vector machine over chains, with the Hamming cost not normalized by length:
//
//	ℓ_i(θ) = max_y' ⟨θ, φ(x_i,y')⟩ + Σ_t [y'_t ≠ y_t]  −  ⟨θ, φ(x_i,y_i)⟩  ≥ 0.
//
// Its subgradient is φ(x_i,ŷ) − φ(x_i,y_i) at a maximizer ŷ, empty when ŷ = y_i. It implements toolkit.Oracle and is
// not for concurrent use.
//
// Source: Tsochantaridis et al., Support Vector Machine Learning for Interdependent and Structured Output Spaces, ICML
// 2004; Martins et al., 2010, equation (3).
type Hinge struct {
	Data    *Sequences
	Decoder ChainDecoder // nil for Viterbi
	scorer  ChainScorer
	guess   []int
}

// Len is the number of sequences.
func (h *Hinge) Len() int { return h.Data.Len() }

// Grad writes the subgradient of ℓ_i at p to u and returns ℓ_i(p).
func (h *Hinge) Grad(i int, p toolkit.Params, u *toolkit.Update) float64 {
	if h.Decoder == nil {
		h.Decoder = new(Viterbi)
	}
	lo, hi := h.Data.bounds(i)
	y := h.Data.Y[lo:hi]
	s := h.scorer.Score(p, h.Data.Labels, lo, hi)
	truth := s.Of(y)
	s.AddHamming(y)
	h.guess = append(h.guess[:0], y...)
	loss := h.Decoder.Decode(h.guess, s) - truth
	u.Reset()
	difference(u, h.guess, y, lo)
	return max(0, loss)
}

// difference appends φ(x,ŷ) − φ(x,y), leaving out the parts that both have.
func difference(u *toolkit.Update, guess, y []int, lo int) {
	for t := range y {
		if guess[t] != y[t] {
			u.Add(Emission, lo+t, guess[t], 1)
			u.Add(Emission, lo+t, y[t], -1)
		}
		if t > 0 && (guess[t] != y[t] || guess[t-1] != y[t-1]) {
			u.Add(Transition, guess[t-1], guess[t], 1)
			u.Add(Transition, y[t-1], y[t], -1)
		}
	}
}
