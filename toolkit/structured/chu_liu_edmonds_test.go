package structured_test

import (
	"slices"
	"testing"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/structured"
)

// lehmer draws scores as the program did that made the figures below: x ← a x + c modulo 2⁶⁴, a score for every word
// and head in order.
func lehmer(n int, x uint64, ties bool) *structured.TreeScores {
	s := &structured.TreeScores{Words: n, Arc: make([]float64, n*(n+1))}
	for k := range s.Arc {
		x = 6364136223846793005*x + 1442695040888963407
		if s.Arc[k] = float64(x>>11)/(1<<53)*20 - 10; ties {
			s.Arc[k] = float64((x >> 33) % 7)
		}
	}
	return s
}

// TestArborescenceAgreesWithAnotherProgram compares with figures of the Python package ufal.chu_liu_edmonds 1.0.3.
func TestArborescenceAgreesWithAnotherProgram(t *testing.T) {
	t.Parallel()
	var d structured.Arborescence
	for _, c := range []struct {
		n     int
		seed  uint64
		ties  bool
		score float64
		heads []int // nil where there may be several
	}{
		{5, 1, false, 35.385507813746514, []int{4, 4, 0, 3, 4}},
		{10, 2, false, 85.41027819641755, []int{9, 8, 10, 0, 4, 10, 9, 6, 3, 0}},
		{10, 3, true, 55, nil},
		{25, 4, false, 228.94889076677129, []int{
			12, 1, 25, 7, 9, 25, 0, 9, 21, 6, 24, 24, 10, 4, 17, 12, 1, 11, 10, 13, 15, 16, 6, 14, 21,
		}},
		{25, 5, true, 149, nil},
		{60, 6, false, 580.5172069815841, nil},
		{120, 7, false, 1182.4444024283007, nil},
		{150, 8, true, 900, nil},
	} {
		heads := make([]int, c.n)
		score := d.Decode(heads, lehmer(c.n, c.seed, c.ties))
		if !testproblems.Near(score, c.score, 1e-14) || c.heads != nil && !slices.Equal(heads, c.heads) {
			t.Errorf("%d words: score %.17g and heads %v, the other program has %.17g", c.n, score, heads, c.score)
		}
	}
}
