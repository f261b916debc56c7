package atoms_test

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/atoms"
)

// positive is a gauge of one's own: its atoms are e_j e_lᵀ without signs, so that W ≥ 0 and Ω(W) is the sum of its entries.
type positive struct{}

// LMO is the largest entry. That of no atom is below 0: then none comes in, at a promise of 0.
func (positive) LMO(u, v, g []float64) float64 {
	at := floats.MaxIdx(g)
	clear(u)
	clear(v)
	u[at/len(v)], v[at%len(v)] = 1, 1
	return math.Max(0, g[at])
}

// Atoms of one's own work like any: here a nonnegative lasso.
func ExampleDescent() {
	x := linalg.NewDense(3, 2, []float64{1, 0, 0, 1, 1, 1})
	l := loss.SquaredOutputs{Y: []float64{3, -2, 1}, K: 1}
	seq := atoms.Descent{}.Iterations(context.Background(), x, l, positive{}, 0.1)
	res, err := solver.Run(seq, solver.Any(solver.RelGap(1e-9), solver.MaxIter(100)))
	fmt.Printf("W = %.3f, %v, %v\n", res.X, res.Status, err)
	// Output:
	// W = [1.850 0.000], converged, <nil>
}
