package structured_test

import (
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/structured"
)

// sentence has normal scores for the arcs among 25 words.
func sentence(seed uint64, single bool) *structured.TreeScores {
	const n = 25
	arc := testproblems.Normal(rand.New(rand.NewPCG(seed, 2)), n*(n+1), 1)
	return &structured.TreeScores{Words: n, SingleRoot: single, Arc: arc}
}

// BenchmarkArborescence decodes one sentence of 64 after another: with a single one the processor would soon foresee
// every jump.
func BenchmarkArborescence(b *testing.B) {
	for name, single := range map[string]bool{"several roots": false, "single root": true} {
		b.Run(name, func(b *testing.B) {
			var s [64]*structured.TreeScores
			for i := range s {
				s[i] = sentence(uint64(i), single)
			}
			heads := make([]int, 25)
			var d structured.Arborescence
			for i := 0; b.Loop(); i++ {
				d.Decode(heads, s[i%len(s)])
			}
		})
	}
}

func BenchmarkEisner(b *testing.B) {
	s, heads := sentence(1, true), make([]int, 25)
	var d structured.Eisner
	for b.Loop() {
		d.Decode(heads, s)
	}
}

func BenchmarkTreeMarginals(b *testing.B) {
	for name, scale := range map[string]float64{"plain": 1, "logarithms": 500} {
		b.Run(name, func(b *testing.B) {
			s := sentence(1, true)
			for k := range s.Arc {
				s.Arc[k] *= scale
			}
			dst := make([]float64, len(s.Arc))
			var m structured.MatrixTree
			for b.Loop() {
				m.Marginals(dst, s)
			}
		})
	}
}
