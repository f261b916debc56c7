// Package second holds chains of second order: a label depends on the two before it,
//
//	S(y) = Σ_t θ(t, y_t) + Σ_{t≥1} θ'(y_{t−1}, y_t) + Σ_{t≥2} θ''(y_{t−2}, y_{t−1}, y_t).
//
// The best labelling and all marginals are exact, in O(n c³) for n positions and c labels. Loss is an oracle for every
// method of package solver.
//
// Source: Thede, Harper, A Second-Order Hidden Markov Model for Part-of-Speech Tagging, ACL 1999, section 3, for the
// recursions; Lafferty, McCallum, Pereira, Conditional Random Fields, ICML 2001.
package second

import "math"

// Rows are how many rows the weights of transitions have: those of the label before, and behind them those of the two
// before, a·c + b for a and then b.
func Rows(labels int) int { return labels + labels*labels }

// Moved are the weights of transitions among c labels, up to an order, as those among others: which of the c each is,
// −1 for none.
func Moved(w []float64, c int, label []int, order int) (out []float64) {
	move := func(row int, known bool) {
		for _, y := range label {
			v := 0.
			if known && y >= 0 {
				v = w[row*c+y]
			}
			out = append(out, v)
		}
	}
	for _, b := range label {
		move(b, b >= 0)
	}
	for _, a := range label {
		for _, b := range label {
			if order == 2 {
				move(c+a*c+b, a >= 0 && b >= 0)
			}
		}
	}
	return out
}

// Scores are those of one sequence: Emission[t·c + y], and Transition[row·c + y] of the rows of Rows.
type Scores struct {
	Labels     int
	Emission   []float64
	Transition []float64
}

// Len is the number of positions.
func (s *Scores) Len() int { return len(s.Emission) / s.Labels }

// Height is how many rows the weights of transitions up to an order have, and Order what such a height says.
func Height(labels, order int) int {
	if order == 2 {
		return Rows(labels)
	}
	return labels
}

// Order is 2 where there are more rows than labels, and else 1.
func Order(rows, labels int) int {
	if rows > labels {
		return 2
	}
	return 1
}

// Each calls back with every transition of a labelling up to an order: its place among all.
func Each(y []int, c, order int, do func(at int)) {
	for t := 1; t < len(y); t++ {
		do(y[t-1]*c + y[t])
		if t > 1 && order == 2 {
			do((c+y[t-2]*c+y[t-1])*c + y[t])
		}
	}
}

// Of is the score of a labelling.
func (s *Scores) Of(y []int) (sum float64) {
	for t, l := range y {
		sum += s.Emission[t*s.Labels+l]
	}
	Each(y, s.Labels, 2, func(at int) { sum += s.Transition[at] })
	return sum
}

// three are the weights of the labels after a and then b.
func (s *Scores) three(a, b int) []float64 {
	c := s.Labels
	return s.Transition[(c+a*c+b)*c:][:c]
}

func zeros(x []float64, n int) []float64 {
	if cap(x) < n {
		return make([]float64, n)
	}
	x = x[:n]
	clear(x)
	return x
}

// Viterbi finds a best labelling. It keeps its memory between calls and is not for concurrent use. The zero value is
// ready.
type Viterbi struct {
	best, next []float64 // of b and y, the last two labels
	back       []int     // of each position: the label before those
	y          []int
}

// Decode returns a best labelling, valid until the next call, and its score.
func (v *Viterbi) Decode(s *Scores) (y []int, score float64) {
	n, c := s.Len(), s.Labels
	v.y = append(v.y[:0], make([]int, n)...)
	if n == 0 {
		return v.y, 0
	}
	if n == 1 {
		at, most := highest(s.Emission)
		v.y[0] = at
		return v.y, most
	}
	v.best, v.next = zeros(v.best, c*c), zeros(v.next, c*c)
	v.back = append(v.back[:0], make([]int, n*c*c)...)
	for k := range v.best {
		v.best[k] = s.Emission[k/c] + s.Emission[c+k%c] + s.Transition[k]
	}
	for t := 2; t < n; t++ {
		v.extend(t, s)
	}
	last, most := highest(v.best)
	v.y[n-2], v.y[n-1] = last/c, last%c
	for t := n - 1; t > 1; t-- {
		v.y[t-2] = v.back[(t*c+v.y[t-1])*c+v.y[t]]
	}
	return v.y, most
}

// extend goes on to position t.
func (v *Viterbi) extend(t int, s *Scores) {
	c := s.Labels
	for k := range v.next {
		v.next[k] = math.Inf(-1)
	}
	for a := range c {
		for b := range c {
			before, next, back := v.best[a*c+b], v.next[b*c:(b+1)*c], v.back[(t*c+b)*c:(t*c+b+1)*c]
			for y, w := range s.three(a, b) {
				if u := before + w; u > next[y] || u != u { // which NaN stays
					next[y], back[y] = u, a
				}
			}
		}
	}
	for k := range v.next {
		v.next[k] += s.Transition[k] + s.Emission[t*c+k%c]
	}
	v.best, v.next = v.next, v.best
}

func highest(v []float64) (at int, most float64) {
	most = math.Inf(-1)
	for k, u := range v {
		if u > most || u != u {
			at, most = k, u
		}
	}
	return at, most
}
