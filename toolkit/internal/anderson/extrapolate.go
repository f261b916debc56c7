// Package anderson finds the limit of a sequence from a few of its points.
package anderson

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/simd"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// Extrapolate writes to dst the affine combination of points 1, 2, … of a sequence, the same combination of whose
// changes is shortest: the limit, where each point follows from the one before by one affine map of low rank. It
// returns false, and leaves dst, where the changes say nothing. It takes three points at least. The changes are those
// of the first size numbers; others, affine in these, go along.
//
// Source: Scieur, d'Aspremont, Bach, Regularized Nonlinear Acceleration, NeurIPS 2016, Algorithm 2.
func Extrapolate(dst []float64, points [][]float64, size int) bool {
	m := len(points) - 1
	changes, gram := make([]float64, m*size), make([]float64, m*m)
	var trace float64
	for i := range m {
		row := changes[i*size : (i+1)*size]
		floats.SubTo(row, points[i+1][:size], points[i][:size])
		for j := range i + 1 { // a few long rows: packing them for a product of matrices takes longer
			gram[i*m+j] = simd.Dot(row, changes[j*size:(j+1)*size])
		}
		trace += gram[i*m+i]
	}
	if !(trace > 0) {
		return false
	}
	weights := make([]float64, m)
	for i := range weights {
		gram[i*m+i] += 1e-12 * trace
		weights[i] = 1
	}
	linalg.SolveCholesky(linalg.CholeskyOfGram(gram, m), weights)
	sum := floats.Sum(weights)
	if !(sum > 0) || math.IsInf(sum, 0) {
		return false
	}
	clear(dst)
	for i, w := range weights {
		floats.AddScaled(dst, w/sum, points[i+1])
	}
	return true
}
