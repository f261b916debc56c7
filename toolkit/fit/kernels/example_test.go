package kernels_test

import (
	"context"
	"fmt"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit/kernels"
	"github.com/proxlab/proxlab/toolkit/kernel"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
)

// A support vector machine learns what no linear one does: whether both numbers have the same sign.
func ExampleMachine() {
	x := linalg.NewDense(8, 2, []float64{1, 1, 2, 1, -1, -1, -1, -2, 1, -1, 2, -2, -1, 1, -2, 1})
	k := kernel.Gaussian{Variance: 2}
	m, err := kernels.Machine{Loss: loss.Hinge{}, Mu: 0.01, Intercept: true}.Fit(context.Background(), kernels.Data{
		Grams: []toolkit.Gram{kernel.NewColumns(k, x)}, Y: []float64{1, 1, 1, 1, 0, 0, 0, 0},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	cross, err := kernel.Cross(context.Background(), k, linalg.NewDense(2, 2, []float64{1.5, 2, -1, 2}), x)
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := m.PredictGiven([]*linalg.Dense{cross})
	fmt.Println(m.Head.Status, len(m.Rows), p.Labels, err)
	// Output:
	// converged 4 [1 0] <nil>
}
