package second

import (
	"math"

	"github.com/proxlab/proxlab/toolkit/structured/internal/logs"
)

// Marginals are the probabilities of labels, and the expected numbers of transitions, as Scores have them.
type Marginals struct{ Emission, Transition []float64 }

// ForwardBackward sums over all labellings, in logarithms: those of sums over the labels before, and after, the last
// two. It keeps its memory between calls and is not for concurrent use. The zero value is ready.
type ForwardBackward struct {
	forward, backward []float64 // of each position from 1 on: of b and y
	ratio             []float64 // exp θ''(a, b, y) over the largest
	shift             float64
	weights, terms    []float64
}

// Marginals writes marginals to m and returns log Z = log Σ_y exp S(y).
func (f *ForwardBackward) Marginals(m *Marginals, s *Scores) (logZ float64) {
	n, c := s.Len(), s.Labels
	m.Emission, m.Transition = zeros(m.Emission, n*c), zeros(m.Transition, Rows(c)*c)
	if n < 2 {
		if n == 1 {
			logZ = logs.Sum(s.Emission)
			for y, v := range s.Emission {
				m.Emission[y] = math.Exp(v - logZ)
			}
		}
		return logZ
	}
	f.begin(s)
	f.pass(s)
	logZ = logs.Sum(f.forward[(n-1)*c*c:])
	for t := 1; t < n; t++ {
		for k := range c * c {
			p := math.Exp(f.forward[t*c*c+k] + f.backward[t*c*c+k] - logZ)
			m.Transition[k] += p
			if m.Emission[t*c+k%c] += p; t == 1 {
				m.Emission[k/c] += p
			}
		}
	}
	for t := 2; t < n; t++ {
		f.expect(m, s, t, logZ)
	}
	return logZ
}

// begin takes exponentials of the scores of three labels.
func (f *ForwardBackward) begin(s *Scores) {
	n, c := s.Len(), s.Labels
	f.forward, f.backward = zeros(f.forward, n*c*c), zeros(f.backward, n*c*c)
	f.weights, f.terms = zeros(f.weights, c), zeros(f.terms, c)
	three := s.Transition[c*c:]
	_, f.shift = highest(three)
	f.ratio = zeros(f.ratio, len(three))
	for k, v := range three {
		f.ratio[k] = math.Exp(v - f.shift)
	}
	for k := range c * c {
		f.forward[c*c+k] = s.Emission[k/c] + s.Emission[c+k%c] + s.Transition[k]
	}
}

// pass fills forward and backward.
func (f *ForwardBackward) pass(s *Scores) {
	n, c := s.Len(), s.Labels
	for t := 2; t < n; t++ {
		for b := range c {
			most := f.before(t, b, c)
			for y := range c {
				k := b*c + y
				f.forward[t*c*c+k] = s.Emission[t*c+y] + s.Transition[k] + f.sum(s, most, c, b*c+y, c*c)
			}
		}
	}
	for t := n - 2; t > 0; t-- {
		for b := range c {
			most := f.after(s, t+1, b)
			for a := range c {
				f.backward[t*c*c+a*c+b] = f.sum(s, most, c, (a*c+b)*c, 1)
			}
		}
	}
}

// before fills terms with the forward sums of a and b up to the position before t, and weights with their exponentials
// over the largest, which is returned.
func (f *ForwardBackward) before(t, b, c int) float64 {
	for a := range c {
		f.terms[a] = f.forward[(t-1)*c*c+a*c+b]
	}
	return f.weigh()
}

// after does so with what follows b at t: the scores of its label y and the backward sums of b and y.
func (f *ForwardBackward) after(s *Scores, t, b int) float64 {
	c := s.Labels
	for y := range c {
		f.terms[y] = s.Transition[b*c+y] + s.Emission[t*c+y] + f.backward[t*c*c+b*c+y]
	}
	return f.weigh()
}

func (f *ForwardBackward) weigh() float64 {
	_, most := highest(f.terms)
	for k, v := range f.terms {
		f.weights[k] = math.Exp(v - most)
	}
	return most
}

// sum is log Σ_k exp(terms_k + θ”_k), of every step-th of the scores of three from a place on.
func (f *ForwardBackward) sum(s *Scores, most float64, c, from, step int) float64 {
	sum := 0.
	for k, w := range f.weights {
		sum += w * f.ratio[from+k*step]
	}
	if sum > 1e-200 {
		return most + f.shift + math.Log(sum)
	}
	all := make([]float64, c) // exponentials that were too small, or are no numbers
	for k, v := range f.terms {
		all[k] = v + s.Transition[c*c+from+k*step]
	}
	return logs.Sum(all)
}

// expect adds the expected numbers of three labels that end at t.
func (f *ForwardBackward) expect(m *Marginals, s *Scores, t int, logZ float64) {
	const large = 300 // exponents
	c := s.Labels
	to := m.Transition[c*c:]
	for b := range c {
		most := f.before(t, b, c)
		for y := range c {
			rest := s.Transition[b*c+y] + s.Emission[t*c+y] + f.backward[t*c*c+b*c+y] - logZ
			all := rest + most + f.shift
			share := math.Exp(all)
			for a, w := range f.weights {
				at := (a*c+b)*c + y
				if all < large {
					to[at] += w * f.ratio[at] * share
				} else {
					to[at] += math.Exp(f.terms[a] + s.Transition[c*c+at] + rest)
				}
			}
		}
	}
}
