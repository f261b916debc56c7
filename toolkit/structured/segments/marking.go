package segments

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// Outside is the label of a word in no span: a segment of its own, of one word.
const Outside = "O"

// Marking says by which labels of words segments are marked: those of type k begin with label Begin[k] and go on with
// Inside[k], which is −1 where they have one word. A segment scores what its words score with these labels, and what it
// scores as a whole with Begin[k]; a type after another what Begin of one after that of the other does.
type Marking struct{ Begin, Inside []int }

// Labels are those that mark segments of the types of these, each once, ascending: B- and I- of each type, and O.
func Labels(words []string) []string {
	out := append(slices.Clone(words), Outside)
	for _, label := range words {
		if label[0] == 'B' {
			out = append(out, "I"+label[1:])
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// NewMarking is of the labels O and, for each type, B-type and I-type.
func NewMarking(labels []string) (*Marking, error) {
	at := map[string]int{}
	for l, label := range labels {
		at[label] = l
	}
	m := &Marking{}
	for l, label := range labels {
		kind, begins := strings.CutPrefix(label, "B-")
		inside, goes := at["I-"+kind]
		switch {
		case label == Outside:
			m.Begin, m.Inside = append(m.Begin, l), append(m.Inside, -1)
		case begins && goes:
			m.Begin, m.Inside = append(m.Begin, l), append(m.Inside, inside)
		case !strings.HasPrefix(label, "I-") || begins:
			return nil, fmt.Errorf("the label %.60q marks no segment: O, and B- and I- of each type do", label)
		}
	}
	if _, outside := at[Outside]; !outside || 2*len(m.Begin)-1 != len(labels) {
		return nil, fmt.Errorf("the labels mark no segments: O is due, and B- and I- of each type")
	}
	return m, nil
}

// Score fills in the scores of n positions: word adds those of a position's labels to dst, whole those of a segment,
// and following are those of labels, before × after, nil for none.
func (m *Marking) Score(
	s *Scores, n, most, labels int, word func(dst []float64, t int), whole func(dst []float64, t, length int),
	following []float64,
) {
	c := len(m.Begin)
	s.N, s.Most, s.Labels = n, most, c
	s.Candidate, s.Transition = zeros(s.Candidate, n*most*c), zeros(s.Transition, c*c)
	emission, as := make([]float64, n*labels), make([]float64, labels)
	for t := range n {
		word(emission[t*labels:(t+1)*labels], t)
	}
	inside := make([]float64, c)
	for t := range n {
		clear(inside)
		for length := 1; length <= s.longest(t); length++ {
			clear(as)
			whole(as, t, length)
			at, last := s.at(t, length), emission[(t+length-1)*labels:]
			for k, l := range m.Begin {
				switch in := m.Inside[k]; {
				case length > 1 && in < 0:
					s.Candidate[at+k] = math.Inf(-1)
					continue
				case length > 1:
					inside[k] += last[in]
				}
				s.Candidate[at+k] = emission[t*labels+l] + inside[k] + as[l]
			}
		}
	}
	for a, before := range m.Begin {
		for b, after := range m.Begin {
			if following != nil {
				s.Transition[a*c+b] = following[before*labels+after]
			}
		}
	}
}

// Expect calls add with the labels of words and segments, and their numbers, given those of the segments of a sequence
// as Scores has them: what Score makes of scores the other way round.
func (m *Marking) Expect(
	s *Scores, candidate []float64, word func(t, label int, v float64), whole func(t, length, label int, v float64),
) {
	for t := range s.N {
		for k, l := range m.Begin {
			covers := make([]float64, s.longest(t)) // by the words after the first
			for length := len(covers); length >= 1; length-- {
				v := candidate[s.at(t, length)+k]
				if v != 0 {
					word(t, l, v)
					whole(t, length, l, v)
				}
				for later := 1; later < length && v != 0; later++ {
					covers[later] += v
				}
			}
			for later, v := range covers {
				if v != 0 {
					word(t+later, m.Inside[k], v)
				}
			}
		}
	}
}

// Labels are those of the words of segments.
func (m *Marking) Labels(y []Segment) (labels []int) {
	for _, g := range y {
		labels = append(labels, m.Begin[g.Label])
		for range g.End - g.Start - 1 {
			labels = append(labels, m.Inside[g.Label])
		}
	}
	return labels
}

// Segments are those that labels mark, which Labels made.
func (m *Marking) Segments(labels []int) (y []Segment) {
	for t, l := range labels {
		if k := slices.Index(m.Begin, l); k >= 0 {
			y = append(y, Segment{t, t + 1, k})
		} else {
			y[len(y)-1].End++
		}
	}
	return y
}
