package rna

// LogPartition is log Z.
func (e *Ensemble) LogPartition(x Sequence) float64 {
	if z, ok := e.sum(x); ok {
		return z
	}
	return e.logPartition(x)
}

// sum is log Z by scaled sums; ok tells whether all were in range. The first scale is that of small weights, the second one
// comes from the structure of the highest score.
func (e *Ensemble) sum(x Sequence) (z float64, ok bool) {
	const choices = 0.5 // log Z is above the best score by about so much a base
	z = e.scaled.logPartition(&e.s, x, choices)
	if !isFinite(z) {
		_, best := NewFolder(e.weights).Fold(x)
		z = e.scaled.logPartition(&e.s, x, best/float64(len(x))+choices)
	}
	return z, isFinite(z)
}

func isFinite(v float64) bool { return v-v == 0 }

// Expected returns log Z and calls add for the features of the sequence with how often each is expected, Σ_y p(y) φ(y);
// a feature may come several times.
func (e *Ensemble) Expected(x Sequence, add func(feature int, count float64)) (logPartition float64) {
	z, ok := e.sum(x)
	if ok {
		e.scaled.expect()
		ok = e.scaled.finite()
	}
	if ok {
		e.scaled.mass.spread(add)
		return z
	}
	return e.expected(x, add)
}

// expected is Expected by logarithms.
func (e *Ensemble) expected(x Sequence, add func(feature int, count float64)) (logPartition float64) {
	logPartition = e.logPartition(x)
	e.expect()
	e.mass.spread(add)
	return logPartition
}

// Pairs returns the probabilities of pairs, n×n row by row, symmetric.
func (e *Ensemble) Pairs(x Sequence) []float64 {
	if _, ok := e.sum(x); ok {
		e.scaled.expect()
		if e.scaled.finite() {
			return bothWays(len(x), e.scaled.pair)
		}
	}
	return e.pairs(x)
}

// pairs is Pairs by logarithms.
func (e *Ensemble) pairs(x Sequence) []float64 {
	e.logPartition(x)
	e.expect()
	return bothWays(e.n, func(at int) float64 { return e.pc[at] })
}

// bothWays is the symmetric matrix of what p has above the diagonal.
func bothWays(n int, p func(at int) float64) []float64 {
	out := make([]float64, n*n)
	for i := range n {
		for j := i + 1; j < n; j++ {
			v := p(i*n + j)
			out[i*n+j], out[j*n+i] = v, v
		}
	}
	return out
}
