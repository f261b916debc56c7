package testproblems

import (
	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/structured"
)

// RoughChains is the hinge of chains by a decoder that goes from left to right and looks at no label to come, with a
// bound: Slack is Share times what is missing, so that a Share below 1 lies.
type RoughChains struct {
	structured.Hinge
	Share  float64
	slacks []float64
}

// NewRoughChains makes one of sequences.
func NewRoughChains(data *structured.Sequences, share float64) *RoughChains {
	return &RoughChains{structured.Hinge{Data: data, Decoder: new(fromLeft)}, share, make([]float64, data.Len())}
}

// Grad is that of the labelling which was found.
func (r *RoughChains) Grad(i int, p toolkit.Params, u *toolkit.Update) float64 {
	loss := r.Hinge.Grad(i, p, u)
	r.slacks[i] = r.Share * r.Decoder.(*fromLeft).missing
	return loss
}

// Slack is that of the last Grad of example i.
func (r *RoughChains) Slack(i int) float64 { return r.slacks[i] }

// fromLeft decodes one position after another; where y is better, it stays.
type fromLeft struct {
	exact   structured.Viterbi
	missing float64
}

func (d *fromLeft) Decode(y []int, s *structured.ChainScores) float64 {
	guess, c := make([]int, len(y)), s.Labels
	best := make([]int, len(y))
	most := d.exact.Decode(best, s)
	for t := range guess {
		at := func(l int) float64 {
			v := s.Emission[t*c+l]
			if t > 0 {
				v += s.Transition[guess[t-1]*c+l]
			}
			return v
		}
		for l := range c {
			if at(l) > at(guess[t]) {
				guess[t] = l
			}
		}
	}
	if s.Of(guess) > s.Of(y) {
		copy(y, guess)
	}
	attained := s.Of(y)
	d.missing = max(0, most-attained)
	return attained
}
