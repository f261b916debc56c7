package structured

import (
	"math"

	"github.com/proxlab/proxlab/toolkit/structured/internal/logs"
)

// logChain is the forward-backward algorithm on logarithms: for scores of any size.
type logChain struct {
	forward, backward []float64 // log-sums over the chain up to and from each position
	terms             []float64
}

// forwards fills forward and returns the log-partition.
func (f *logChain) forwards(s *ChainScores) float64 {
	n, c := s.Len(), s.Labels
	f.forward = append(f.forward[:0], s.Emission...)
	f.terms = zeros(f.terms, c)
	if n == 0 {
		return 0
	}
	for t := 1; t < n; t++ {
		before, now := f.forward[(t-1)*c:t*c], f.forward[t*c:(t+1)*c]
		for b := range now {
			for a, v := range before {
				f.terms[a] = v + s.Transition[a*c+b]
			}
			now[b] += logs.Sum(f.terms)
		}
	}
	return logs.Sum(f.forward[(n-1)*c:])
}

// backwards fills m, which is zero, after forwards has returned log.
func (f *logChain) backwards(m *ChainMarginals, s *ChainScores, log float64) {
	n, c := s.Len(), s.Labels
	f.backward = zeros(f.backward, n*c)
	for t := n - 2; t >= 0; t-- {
		after, now := f.backward[(t+1)*c:(t+2)*c], f.backward[t*c:(t+1)*c]
		for a := range now {
			for b, v := range after {
				f.terms[b] = v + s.Emission[(t+1)*c+b] + s.Transition[a*c+b]
			}
			now[a] = logs.Sum(f.terms)
		}
	}
	for i := range m.Emission {
		m.Emission[i] = math.Exp(f.forward[i] + f.backward[i] - log)
	}
	for t := 1; t < n; t++ {
		for a := range c {
			before := f.forward[(t-1)*c+a] - log
			for b := range c {
				m.Transition[a*c+b] += math.Exp(before + s.Transition[a*c+b] + s.Emission[t*c+b] + f.backward[t*c+b])
			}
		}
	}
}
