package sparsity

import (
	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// centred returns a draw in which each task's features and targets are less their means over its training examples, in
// the validation and the test set too: the same as an intercept for each task that is not penalized.
func (d draw) centred() draw {
	out := draw{source: d.source}
	for t, train := range d.train {
		x, y := means(train)
		out.train = append(out.train, less(train, x, y))
		out.held = append(out.held, less(d.held[t], x, y))
		out.test = append(out.test, less(d.test[t], x, y))
	}
	return out
}

// means returns those of the features and of the targets.
func means(e fit.Data) (x []float64, y float64) {
	rows := linalg.ToDense(e.X)
	x = make([]float64, rows.C)
	for i := range rows.R {
		floats.AddScaled(x, 1/float64(rows.R), rows.Row(i))
	}
	return x, floats.Sum(e.Y) / float64(len(e.Y))
}

// less returns examples with x and y taken from every one.
func less(e fit.Data, x []float64, y float64) fit.Data {
	from := linalg.ToDense(e.X)
	out := linalg.NewDense(from.R, from.C, nil)
	for i := range from.R {
		floats.SubTo(out.Row(i), from.Row(i), x)
	}
	moved := append([]float64(nil), e.Y...)
	floats.AddConst(-y, moved)
	return fit.Data{X: out, Y: moved}
}
