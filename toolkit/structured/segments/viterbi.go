package segments

import "math"

// Viterbi finds a best segmentation. It keeps its memory between calls and is not for concurrent use. The zero value is
// ready.
//
// Source: Sarawagi, Cohen, 2004, equation (2).
type Viterbi struct {
	begin, end []float64 // the best score up to a position, of what goes on with a label there, and of what ended with it
	before     []int     // the label that ended where one begins
	length     []int     // of the segment that ends
	back       []Segment
}

// Decode returns a best segmentation, valid until the next call, and its score; NaN where scores are none.
func (v *Viterbi) Decode(s *Scores) (y []Segment, score float64) {
	n, c := s.N, s.Labels
	v.begin, v.end = zeros(v.begin, n*c), zeros(v.end, (n+1)*c)
	v.before, v.length = make([]int, n*c), make([]int, (n+1)*c)
	for k := range v.end {
		v.end[k] = math.Inf(-1)
	}
	for t := range n {
		for l := 0; l < c && t > 0; l++ {
			best := math.Inf(-1)
			for b := range c {
				if w := v.end[t*c+b] + s.Transition[b*c+l]; w > best || w != w {
					best, v.before[t*c+l] = w, b
				}
			}
			v.begin[t*c+l] = best
		}
		for length := 1; length <= s.longest(t); length++ {
			at, to := s.at(t, length), (t+length)*c
			for l := range c {
				if w := v.begin[t*c+l] + s.Candidate[at+l]; w > v.end[to+l] || w != w { // which NaN stays
					v.end[to+l], v.length[to+l] = w, length
				}
			}
		}
	}
	if n == 0 {
		return nil, 0
	}
	last := 0
	for l, w := range v.end[n*c:] {
		if w > v.end[n*c+last] || w != w {
			last = l
		}
	}
	score = v.end[n*c+last]
	v.back = v.back[:0]
	for t, l := n, last; t > 0; {
		length := v.length[t*c+l]
		v.back = append(v.back, Segment{t - length, t, l})
		if t -= length; t > 0 {
			l = v.before[t*c+l]
		}
	}
	for i, j := 0, len(v.back)-1; i < j; i, j = i+1, j-1 {
		v.back[i], v.back[j] = v.back[j], v.back[i]
	}
	return v.back, score
}
