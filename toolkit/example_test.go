package toolkit_test

import (
	"context"
	"fmt"
	"math"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/gradient"
)

// box is the indicator of 0 ≤ x_j ≤ 1: two methods make it a penalty that FISTA takes.
type box struct{}

func (box) Value(x []float64) float64 {
	for _, v := range x {
		if v < 0 || v > 1 {
			return math.Inf(1)
		}
	}
	return 0
}

func (box) Prox(dst, v []float64, _ float64) float64 {
	for j, x := range v {
		dst[j] = math.Min(1, math.Max(0, x))
	}
	return 0
}

// A penalty of one's own is a value with two methods. What is known of it beside them, as a conjugate, makes more
// possible: a duality gap, here.
func Example() {
	var penalty toolkit.Proxable = box{}
	x := linalg.NewDense(3, 2, []float64{1, 0, 0, 1, 1, 1})
	p := solver.NewProblem(x, loss.Squared{Y: []float64{2, -1, 0.5}}, penalty)
	res, err := solver.Run(gradient.FISTA{}.Iterations(context.Background(), p), solver.MaxIter(100))
	fmt.Printf("w = %.3f, P = %.4f, error %v\n", res.X, res.Objective, err)
	// Output: w = [1.000 0.000], P = 0.3750, error <nil>
}
