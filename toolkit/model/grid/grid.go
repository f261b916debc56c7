// Package grid has images as graphs of their cells, and labels them by a model of grids.
package grid

import (
	"context"
	"errors"
	"fmt"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/structured/factor"
)

// Image is a grid of Rows × Columns cells with features, row by row: cell (r, c) has the row r·Columns + c of X.
type Image struct {
	Rows, Columns int
	X             *linalg.Dense
}

// Edges are the edges of a grid between cells and their neighbours, 4 or 8, and of each its direction: 0 to the
// right, 1 down, 2 down to the right and 3 down to the left.
func Edges(rows, columns, neighbours int) (ends [][2]int, direction []int) {
	steps := [][2]int{{0, 1}, {1, 0}, {1, 1}, {1, -1}}[:neighbours/2]
	for r := range rows {
		for c := range columns {
			for k, s := range steps {
				if to := c + s[1]; r+s[0] < rows && to >= 0 && to < columns {
					ends = append(ends, [2]int{r*columns + c, (r+s[0])*columns + to})
					direction = append(direction, k)
				}
			}
		}
	}
	return ends, direction
}

// Inputs are images as graphs of so many neighbours; with directions edges have features, that of their direction.
func Inputs(images []Image, neighbours int, directions bool) (model.GraphInputs, error) {
	var in model.GraphInputs
	if neighbours != 4 && neighbours != 8 {
		return in, fmt.Errorf("%d neighbours of a cell: they must be 4 or 8", neighbours)
	}
	if len(images) == 0 {
		return in, errors.New("there are no images")
	}
	var all, kinds []float64
	for i, m := range images {
		switch {
		case m.Rows < 1 || m.Columns < 1 || m.X == nil:
			return in, fmt.Errorf("image %d is %d × %d: there is nothing of it", i+1, m.Rows, m.Columns)
		case m.X.R != m.Rows*m.Columns:
			return in, fmt.Errorf("image %d is %d × %d, and has features of %d cells", i+1, m.Rows, m.Columns, m.X.R)
		case m.X.C != images[0].X.C:
			return in, fmt.Errorf("image %d has %d features of a cell, and image 1 %d", i+1, m.X.C, images[0].X.C)
		}
		ends, direction := Edges(m.Rows, m.Columns, neighbours)
		in.Nodes, in.Ends = append(in.Nodes, m.X.R), append(in.Ends, ends)
		all = append(all, m.X.Data...)
		for _, k := range direction {
			one := make([]float64, neighbours/2)
			one[k] = 1
			kinds = append(kinds, one...)
		}
	}
	d := images[0].X.C
	in.X = linalg.NewDense(len(all)/max(1, d), d, all)
	if directions {
		in.Edges = linalg.NewDense(len(kinds)/(neighbours/2), neighbours/2, kinds)
	}
	return in, nil
}

// Predict labels the cells of images by a model of grids: see model.Graph.Predict.
func Predict(ctx context.Context, m *model.Graph, images []Image, nodes int) ([]*factor.Result, error) {
	if m.Grid == 0 {
		return nil, errors.New("the model was learned from graphs, not from grids: its Predict takes them")
	}
	in, err := Inputs(images, m.Grid, m.Directions)
	if err != nil {
		return nil, err
	}
	return m.Predict(ctx, in, nodes)
}
