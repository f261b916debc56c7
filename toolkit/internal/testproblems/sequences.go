package testproblems

import (
	"math/rand/v2"

	"github.com/proxlab/proxlab/toolkit/structured"
)

// SmallSequences are 3 sequences of 4 letters in all, with 3 labels.
func SmallSequences() *structured.Sequences {
	return &structured.Sequences{Start: []int{0, 2, 3, 4}, Y: []int{0, 2, 1, 1}, Labels: 3}
}

// RandomSequences are sequences of 4 letters each with random labels.
func RandomSequences(rng *rand.Rand, sequences, labels int) *structured.Sequences {
	s := &structured.Sequences{Start: []int{0}, Labels: labels}
	for range sequences {
		s.Start = append(s.Start, len(s.Y)+4)
		s.Y = append(s.Y, Labels(rng, 4, labels)...)
	}
	return s
}

// EachLabelling calls f with all cⁿ labellings of n letters.
func EachLabelling(n, c int, f func(y []int)) {
	y := make([]int, n)
	for {
		f(y)
		t := 0
		for ; t < n; t++ {
			if y[t]++; y[t] < c {
				break
			}
			y[t] = 0
		}
		if t == n {
			return
		}
	}
}
