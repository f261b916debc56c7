package bundle_test

import (
	"context"
	"fmt"
	"math"

	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/bundle"
)

// farthest is the greatest distance, in city blocks, to three points of the plane: a function of which a value and a
// subgradient are all that a bundle method asks for.
type farthest [][2]float64

func (farthest) Dim() int { return 2 }

func (p farthest) Subgradient(_ context.Context, a, w []float64) (value float64, err error) {
	for _, x := range p {
		dx, dy := w[0]-x[0], w[1]-x[1]
		if d := math.Abs(dx) + math.Abs(dy); d >= value {
			value, a[0], a[1] = d, math.Copysign(1, dx), math.Copysign(1, dy)
		}
	}
	return value, nil
}

func Example() {
	f := farthest{{0, 0}, {4, 0}, {2, 6}}
	method := bundle.Stabilized{Config: bundle.Config{Lambda: 1e-3, Bounded: true}}
	res, err := solver.Run(method.Iterations(context.Background(), f), solver.RelGap(1e-9))
	if err != nil {
		panic(err)
	}
	fmt.Printf("%s: %.4f at (%.2f, %.2f)\n", res.Status, res.Objective, res.X[0], res.X[1])
	// Output:
	// converged: 4.0040 at (2.00, 2.00)
}
