package newton_test

import (
	"math"
	"testing"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/newton"
)

// TestRefusals: an error says what is wrong, or what the problem lacks and which type lacks it.
func TestRefusals(t *testing.T) {
	t.Parallel()
	s := testproblems.NewSVM(20, 2, 0.1, 11)
	hinge, ridge := loss.Hinge{Y: s.Y}, prox.Ridge{Mu: 0.1}
	for something, p := range map[string]*solver.Problem{
		"which loss.Hinge has not":   s.Problem(),
		"which loss.Tasks has not":   solver.NewProblem(s.X, loss.Tasks{Of: hinge, Task: make([]int, 20), K: 2}, ridge),
		"the penalty prox.L1 is not": solver.NewProblem(s.X, loss.Squared{Y: s.Y}, prox.L1{Lambda: 1}),
		"μ = -1":                     solver.NewProblem(s.X, loss.Squared{Y: s.Y}, nil).WithRidge(-1),
	} {
		testproblems.Says(t, newton.CG{}.Iterations(t.Context(), p), something)
	}
	weights := make([]float64, 20)
	wrong, empty := loss.Hinge{Y: append([]float64{2}, s.Y[1:]...)}, &linalg.CSR{C: 2, Ptr: []int{0}}
	two, slope, none := linalg.NewDense(2, 20, nil), linalg.NewDense(1, 20, nil), linalg.NewDense(1, 20, nil)
	for i := range slope.Data {
		slope.Data[i] = float64(1 + i)
	}
	for something, p := range map[string]*solver.Problem{
		"μ = 0":    s.Problem().WithRidge(0),
		"μ = NaN":  s.Problem().WithRidge(math.NaN()),
		"μ = +Inf": s.Problem().WithRidge(math.Inf(1)),
		"example 1 has label 2: labels are +1 and −1": solver.NewProblem(s.X, wrong, ridge),
		"this is loss.Logistic":                       solver.NewProblem(s.X, loss.Logistic{Y: s.Y}, ridge),
		"the weight of example 1 is 0":                solver.NewProblem(s.X, loss.Hinge{Y: s.Y, Weights: weights}, ridge),
		"the penalty is prox.L1":                      solver.NewProblem(s.X, hinge, prox.L1{Lambda: 1}).WithRidge(1),
		"which struct { linalg.Map } is not":          solver.NewProblem(struct{ linalg.Map }{s.X}, hinge, ridge),
		"there are no examples":                       solver.NewProblem(empty, loss.Hinge{}, ridge),
		"the intercept, and there are 2":              s.Problem().WithUnpenalized(two),
		"1 for example 1 and 2 for example 2":         s.Problem().WithUnpenalized(slope),
		"it is 0 for example 1":                       s.Problem().WithUnpenalized(none),
	} {
		testproblems.Says(t, newton.InteriorPoint{}.Iterations(t.Context(), p), something)
	}
}
