package solver_test

import (
	"context"
	"fmt"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/gradient"
)

// A lasso with two examples and three features, stopped by its certificate.
func ExampleRun() {
	a := linalg.NewDense(2, 3, []float64{1, 0, 2, 0, 1, 2})
	p := solver.NewProblem(a, loss.Squared{Y: []float64{2, 2}}, prox.L1{Lambda: 0.2})
	seq := gradient.FISTA{}.Iterations(context.Background(), p)
	res, err := solver.Run(seq, solver.Any(solver.RelGap(1e-9), solver.MaxIter(1000)))
	fmt.Println(res.Status, err)
	fmt.Printf("w = %.3f, P = %.4f\n", res.X, res.Objective)
	// Output:
	// converged <nil>
	// w = [0.000 0.000 0.950], P = 0.1950
}
