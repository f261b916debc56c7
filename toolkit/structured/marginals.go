package structured

import "math"

// ChainMarginals are the probabilities of the parts of a chain under p(y) ∝ exp(score(y)): Emission[t*c+y] of label y at
// position t, and Transition[a*c+b] the expected number of steps from label a to label b.
type ChainMarginals struct {
	Emission   []float64
	Transition []float64
}

// ForwardBackward computes log-partitions and marginals of chains of n positions and c labels in O(n c²), with scores of any
// size: every sum of exponentials is taken relative to its largest term. The zero value is ready; it keeps its memory
// between calls and is not for concurrent use.
//
// Source: Lafferty, McCallum, Pereira, Conditional Random Fields, ICML 2001.
type ForwardBackward struct {
	forward, backward []float64 // log-sums over the chain up to and from each position
	terms             []float64
}

// LogPartition is log Σ_y exp(score(y)); 0 for an empty chain. It fills what Marginals needs.
func (f *ForwardBackward) LogPartition(s *ChainScores) float64 {
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
			now[b] += logSumExp(f.terms)
		}
	}
	return logSumExp(f.forward[(n-1)*c:])
}

// Marginals writes the marginals to m and returns the log-partition.
func (f *ForwardBackward) Marginals(m *ChainMarginals, s *ChainScores) float64 {
	n, c := s.Len(), s.Labels
	log := f.LogPartition(s)
	f.backward = zeros(f.backward, n*c)
	for t := n - 2; t >= 0; t-- {
		after, now := f.backward[(t+1)*c:(t+2)*c], f.backward[t*c:(t+1)*c]
		for a := range now {
			for b, v := range after {
				f.terms[b] = v + s.Emission[(t+1)*c+b] + s.Transition[a*c+b]
			}
			now[a] = logSumExp(f.terms)
		}
	}
	m.Emission, m.Transition = zeros(m.Emission, n*c), zeros(m.Transition, c*c)
	for i := range m.Emission {
		m.Emission[i] = math.Exp(f.forward[i] + f.backward[i] - log)
	}
	for t := 1; t < n; t++ {
		for a := range c {
			reach := f.forward[(t-1)*c+a] - log
			for b := range c {
				m.Transition[a*c+b] += math.Exp(reach + s.Transition[a*c+b] + s.Emission[t*c+b] + f.backward[t*c+b])
			}
		}
	}
	return log
}

// logSumExp is log Σ_i exp(x_i).
func logSumExp(x []float64) float64 {
	top := math.Inf(-1)
	for _, v := range x {
		if v > top || v != v {
			top = v
		}
	}
	if math.IsInf(top, 0) || top != top {
		return top
	}
	var sum float64
	for _, v := range x {
		sum += math.Exp(v - top)
	}
	return top + math.Log(sum)
}
