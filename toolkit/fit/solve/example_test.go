package solve_test

import (
	"context"
	"fmt"

	"github.com/proxlab/proxlab/toolkit/fit/solve"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// A problem of one's own gets the quickest method that can, and a certificate.
func Example() {
	x, y := linalg.NewDense(3, 2, []float64{1, 0, 0, 1, 1, 1}), []float64{1, 0, 1}
	p := solver.NewProblem(x, loss.Squared{Y: y}, prox.L1{Lambda: 1})
	at := &solve.Case{Loss: p.Loss, Penalty: p.Penalty, Examples: 3, Features: 2, Outputs: 1}
	m, err := solve.NewProblem(p).Solve(context.Background(), solve.Settings{}, at, 0.1, nil)
	fmt.Printf("%.2f by %s, %s, %v\n", m.Weights, m.Method, m.Status, err)
	// Output: [0.85 0.00] by coordinate-descent, converged, <nil>
}
