package segments

import (
	"math"

	"github.com/proxlab/proxlab/toolkit"
)

// Hinge is the loss of a structured support vector machine over segmentations, whose cost is the number of positions
// with another label:
//
//	ℓ_i(θ) = max_y' ⟨θ, φ(x_i,y')⟩ + cost(y', y_i)  −  ⟨θ, φ(x_i,y_i)⟩  ≥ 0.
//
// It implements toolkit.Oracle and is not for concurrent use.
type Hinge struct {
	Data    *Sequences
	scorer  Scorer
	viterbi Viterbi
}

// Len is the number of sequences.
func (h *Hinge) Len() int { return h.Data.Len() }

// Grad writes the subgradient of ℓ_i at p to u and returns ℓ_i(p).
func (h *Hinge) Grad(i int, p toolkit.Params, u *toolkit.Update) float64 {
	truth := h.Data.Of[i]
	s := h.scorer.Score(p, h.Data, i)
	less := s.Of(truth)
	s.AddHamming(truth)
	y, most := h.viterbi.Decode(s)
	u.Reset()
	h.Data.add(u, i, y, 1)
	h.Data.add(u, i, truth, -1)
	return math.Max(0, most-less)
}

// add adds v times the parts of a segmentation.
func (d *Sequences) add(u *toolkit.Update, i int, y []Segment, v float64) {
	for k, g := range y {
		u.Add(Candidate, d.Row(d.Start[i]+g.Start, g.End-g.Start), g.Label, v)
		if k > 0 {
			u.Add(Transition, y[k-1].Label, g.Label, v)
		}
	}
}

// CRF is the logistic loss of a semi-Markov conditional random field,
//
//	ℓ_i(θ) = log Σ_y' exp⟨θ, φ(x_i,y')⟩ − ⟨θ, φ(x_i,y_i)⟩  ≥ 0.
//
// It implements toolkit.Oracle and is not for concurrent use.
type CRF struct {
	Data    *Sequences
	scorer  Scorer
	forward ForwardBackward
	m       Marginals
}

// Len is the number of sequences.
func (l *CRF) Len() int { return l.Data.Len() }

// Grad writes the gradient of ℓ_i at p to u and returns ℓ_i(p).
func (l *CRF) Grad(i int, p toolkit.Params, u *toolkit.Update) float64 {
	const negligible = 1e-14
	d := l.Data
	s := l.scorer.Score(p, d, i)
	loss := l.forward.Marginals(&l.m, s) - s.Of(d.Of[i])
	u.Reset()
	for k, v := range l.m.Candidate {
		if row := k / s.Labels; v > negligible || v != v {
			u.Add(Candidate, d.Row(d.Start[i]+row/s.Most, row%s.Most+1), k%s.Labels, v)
		}
	}
	for k, v := range l.m.Transition {
		if v > negligible || v != v {
			u.Add(Transition, k/s.Labels, k%s.Labels, v)
		}
	}
	d.add(u, i, d.Of[i], -1)
	return math.Max(0, loss)
}
