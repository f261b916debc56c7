package structured

import "github.com/proxlab/proxlab/toolkit"

// The families of parts of a chain.
const (
	Emission   = 0 // rows are positions of all sequences in order, columns labels
	Transition = 1 // rows are the label before, columns the label after
)

// Sequences is a set of labelled chains: sequence i has positions Start[i] ≤ t < Start[i+1] of the labels 0 ≤ Y[t] <
// Labels. Check says what is wrong with them; the losses panic at a sequence that is not there.
type Sequences struct {
	Start  []int
	Y      []int
	Labels int
}

// Len is the number of sequences.
func (s *Sequences) Len() int { return max(0, len(s.Start)-1) }

// Of returns the labels of sequence i.
func (s *Sequences) Of(i int) []int {
	lo, hi := s.bounds(i)
	return s.Y[lo:hi]
}

// ChainScorer reads the part scores of one sequence from a model. It keeps its memory between calls: scores are valid
// until the next one. The zero value is ready.
type ChainScorer struct {
	scores ChainScores
}

// Score returns the scores of the positions lo ≤ t < hi and of all transitions. It panics where the model has no
// emissions, or no transitions: a block of zero features stands for those that are not wanted.
func (c *ChainScorer) Score(p toolkit.Params, labels, lo, hi int) *ChainScores {
	weighs(p, Emission, "emissions")
	weighs(p, Transition, "transitions")
	s := &c.scores
	s.Labels = labels
	s.Emission = zeros(s.Emission, (hi-lo)*labels)
	s.Transition = zeros(s.Transition, labels*labels)
	scoreRows(s.Emission, p, Emission, lo, hi)
	scoreRows(s.Transition, p, Transition, 0, labels)
	return s
}

func zeros(x []float64, n int) []float64 {
	if cap(x) < n {
		return make([]float64, n)
	}
	x = x[:n]
	clear(x)
	return x
}
