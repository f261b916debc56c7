package testproblems

import (
	"math/rand/v2"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// Intercept is a random regression whose targets need an intercept of about 3, and the column of ones, as a row.
func Intercept(seed uint64, n, d int) (x *linalg.Dense, y []float64, ones *linalg.Dense) {
	rng := rand.New(rand.NewPCG(seed, 120))
	x = linalg.NewDense(n, d, Normal(rng, n*d, 1))
	y = Normal(rng, n, 0.5)
	ones = linalg.NewDense(1, n, nil)
	for i := range n {
		y[i] += 3 + x.At(i, 0) - x.At(i, 1)
		x.Data[i*d+1] += 1
		ones.Data[i] = 1
	}
	return x, y, ones
}
