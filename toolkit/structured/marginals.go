package structured

// ChainMarginals are the probabilities of the parts of a chain under p(y) ∝ exp(score(y)): Emission[t*c+y] of label y
// at position t, and Transition[a*c+b] the expected number of steps from label a to label b.
type ChainMarginals struct {
	Emission   []float64
	Transition []float64
}

// ForwardBackward computes log-partitions and marginals of chains of n positions and c labels in O(n c²), with scores
// of any size. Where transitions differ by no more than maxSpread, their exponentials are taken once for the chain, and
// those of the emissions once for each position; elsewhere every sum of exponentials is taken relative to its largest
// term. The zero value is ready; it keeps its memory between calls and is not for concurrent use.
//
// Source: Lafferty, McCallum, Pereira, Conditional Random Fields, ICML 2001; with scaling as in Rabiner, A Tutorial
// on Hidden Markov Models, Proc. IEEE 1989, section V.A.
type ForwardBackward struct {
	scaled  scaledChain
	general logChain
}

// LogPartition is log Σ_y exp(score(y)); 0 for an empty chain.
func (f *ForwardBackward) LogPartition(s *ChainScores) float64 {
	s.check()
	if f.scaled.fits(s) {
		return f.scaled.forwards(s)
	}
	return f.general.forwards(s)
}

// Marginals writes the marginals to m and returns the log-partition.
func (f *ForwardBackward) Marginals(m *ChainMarginals, s *ChainScores) float64 {
	s.check()
	n, c := s.Len(), s.Labels
	m.Emission, m.Transition = zeros(m.Emission, n*c), zeros(m.Transition, c*c)
	if f.scaled.fits(s) {
		log := f.scaled.forwards(s)
		f.scaled.backwards(m, s)
		return log
	}
	log := f.general.forwards(s)
	f.general.backwards(m, s, log)
	return log
}
