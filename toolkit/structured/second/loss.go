package second

import (
	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/structured"
)

// Loss is the hinge with Hamming cost, or with CRF the logistic loss, of sequences, with emissions as those of package
// structured, and transitions whose rows are those of Rows. It implements toolkit.Oracle and is not for concurrent use.
type Loss struct {
	Data    *structured.Sequences
	CRF     bool
	scores  Scores
	viterbi Viterbi
	forward ForwardBackward
	m       Marginals
}

// Len is the number of sequences.
func (l *Loss) Len() int { return l.Data.Len() }

// Grad writes the gradient of ℓ_i at p, or a subgradient of the hinge, to u and returns ℓ_i(p).
func (l *Loss) Grad(i int, p toolkit.Params, u *toolkit.Update) float64 {
	const negligible = 1e-14
	first, y, c := l.Data.Start[i], l.Data.Of(i), l.Data.Labels
	s := &l.scores
	s.Labels, s.Emission, s.Transition = c, zeros(s.Emission, len(y)*c), zeros(s.Transition, Rows(c)*c)
	for t := range y {
		p.Scores(s.Emission[t*c:(t+1)*c], structured.Emission, first+t)
	}
	for row := range Rows(c) {
		p.Scores(s.Transition[row*c:(row+1)*c], structured.Transition, row)
	}
	less := s.Of(y)
	u.Reset()
	add := func(y []int, v float64) {
		for t, label := range y {
			u.Add(structured.Emission, first+t, label, v)
		}
		Each(y, c, 2, func(at int) { u.Add(structured.Transition, at/c, at%c, v) })
	}
	if !l.CRF {
		(&structured.ChainScores{Labels: c, Emission: s.Emission, Transition: s.Transition[:c*c]}).AddHamming(y)
		best, most := l.viterbi.Decode(s)
		add(best, 1)
		add(y, -1)
		return max(0, most-less)
	}
	z := l.forward.Marginals(&l.m, s)
	for k, v := range l.m.Emission {
		if v > negligible || v != v {
			u.Add(structured.Emission, first+k/c, k%c, v)
		}
	}
	for k, v := range l.m.Transition {
		if v > negligible || v != v {
			u.Add(structured.Transition, k/c, k%c, v)
		}
	}
	add(y, -1)
	return max(0, z-less)
}
