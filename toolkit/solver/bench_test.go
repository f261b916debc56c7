package solver_test

import (
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// BenchmarkFISTA is one iteration on a dense lasso of 300 × 2,000. The bound is memory: a gradient and an objective value read
// the 4.8 MB matrix three times.
func BenchmarkFISTA(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	a, y := linalg.NewDense(300, 2000, nil), make([]float64, 300)
	for i := range a.Data {
		a.Data[i] = rng.NormFloat64()
	}
	for i := range y {
		y[i] = rng.NormFloat64()
	}
	p := solver.NewProblem(a, loss.Squared{Y: y}, prox.L1{Lambda: 0.1})
	b.SetBytes(3 * 8 * 300 * 2000)
	seq := solver.FISTA{CheckEvery: 1 << 30}.Iterations(b.Context(), p, p.Reg, make([]float64, 2000))
	for st, err := range seq { // the first iteration makes the start-up costs
		if st.Iter == 1 {
			b.ResetTimer()
		}
		if err != nil {
			b.Fatal(err)
		}
		if st.Iter > b.N {
			return
		}
	}
}
