package structured_test

import (
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit/structured"
)

// BenchmarkViterbi decodes a chain of 8 positions and 26 labels: 7·26² = 4,732 sums and comparisons.
func BenchmarkViterbi(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	s := &structured.ChainScores{Labels: 26, Emission: make([]float64, 8*26), Transition: make([]float64, 26*26)}
	for i := range s.Emission {
		s.Emission[i] = rng.NormFloat64()
	}
	for i := range s.Transition {
		s.Transition[i] = rng.NormFloat64()
	}
	var v structured.Viterbi
	y := make([]int, 8)
	for b.Loop() {
		v.Decode(y, s)
	}
}

// BenchmarkMarginals is the forward-backward algorithm on the same chain.
func BenchmarkMarginals(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	s := &structured.ChainScores{Labels: 26, Emission: make([]float64, 8*26), Transition: make([]float64, 26*26)}
	for i := range s.Emission {
		s.Emission[i] = rng.NormFloat64()
	}
	for i := range s.Transition {
		s.Transition[i] = rng.NormFloat64()
	}
	var f structured.ForwardBackward
	var m structured.ChainMarginals
	for b.Loop() {
		f.Marginals(&m, s)
	}
}
