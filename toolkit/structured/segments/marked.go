package segments

import "github.com/proxlab/proxlab/toolkit"

// Marked is the hinge, or with CRF the logistic loss, of sequences whose segments labels of words mark, all of whose
// parts are of these labels: rows of Candidate are the Words, and behind them those of segments as wholes; rows of
// Transition are labels. It implements toolkit.Oracle and is not for concurrent use.
type Marked struct {
	*Marking
	Data          *Sequences
	Words, Labels int // how many there are
	CRF           bool

	scores  Scores
	viterbi Viterbi
	forward ForwardBackward
	m       Marginals
}

// Len is the number of sequences.
func (l *Marked) Len() int { return l.Data.Len() }

// Grad writes the gradient of ℓ_i at p, or a subgradient of the hinge, to u and returns ℓ_i(p).
func (l *Marked) Grad(i int, p toolkit.Params, u *toolkit.Update) float64 {
	first, c := l.Data.Start[i], l.Labels
	row := func(t, length int) int { return l.Words + l.Data.Row(first+t, length) }
	following := make([]float64, c*c)
	for b := range c {
		p.Scores(following[b*c:(b+1)*c], Transition, b)
	}
	s, truth := &l.scores, l.Data.Of[i]
	l.Score(s, l.Data.Start[i+1]-first, l.Data.Most, c,
		func(dst []float64, t int) { p.Scores(dst, Candidate, first+t) },
		func(dst []float64, t, length int) { p.Scores(dst, Candidate, row(t, length)) }, following)
	less := s.Of(truth)
	u.Reset()
	add := func(y []Segment, v float64) {
		for k, g := range y {
			for t, label := range l.Marking.Labels(y[k : k+1]) {
				u.Add(Candidate, first+g.Start+t, label, v)
			}
			u.Add(Candidate, row(g.Start, g.End-g.Start), l.Begin[g.Label], v)
			if k > 0 {
				u.Add(Transition, l.Begin[y[k-1].Label], l.Begin[g.Label], v)
			}
		}
	}
	if !l.CRF {
		s.AddHamming(truth)
		y, most := l.viterbi.Decode(s)
		add(y, 1)
		add(truth, -1)
		return max(0, most-less)
	}
	z := l.forward.Marginals(&l.m, s)
	l.Expect(s, l.m.Candidate,
		func(t, label int, v float64) { u.Add(Candidate, first+t, label, v) },
		func(t, length, label int, v float64) { u.Add(Candidate, row(t, length), label, v) })
	for k, v := range l.m.Transition {
		u.Add(Transition, l.Begin[k/s.Labels], l.Begin[k%s.Labels], v)
	}
	add(truth, -1)
	return max(0, z-less)
}
