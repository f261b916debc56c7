package lowrank_test

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/lowrank"
)

// Three outputs of eight features share two directions. The trace norm finds them: a solution of rank 2, with its
// certificate.
func ExampleFactoredDescent() {
	rng := rand.New(rand.NewPCG(1, 2))
	const n, d, k = 200, 8, 3
	x, y := linalg.NewDense(n, d, nil), make([]float64, n*k)
	for i := range n {
		for j := range d {
			x.Data[i*d+j] = rng.NormFloat64()
		}
		a, b := x.At(i, 0)+x.At(i, 1), x.At(i, 2)-x.At(i, 3)
		for c, f := range []float64{2 * a, a + b, 2 * b} {
			y[i*k+c] = f + 0.1*rng.NormFloat64()
		}
	}
	p := solver.NewProblem(x, loss.SquaredOutputs{Y: y, K: k}, prox.TraceNorm{Lambda: 0.1, Rows: d, Cols: k})
	for st, err := range (lowrank.FactoredDescent{}).Iterations(context.Background(), p) {
		if err != nil || st.Gap < 1e-6*st.Objective {
			fmt.Printf("rank %d, gap below 1e-6: %v\n", st.Rank, err == nil)
			break
		}
	}
	// Output:
	// rank 2, gap below 1e-6: true
}
