package structured

import (
	"fmt"
	"math"
	"math/bits"
)

// MostEnumerated is the most labels of which LabelEnumeration goes through all sets.
const MostEnumerated = 24

// mostLow is the most labels of the inner part of an enumeration: its tables stay near the processor.
const mostLow = 10

// LabelEnumeration goes through all 2^L sets of L ≤ MostEnumerated labels. Labels are divided into high and low ones:
// for every set h of high labels the scores of all sets of low ones are a table that doubles with each label,
//
//	S[l + 2^j] = S[l] + u_j + Σ_{a ∈ h} w_aj,
//
// to which the pairs of low labels add the same table every time: three operations a set. Of sets with equal scores it
// prefers the first, in the order of binary numbers. The zero value is ready; it keeps its memory between calls and is
// not for concurrent use.
type LabelEnumeration struct {
	low    int // labels 0, …, low − 1
	pairs  []float64
	table  []float64
	sum    []float64 // over the sets of high labels: the weight of a set of low ones
	single []float64 // of the marginals
}

// begin makes the table of the pairs of low labels.
func (e *LabelEnumeration) begin(s *LabelScores) {
	if s.Labels > MostEnumerated {
		panic(fmt.Sprintf("structured: %d labels have too many sets to go through: at most %d; RoofDuality takes more",
			s.Labels, MostEnumerated))
	}
	e.low = min(mostLow, s.Labels)
	e.pairs, e.table, e.sum = zeros(e.pairs, 1<<e.low), zeros(e.table, 1<<e.low), zeros(e.sum, 1<<e.low)
	for j := range e.low {
		for l := range 1 << j {
			v := e.pairs[l]
			for rest := l; rest != 0; rest &= rest - 1 {
				v += s.Pair[PairRow(s.Labels, bits.TrailingZeros(uint(rest)), j)]
			}
			e.pairs[1<<j+l] = v
		}
	}
}

// fill writes the scores of all sets that have the high labels h and no others of these to the table.
func (e *LabelEnumeration) fill(s *LabelScores, h int) []float64 {
	base := 0.
	for rest := h; rest != 0; rest &= rest - 1 {
		a := e.low + bits.TrailingZeros(uint(rest))
		base += s.Single[a]
		for others := rest & (rest - 1); others != 0; others &= others - 1 {
			base += s.Pair[PairRow(s.Labels, a, e.low+bits.TrailingZeros(uint(others)))]
		}
	}
	e.table[0] = base
	for j := range e.low {
		field := s.Single[j]
		for rest := h; rest != 0; rest &= rest - 1 {
			field += s.Pair[PairRow(s.Labels, j, e.low+bits.TrailingZeros(uint(rest)))]
		}
		from, to := e.table[:1<<j], e.table[1<<j:2<<j]
		for l, v := range from {
			to[l] = v + field
		}
	}
	for l, v := range e.pairs {
		e.table[l] += v
	}
	return e.table
}

// Decode writes a best set to y and returns its score.
func (e *LabelEnumeration) Decode(y []float64, s *LabelScores) float64 {
	s.check(y)
	if !s.finite() {
		return math.NaN()
	}
	e.begin(s)
	best, set := math.Inf(-1), 0
	for h := range 1 << (s.Labels - e.low) {
		for l, v := range e.fill(s, h) {
			if v > best {
				best, set = v, h<<e.low|l
			}
		}
	}
	for l := range y {
		y[l] = float64(set >> l & 1)
	}
	return s.Of(y)
}

// LabelMarginals are the probabilities of labels, and of pairs of them, under p(y) ∝ exp(score(y)).
type LabelMarginals struct {
	Single, Pair []float64
}

// forgotten is the logarithm below which a weight beside the largest is left out: 2²⁴ of them are below 1e-14.
const forgotten = -50

// Marginals writes the marginals to m and returns the log-partition log Σ_y exp(score(y)); where that is no number they
// are NaN.
func (e *LabelEnumeration) Marginals(m *LabelMarginals, s *LabelScores) float64 {
	e.single = zeros(e.single, s.Labels)
	m.Single, m.Pair = zeros(m.Single, s.Labels), zeros(m.Pair, Pairs(s.Labels))
	top := e.Decode(e.single, s)
	if top != top {
		for _, v := range [][]float64{m.Single, m.Pair} {
			for k := range v {
				v[k] = top
			}
		}
		return top
	}
	for h := range 1 << (s.Labels - e.low) {
		weights := e.fill(s, h)
		for l, v := range weights {
			w := 0.
			if v -= top; v > forgotten {
				w = math.Exp(v)
			}
			weights[l] = w
			e.sum[l] += w
		}
		e.high(m, s, h)
	}
	z := 0.
	for l, w := range e.sum {
		if z += w; w != 0 {
			e.lowPairs(m, s, l, w)
		}
	}
	for _, v := range [][]float64{m.Single, m.Pair} {
		for k := range v {
			v[k] /= z
		}
	}
	return top + math.Log(z)
}

// high adds the weights of the sets with the high labels h to the marginals of these, alone, with each other and with
// low ones. It uses up the table.
func (e *LabelEnumeration) high(m *LabelMarginals, s *LabelScores, h int) {
	if h == 0 {
		return
	}
	of := e.single[:e.low]
	for j := e.low - 1; j >= 0; j-- { // the sum of the upper half, which then is added to the lower one
		of[j] = 0
		lower, upper := e.table[:1<<j], e.table[1<<j:2<<j]
		for l, v := range upper {
			of[j] += v
			lower[l] += v
		}
	}
	all := e.table[0]
	for rest := h; rest != 0; rest &= rest - 1 {
		a := e.low + bits.TrailingZeros(uint(rest))
		m.Single[a] += all
		for others := rest & (rest - 1); others != 0; others &= others - 1 {
			m.Pair[PairRow(s.Labels, a, e.low+bits.TrailingZeros(uint(others)))] += all
		}
		for j, w := range of {
			m.Pair[PairRow(s.Labels, j, a)] += w
		}
	}
}

// lowPairs adds the weight of a set of low labels to their marginals.
func (e *LabelEnumeration) lowPairs(m *LabelMarginals, s *LabelScores, l int, w float64) {
	for rest := l; rest != 0; rest &= rest - 1 {
		a := bits.TrailingZeros(uint(rest))
		m.Single[a] += w
		for others := rest & (rest - 1); others != 0; others &= others - 1 {
			m.Pair[PairRow(s.Labels, a, bits.TrailingZeros(uint(others)))] += w
		}
	}
}
