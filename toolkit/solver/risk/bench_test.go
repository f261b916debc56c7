package risk_test

import (
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/risk"
	"github.com/proxlab/proxlab/toolkit/structured"
)

// BenchmarkChains takes ten passes, or ten steps, over 200 chains of 4 letters with 26 labels and 64 features.
func BenchmarkChains(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	c := chains{data: testproblems.RandomSequences(rng, 200, 26)}
	c.x = linalg.NewDense(len(c.data.Y), 64, testproblems.Normal(rng, 64*len(c.data.Y), 0.2))
	m := c.model("")
	for name, seq := range map[string]solver.Seq[*risk.State]{
		"frank-wolfe": risk.BlockFrankWolfe{Mu: 0.01, Every: 10, Params: m}.
			Iterations(b.Context(), &structured.Hinge{Data: c.data}),
		"pairwise": risk.BlockFrankWolfe{Mu: 0.01, Every: 10, Pairwise: true, Params: m}.
			Iterations(b.Context(), &structured.Hinge{Data: c.data}),
		"l-bfgs": risk.LBFGS{Mu: 0.01, Params: m}.Iterations(b.Context(), &structured.CRF{Data: c.data}),
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := solver.Run(seq, solver.MaxIter(10)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
