// Package generate makes synthetic data sets, the same for the same seed.
package generate

import (
	"math/rand/v2"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// SparseRegression draws a regression problem with few relevant features: n examples of d independent standard normal
// features, and targets y_i = a_i1 + … + a_ik + noise·ε_i with ε_i standard normal.
func SparseRegression(n, d, k int, noise float64, seed uint64) (a *linalg.Dense, y []float64) {
	rng := rand.New(rand.NewPCG(seed, 0))
	a, y = linalg.NewDense(n, d, nil), make([]float64, n)
	for i := range y {
		row := a.Row(i)
		for j := range row {
			row[j] = rng.NormFloat64()
			if j < k {
				y[i] += row[j]
			}
		}
		y[i] += noise * rng.NormFloat64()
	}
	return a, y
}
