package segments

import (
	"math"

	"github.com/proxlab/proxlab/toolkit/structured/internal/logs"
)

// Marginals are the probabilities of segments, as Scores has them, and the expected numbers of pairs of labels that
// follow each other, under p(y) ∝ exp S(y).
type Marginals struct {
	Candidate, Transition []float64
}

// ForwardBackward sums over all segmentations, on logarithms. It keeps its memory between calls and is not for
// concurrent use. The zero value is ready.
type ForwardBackward struct {
	begin, end   []float64 // log-sums up to a position, of what goes on with a label there, and of what ended with it
	ahead, after []float64 // log-sums from there on, before a segment with the label, and after one
	terms        []float64
}

// Marginals fills m, and returns log Z.
func (f *ForwardBackward) Marginals(m *Marginals, s *Scores) float64 {
	n, c := s.N, s.Labels
	m.Candidate, m.Transition = zeros(m.Candidate, len(s.Candidate)), zeros(m.Transition, c*c)
	if n == 0 {
		return 0
	}
	f.forwards(s)
	f.backwards(s)
	z := logs.Sum(f.end[n*c:])
	for t := range n {
		for length := 1; length <= s.longest(t); length++ {
			at, to := s.at(t, length), (t+length)*c
			for l := range c {
				m.Candidate[at+l] = math.Exp(f.begin[t*c+l] + s.Candidate[at+l] + f.after[to+l] - z)
			}
		}
		for k := 0; k < c*c && t > 0; k++ {
			m.Transition[k] += math.Exp(f.end[t*c+k/c] + s.Transition[k] + f.ahead[t*c+k%c] - z)
		}
	}
	return z
}

func (f *ForwardBackward) forwards(s *Scores) {
	n, c := s.N, s.Labels
	f.begin, f.end, f.terms = zeros(f.begin, n*c), zeros(f.end, (n+1)*c), zeros(f.terms, max(c, s.Most))
	for t := range n + 1 {
		for l := 0; l < c && t > 0; l++ {
			terms := f.terms[:0]
			for length := 1; length <= min(s.Most, t); length++ {
				terms = append(terms, f.begin[(t-length)*c+l]+s.Candidate[s.at(t-length, length)+l])
			}
			f.end[t*c+l] = logs.Sum(terms)
		}
		for l := 0; l < c && t > 0 && t < n; l++ {
			for b := range c {
				f.terms[b] = f.end[t*c+b] + s.Transition[b*c+l]
			}
			f.begin[t*c+l] = logs.Sum(f.terms[:c])
		}
	}
}

func (f *ForwardBackward) backwards(s *Scores) {
	n, c := s.N, s.Labels
	f.ahead, f.after = zeros(f.ahead, n*c), zeros(f.after, (n+1)*c)
	for t := n - 1; t >= 0; t-- {
		for l := range c {
			terms := f.terms[:0]
			for length := 1; length <= s.longest(t); length++ {
				terms = append(terms, s.Candidate[s.at(t, length)+l]+f.after[(t+length)*c+l])
			}
			f.ahead[t*c+l] = logs.Sum(terms)
		}
		for b := range c {
			for l := range c {
				f.terms[l] = s.Transition[b*c+l] + f.ahead[t*c+l]
			}
			f.after[t*c+b] = logs.Sum(f.terms[:c])
		}
	}
}
