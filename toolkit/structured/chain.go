// Package structured holds structured prediction: how outputs, label sequences and dependency trees, fall into parts,
// which output has the highest score, and the losses that learn the scores of the parts. Scores may come from any
// toolkit.Params, explicit, hashed or kernel.
package structured

import (
	"fmt"
	"math"
)

// ChainScores are the part scores of one chain of n letters over c labels: Emission[t*c+y] for label y at position t
// and Transition[a*c+b] for label b right after label a. A chain's score is the sum over its positions and steps.
// What takes scores panics where their numbers are not n·c and c².
type ChainScores struct {
	Labels     int
	Emission   []float64
	Transition []float64
}

// Len is the number of positions.
func (s *ChainScores) Len() int { return len(s.Emission) / s.Labels }

// Of is the score of the labelling y.
func (s *ChainScores) Of(y []int) float64 {
	s.labelling(y)
	return s.of(y)
}

func (s *ChainScores) of(y []int) float64 {
	var sum float64
	for t, c := range y {
		sum += s.Emission[t*s.Labels+c]
		if t > 0 {
			sum += s.Transition[y[t-1]*s.Labels+c]
		}
	}
	return sum
}

// AddHamming adds the Hamming cost to the emissions: 1 for every label but the true one. The best labelling then is the
// loss-augmented one, argmax_y' score(y') + Σ_t [y'_t ≠ y_t].
func (s *ChainScores) AddHamming(y []int) {
	s.labelling(y)
	for t, c := range y {
		row := s.Emission[t*s.Labels : (t+1)*s.Labels]
		for k := range row {
			row[k]++
		}
		row[c]--
	}
}

// ChainDecoder finds a labelling of highest score, writes it to y and returns the score.
type ChainDecoder interface {
	Decode(y []int, s *ChainScores) float64
}

// Viterbi decodes a chain of n positions and c labels in O(n c²) by dynamic programming. Of labellings with equal
// scores it prefers low labels, from the end of the chain backwards. The zero value is ready; it keeps its memory
// between calls and is not for concurrent use.
type Viterbi struct {
	best []float64
	back []int
}

// Decode writes a best labelling to y and returns its score; an empty chain scores 0.
func (v *Viterbi) Decode(y []int, s *ChainScores) float64 {
	s.check()
	n, c := s.Len(), s.Labels
	if len(y) != n {
		panic(fmt.Sprintf("structured: one label is needed for each position: room for %d, %d positions", len(y), n))
	}
	if n == 0 {
		return 0
	}
	v.best = append(v.best[:0], s.Emission...)
	v.back = append(v.back[:0], make([]int, n*c)...)
	for t := 1; t < n; t++ {
		v.extend(t, s)
	}
	score, last := math.Inf(-1), 0
	for k, b := range v.best[(n-1)*c:] {
		if b > score {
			score, last = b, k
		}
	}
	for t := n - 1; ; t-- {
		y[t] = last
		if t == 0 {
			return score
		}
		last = v.back[t*c+last]
	}
}

// extend adds to each label's emission at t the best score of a chain that ends before it.
func (v *Viterbi) extend(t int, s *ChainScores) {
	c := s.Labels
	before, now, back := v.best[(t-1)*c:t*c], v.best[t*c:(t+1)*c], v.back[t*c:(t+1)*c]
	var buffer [64]float64
	top := buffer[:0]
	for range c {
		top = append(top, math.Inf(-1))
	}
	for a, score := range before {
		for b, w := range s.Transition[a*c : (a+1)*c] {
			if u := score + w; u > top[b] {
				top[b], back[b] = u, a
			}
		}
	}
	for b, u := range top {
		now[b] += u
	}
}

// Exhaustive decodes a chain by trying all cⁿ labellings: the reference for tests.
type Exhaustive struct{}

// Decode writes a best labelling to y and returns its score.
func (Exhaustive) Decode(y []int, s *ChainScores) float64 {
	if len(y) == 0 {
		return 0
	}
	try := make([]int, len(y))
	s.labelling(try)
	best := math.Inf(-1)
	for {
		if v := s.of(try); v > best {
			best = v
			copy(y, try)
		}
		t := 0
		for ; t < len(try); t++ {
			if try[t]++; try[t] < s.Labels {
				break
			}
			try[t] = 0
		}
		if t == len(try) {
			return best
		}
	}
}
