package segments

import "github.com/proxlab/proxlab/toolkit"

// Scores are those of the parts of one sequence of N positions: Candidate[(t·Most + length − 1)·Labels + label] of the
// segment that begins at t, and Transition[before·Labels + after].
type Scores struct {
	N, Most, Labels int
	Candidate       []float64
	Transition      []float64
}

// longest is the most positions of a segment that begins at t.
func (s *Scores) longest(t int) int { return min(s.Most, s.N-t) }

// at is where the scores of a segment's labels begin.
func (s *Scores) at(t, length int) int { return (t*s.Most + length - 1) * s.Labels }

// Of is the score of a segmentation.
func (s *Scores) Of(y []Segment) (sum float64) {
	for k, g := range y {
		sum += s.Candidate[s.at(g.Start, g.End-g.Start)+g.Label]
		if k > 0 {
			sum += s.Transition[y[k-1].Label*s.Labels+g.Label]
		}
	}
	return sum
}

// AddHamming adds to each segment the number of its positions that have another label in the truth.
func (s *Scores) AddHamming(truth []Segment) {
	label := make([]int, 0, s.N)
	for _, g := range truth {
		for range g.End - g.Start {
			label = append(label, g.Label)
		}
	}
	wrong := make([]float64, s.Labels)
	for t := range s.N {
		clear(wrong)
		for length := 1; length <= s.longest(t); length++ {
			at := s.at(t, length)
			for l := range wrong {
				if label[t+length-1] != l {
					wrong[l]++
				}
				s.Candidate[at+l] += wrong[l]
			}
		}
	}
}

// Scorer reads the scores of sequences from a model. It keeps its memory between calls: scores are valid until the next
// one. The zero value is ready.
type Scorer struct{ scores Scores }

// Score reads those of sequence i.
func (c *Scorer) Score(p toolkit.Params, d *Sequences, i int) *Scores {
	s, first := &c.scores, d.Start[i]
	s.N, s.Most, s.Labels = d.Start[i+1]-first, d.Most, d.Labels
	s.Candidate = zeros(s.Candidate, s.N*s.Most*s.Labels)
	s.Transition = zeros(s.Transition, s.Labels*s.Labels)
	for t := range s.N {
		for length := 1; length <= s.longest(t); length++ {
			at := s.at(t, length)
			p.Scores(s.Candidate[at:at+s.Labels], Candidate, d.Row(first+t, length))
		}
	}
	for l := range s.Labels {
		p.Scores(s.Transition[l*s.Labels:(l+1)*s.Labels], Transition, l)
	}
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
