package coordinate_test

import (
	"math"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate"
)

// ownBlocks is a penalty of a user's own with any blocks.
type ownBlocks struct {
	toolkit.Proxable
	blocks  [][]int
	weights []float64
}

func (g ownBlocks) Blocks(int) (blocks [][]int, weights []float64) { return g.blocks, g.weights }

// TestDescentRefuses: an error says what is wrong, or what the problem lacks and which type lacks it.
func TestDescentRefuses(t *testing.T) {
	t.Parallel()
	a, l, _ := testproblems.Lasso(0)
	lasso := prox.L1{Lambda: 1}
	signs := testproblems.Signs(l.Y)
	classes := loss.Multinomial{Y: make([]int, len(l.Y)), K: 2}
	own := func(weights []float64, blocks ...[]int) *solver.Problem {
		return solver.NewProblem(linalg.SelectColumns(a, []int{0, 1, 2}), l, ownBlocks{lasso, blocks, weights})
	}
	for something, p := range map[string]*solver.Problem{
		"λ = 0":    solver.NewProblem(a, l, lasso).At(0),
		"λ = -1":   solver.NewProblem(a, l, lasso).At(-1),
		"λ = NaN":  solver.NewProblem(a, l, lasso).At(math.NaN()),
		"μ = -1":   solver.NewProblem(a, l, lasso).WithRidge(-1),
		"μ = +Inf": solver.NewProblem(a, l, lasso).WithRidge(math.Inf(1)),
		"there is none; newton.CG is for smooth losses":            solver.NewProblem(a, l, nil),
		"which prox.TotalVariation is not; FISTA":                  solver.NewProblem(a, l, prox.TotalVariation{Lambda: 1}),
		"which struct { linalg.Map } is not; FISTA":                solver.NewProblem(struct{ linalg.Map }{a}, l, lasso),
		"loss.Multinomial has none":                                solver.NewProblem(a, classes, lasso),
		"loss.Logistic has none; ProximalNewton":                   solver.NewProblem(a, loss.Logistic{Y: signs}, lasso),
		"block 2 is empty":                                         own([]float64{1, 1, 1}, []int{0, 1}, []int{}, []int{2}),
		"block 2 names coordinate 3; they are counted from 0 to 2": own([]float64{1, 1}, []int{0, 1}, []int{3}),
		"block 1 names coordinate -1":                              own([]float64{1}, []int{-1, 0, 1, 2}),
		"coordinate 2 of 3 is in blocks 1 and 2":                   own([]float64{1, 1}, []int{0, 1}, []int{1, 2}),
		"there are 1 weights for 2 blocks":                         own([]float64{1}, []int{0}, []int{1, 2}),
		"there are 2 weights for 3 blocks":                         own([]float64{1, 1}),
		"coordinate_test.ownBlocks: the weight of block 2 is -1":   own([]float64{1, -1, 1}),
		"the weight of block 3 is NaN":                             own([]float64{1, 1, math.NaN()}),
		"the weight of block 1 is +Inf":                            own([]float64{math.Inf(1), 1, 1}),
	} {
		testproblems.Says(t, coordinate.Descent{}.Iterations(t.Context(), p), something)
	}
	for something, p := range map[string]*solver.Problem{
		"λ = 0":                   solver.NewProblem(a, loss.Logistic{Y: signs}, lasso).At(0),
		"which loss.Hinge has":    solver.NewProblem(a, loss.Hinge{Y: signs}, lasso),
		"which prox.TraceNorm is": solver.NewProblem(a, loss.Logistic{Y: signs}, prox.TraceNorm{Lambda: 1}),
	} {
		testproblems.Says(t, coordinate.ProximalNewton{}.Iterations(t.Context(), p), something)
	}
}

// TestDualDescentRefuses: so does dual coordinate descent.
func TestDualDescentRefuses(t *testing.T) {
	t.Parallel()
	s := testproblems.NewSVM(20, 2, 0.1, 11)
	ones := linalg.NewDense(1, 20, nil)
	hinge := loss.Hinge{Y: s.Y}
	tasks := loss.Tasks{Of: hinge, Task: make([]int, 20), K: 2}
	two := loss.Hinge{Y: append([]float64{2}, s.Y[1:]...)}
	for something, p := range map[string]*solver.Problem{
		"μ = 0": s.Problem().WithRidge(0),
		"example 1 has label 2: labels are +1 and −1": solver.NewProblem(s.X, two, prox.Ridge{Mu: 1}),
		"this is loss.Logistic":                       solver.NewProblem(s.X, loss.Logistic{Y: s.Y}, prox.Ridge{Mu: 1}),
		"this is loss.Tasks":                          solver.NewProblem(s.X, tasks, prox.Ridge{Mu: 1}),
		"the penalty is prox.L1":                      solver.NewProblem(s.X, hinge, prox.L1{Lambda: 1}).WithRidge(1),
		"there are 1: newton.InteriorPoint":           s.Problem().WithUnpenalized(ones),
		"which struct { linalg.Map } does not give":   solver.NewProblem(struct{ linalg.Map }{s.X}, hinge, prox.Ridge{Mu: 1}),
	} {
		testproblems.Says(t, coordinate.DualDescent{}.Iterations(t.Context(), p), something)
	}
}
