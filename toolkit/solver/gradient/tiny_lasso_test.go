package gradient_test

import (
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// tinyLasso has A = diag(2, 1, 3) and y = (4, 0.1, −6): coordinate j minimizes c/2 (a x − y)² + λ|x| with c = 1/3, which is at
// x = soft(c a y, λ)/(c a²). The curvature is between 1/3 and 3.
func tinyLasso() (p *solver.Problem, solution []float64) {
	a := linalg.NewDense(3, 3, []float64{2, 0, 0, 0, 1, 0, 0, 0, 3})
	return solver.NewProblem(a, loss.Squared{Y: []float64{4, 0.1, -6}}, prox.L1{Lambda: 0.5}),
		[]float64{(8.0/3 - 0.5) / (4.0 / 3), 0, -(6 - 0.5) / 3}
}
