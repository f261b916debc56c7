package rna_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit/structured/rna"
)

// plausible are weights of the kind that is learned: pairs and stacks are good, and longer loops worse.
func plausible() []float64 {
	w := make([]float64, rna.Features)
	for k, name := range rna.Names() {
		for _, of := range []struct {
			prefix string
			weight float64
		}{{"pair", 0.4}, {"pair CG", 0.9}, {"stack", 0.3}, {"hairpin", -0.1}, {"bulge", -0.3}, {"interior", -0.15},
			{"asymmetry", -0.1}, {"end", -0.4}, {"multiple", -0.2}} {
			if strings.HasPrefix(name, of.prefix) {
				w[k] = of.weight
			}
		}
	}
	return w
}

// BenchmarkFold is the best structure of a random sequence, and BenchmarkExpected all that is expected of one.
func BenchmarkFold(b *testing.B) {
	f := rna.NewFolder(plausible())
	sizes(b, func(x rna.Sequence) { f.Fold(x) })
}

func BenchmarkExpected(b *testing.B) {
	e := rna.NewEnsemble(plausible())
	sizes(b, func(x rna.Sequence) { e.Expected(x, func(int, float64) {}) })
}

func sizes(b *testing.B, fold func(x rna.Sequence)) {
	b.Helper()
	for _, n := range []int{100, 400, 1600} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			x := randomSequence(rand.New(rand.NewPCG(1, 2)), n, 4)
			for b.Loop() {
				fold(x)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n*n*n), "ns/base³")
		})
	}
}
