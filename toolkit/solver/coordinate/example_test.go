package coordinate_test

import (
	"context"
	"fmt"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate"
)

// A lasso solved on working sets.
func ExampleDescent() {
	a := linalg.NewDense(2, 3, []float64{1, 0, 2, 0, 1, 2})
	p := solver.NewProblem(a, loss.Squared{Y: []float64{2, 2}}, prox.L1{Lambda: 0.2})
	seq := coordinate.Descent{}.Iterations(context.Background(), p)
	res, err := solver.Run(seq, solver.Any(solver.RelGap(1e-9), solver.MaxIter(100)))
	fmt.Printf("w = %.3f, P = %.4f, %v, error %v\n", res.X, res.Objective, res.Status, err)
	// Output:
	// w = [0.000 0.000 0.950], P = 0.1950, converged, error <nil>
}

// Two tasks share a feature; the second feature is of no use to either.
func ExampleDescent_tasks() {
	a := linalg.NewDense(4, 2, []float64{1, 1, -1, 1, 2, -1, -2, -1})
	l := loss.Tasks{Of: loss.Squared{Y: []float64{3, -3, 8, -8}}, Task: []int{0, 0, 1, 1}, K: 2}
	p := solver.NewProblem(a, l, prox.MultiTask{Lambda: 1, Cols: 2})
	fmt.Printf("λ_max = %.3f\n", p.LambdaMax())
	res, err := solver.Run(coordinate.Descent{}.Iterations(context.Background(), p), solver.RelGap(1e-9))
	fmt.Printf("%.3f %s %v\n", res.X, res.Status, err)
	// Output:
	// λ_max = 8.139
	// [2.016 3.565 0.000 0.000] converged <nil>
}
