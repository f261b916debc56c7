package proxsvm

import (
	"testing"

	"github.com/proxlab/proxlab/datasets/array"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/solver/online"
)

// onA9a returns a9a where it is at hand, and the synthetic set elsewhere.
func onA9a(b *testing.B) *array.Examples {
	d, err := Load(b.Context(), "a9a")
	if err != nil {
		b.Fatal(err)
	}
	b.Logf("%s: %d examples, %d nonzeros", d.Source, d.Train.X.R, d.Train.X.NNZ())
	return d.Train
}

func perNonzero(b *testing.B, e *array.Examples) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(e.X.NNZ()), "ns/nonzero")
}

// BenchmarkPass is a pass of each method over a9a at λ = 1e-4.
func BenchmarkPass(b *testing.B) {
	e := onA9a(b)
	for _, m := range allMethods {
		b.Run(m, func(b *testing.B) {
			model := params.NewModel([]params.Block{params.NewExplicit(0, e.X, 1)})
			n := 0
			game := online.Game{Lambda: 1e-4, Seed: 1}
			for _, err := range play(b.Context(), m, game, gradientBound(e.X, 1e-4), oracle(e), model) {
				if err != nil {
					b.Fatal(err)
				}
				if n++; n == 20 {
					b.ResetTimer()
				}
				if n >= 20+b.N {
					break
				}
			}
			perNonzero(b, e)
		})
	}
}

// BenchmarkObjective evaluates the objective on a9a, at another point each time: that of the same is known.
func BenchmarkObjective(b *testing.B) {
	e := onA9a(b)
	p, w := problem(e, 1e-4), make([]float64, e.X.C)
	for j := range w {
		w[j] = float64(j%7) - 3
	}
	for b.Loop() {
		w[0]++
		p.Objective(w)
	}
	perNonzero(b, e)
}
