package glasso_test

import (
	"context"
	"fmt"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/glasso"
)

// The first and the last of three variables are correlated, but for what the one between explains.
func Example() {
	p := glasso.Problem{S: linalg.NewDense(3, 3, []float64{1, 0.6, 0.3, 0.6, 1, 0.6, 0.3, 0.6, 1}), Lambda: 0.1}
	res, err := solver.Run(glasso.Newton{}.Iterations(context.Background(), p), solver.AbsGap(1e-9))
	fmt.Printf("X = %.3f\nP = %.4f, %s, error %v\n", res.X, res.Objective, res.Status, err)
	// Output:
	// X = [1.333 -0.667 0.000 -0.667 1.667 -0.667 0.000 -0.667 1.333]
	// P = 2.4246, converged, error <nil>
}
