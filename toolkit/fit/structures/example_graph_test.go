package structures_test

import (
	"context"
	"fmt"

	"github.com/proxlab/proxlab/toolkit/fit/structures"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/model/grid"
)

// Two images of one row, of which a cell by itself says little: cells learn to go with their neighbours. What is said
// of the objective holds whatever the decoder found, and each labelling comes with whether it is a best one.
func ExampleGridCRF() {
	image := func(x ...float64) grid.Image {
		return grid.Image{Rows: 1, Columns: len(x), X: linalg.NewDense(len(x), 1, x)}
	}
	data := structures.Grids{
		Images: []grid.Image{image(-1, -2, 0.5, -1, 2, 1), image(1, 2, -0.5, 1, -2, -1)},
		States: 2,
		Y:      [][]int{{0, 0, 0, 0, 1, 1}, {1, 1, 1, 1, 0, 0}},
	}
	m, err := structures.GridCRF{GraphCRF: structures.GraphCRF{Mu: 0.1}}.Fit(context.Background(), data)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("P is at most %.3f, and the minimum at most %.3f below\n", m.Objective, m.Gap)
	found, err := grid.Predict(context.Background(), m, []grid.Image{image(2, -0.3, 1, -1, -1.5)}, 0)
	fmt.Println(found[0].Y, found[0].Exact, err)
	// Output:
	// P is at most 0.477, and the minimum at most 0.002 below
	// [1 1 1 0 0] true <nil>
}
