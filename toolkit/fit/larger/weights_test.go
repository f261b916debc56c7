package larger_test

import (
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/fit/larger"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// weighed are data with weights.
func weighed(data fit.Data) fit.Data {
	data.Weights = make([]float64, len(data.Y))
	for i := range data.Weights {
		data.Weights[i] = 0.1 + float64(i%7)
	}
	return data
}

// weighedBlocks are the same in blocks.
func weighedBlocks(b larger.Data, data fit.Data) larger.Data {
	v := weighed(data).Weights
	source := *b.Source.(*inBlocks)
	source.v = v
	b.Source, b.Mass, b.Heaviest, b.MeanTarget = &source, floats.Sum(v), slices.Max(v), 0
	b.Mean, b.Squares = make([]float64, len(b.Mean)), make([]float64, len(b.Mean))
	each := func(do func(i, j int, x float64)) {
		row := make([]float64, len(data.Y))
		for j := range b.Mean {
			linalg.Column(row, data.X, j)
			for i, x := range row {
				do(i, j, x)
			}
		}
	}
	each(func(i, j int, x float64) { b.Mean[j] += v[i] * x / b.Mass })
	if !b.Sparse {
		b.Mean[2] = 7 // a constant
	}
	each(func(i, j int, x float64) { b.Squares[j] += v[i] * (x - b.Mean[j]) * (x - b.Mean[j]) })
	for i, y := range data.Y {
		b.MeanTarget += v[i] * y / b.Mass
	}
	return b
}
