package structured_test

import (
	"fmt"
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

// BenchmarkLabels decodes sets of labels: all 2^14 and 2^20 sets, and the relaxation.
func BenchmarkLabels(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, labels := range []int{14, 20} {
		s := randomLabelScores(rng, labels, 0.5)
		y := make([]float64, labels)
		var e structured.LabelEnumeration
		var m structured.LabelMarginals
		b.Run(fmt.Sprintf("best of %d", labels), func(b *testing.B) {
			for b.Loop() {
				e.Decode(y, s)
			}
		})
		b.Run(fmt.Sprintf("marginals of %d", labels), func(b *testing.B) {
			for b.Loop() {
				e.Marginals(&m, s)
			}
		})
	}
	for _, labels := range []int{20, 100} {
		s := randomLabelScores(rng, labels, 0.5)
		y := make([]float64, labels)
		var r structured.RoofDuality
		b.Run(fmt.Sprintf("relaxed, %d", labels), func(b *testing.B) {
			for b.Loop() {
				r.Decode(y, s)
			}
		})
	}
}
