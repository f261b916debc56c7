package online_test

import (
	"context"
	"fmt"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/online"
)

// A support vector machine, trained one example at a time: hinge loss and (λ/2)‖θ‖².
func ExampleProximal() {
	a := linalg.NewDense(4, 2, []float64{1, 1, 2, 1, -1, -1, -1, -2})
	examples := online.LinearOracle{A: a, Loss: loss.Hinge{Y: []float64{1, 1, -1, -1}}}
	weights := params.NewExplicit(0, a, 1)
	algorithm := online.Proximal{
		Params: params.NewModel([]params.Block{weights}), Terms: []online.Term{online.OnNorms(prox.Ridge{Mu: 0.1})},
		Rate: online.InvSqrt{Eta0: 0.5}, Shuffle: true,
	}
	seq := algorithm.Iterations(context.Background(), examples)
	_, err := solver.Run(seq, solver.MaxIter(2000))
	fmt.Printf("θ = %.1f, error %v\n", weights.Weights(), err)
	// Output:
	// θ = [0.5 0.5], error <nil>
}
