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
	"github.com/proxlab/proxlab/toolkit/solver/gradient"
)

// nonnegative is a penalty of one's own: the sum of the entries of W ≥ 0, whose atoms are e_j e_lᵀ without signs.
type nonnegative struct{}

// Value is Σ W_jl, +Inf where one of them is negative.
func (nonnegative) Value(w []float64) float64 {
	if floats.Min(w) < 0 {
		return math.Inf(1)
	}
	return floats.Sum(w)
}

// Prox is max(0, v − γ).
func (nonnegative) Prox(dst, v []float64, gamma float64) float64 {
	for i, x := range v {
		dst[i] = math.Max(0, x-gamma)
	}
	return floats.Sum(dst)
}

// LMO is the largest entry. Where none is positive the polar is 0, and no atom comes in.
func (nonnegative) LMO(u, v, g []float64) float64 {
	at := floats.MaxIdx(g)
	clear(u)
	clear(v)
	u[at/len(v)], v[at%len(v)] = 1, 1
	return math.Max(0, g[at])
}

// A penalty of one's own works like any: here a nonnegative lasso. Descent asks for its LMO, FISTA for its Prox.
func ExampleDescent() {
	x := linalg.NewDense(3, 2, []float64{1, 0, 0, 1, 1, 1})
	p := solver.NewProblem(x, loss.SquaredOutputs{Y: []float64{3, -2, 1}, K: 1}, nonnegative{}).At(0.1)
	byAtoms := atoms.Descent{}.Iterations(context.Background(), p)
	res, err := solver.Run(byAtoms, solver.Any(solver.RelGap(1e-9), solver.MaxIter(100)))
	fmt.Printf("by atoms: W = %.3f, %v, %v\n", res.X, res.Status, err)

	byProx := gradient.FISTA{}.Iterations(context.Background(), p)
	res, err = solver.Run(byProx, solver.Any(solver.SmallResidual(1e-9), solver.MaxIter(1000)))
	fmt.Printf("by FISTA: W = %.3f, %v, %v\n", res.X, res.Status, err)
	// Output:
	// by atoms: W = [1.850 0.000], converged, <nil>
	// by FISTA: W = [1.850 0.000], converged, <nil>
}
