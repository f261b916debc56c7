package testproblems

import (
	"math/rand/v2"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
)

// Outputs is a random problem of 20 to 49 examples, 2 to 9 features and 2 to 5 classes, or outputs with the squared
// loss.
func Outputs(seed uint64, squared bool) (x *linalg.Dense, l toolkit.MultiOutput, d, k int) {
	rng := rand.New(rand.NewPCG(seed, 72))
	n := 20 + rng.IntN(30)
	d, k = 2+rng.IntN(8), 2+rng.IntN(4)
	x = linalg.NewDense(n, d, Normal(rng, n*d, 1))
	if squared {
		return x, loss.SquaredOutputs{Y: Normal(rng, n*k, 1), K: k}, d, k
	}
	return x, loss.Multinomial{Y: Labels(rng, n, k), K: k}, d, k
}

// Data is a design with a loss of several outputs.
type Data struct {
	X    *linalg.Dense
	Loss toolkit.MultiOutput
}

// Degenerate are problems of several outputs at the edge, by name: one feature, one output, classes and tasks without
// an example, a constant feature.
func Degenerate() map[string]Data {
	rng := rand.New(rand.NewPCG(150, 1))
	column := linalg.NewDense(20, 1, Normal(rng, 20, 1))
	wide := linalg.NewDense(20, 4, Normal(rng, 80, 1))
	for i := range 20 {
		wide.Data[i*4+2] = 3 // constant
	}
	y := Labels(rng, 20, 2) // of five classes
	signs := make([]float64, 20)
	for i := range signs {
		signs[i] = float64(2*y[i] - 1)
	}
	return map[string]Data{
		"one feature":      {column, loss.Multinomial{Y: y, K: 3}},
		"one output":       {wide, loss.SquaredOutputs{Y: Normal(rng, 20, 1), K: 1}},
		"one of each":      {column, loss.Tasks{Of: loss.Logistic{Y: signs}, Task: make([]int, 20), K: 1}},
		"missing classes":  {wide, loss.Multinomial{Y: y, K: 5}},
		"empty tasks":      {wide, loss.Tasks{Of: loss.Logistic{Y: signs}, Task: y, K: 4}},
		"one class in all": {wide, loss.Multinomial{Y: make([]int, 20), K: 1}},
	}
}
