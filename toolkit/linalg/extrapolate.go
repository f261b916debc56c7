package linalg

import (
	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg/internal/simd"
)

// Extrapolate writes to dst the affine combination of points 1, 2, … of a sequence, the same combination of whose
// changes is shortest: the limit, where each point follows from the one before by one affine map of low rank. It
// returns false, and leaves dst, where the changes say nothing. It takes three points at least.
//
// Source: Scieur, d'Aspremont, Bach, Regularized Nonlinear Acceleration, NeurIPS 2016, Algorithm 2.
func Extrapolate(dst []float64, points [][]float64) bool {
	m := len(points) - 1
	if len(dst) == 0 {
		return false
	}
	changes := NewDense(m, len(dst), nil)
	gram, trace := make([]float64, m*m), 0.
	for i := range m {
		row := changes.Row(i)
		floats.SubTo(row, points[i+1], points[i])
		for j := range i + 1 { // few rows: packing them for a product of matrices takes longer
			gram[i*m+j] = simd.Dot(row, changes.Row(j))
		}
		trace += gram[i*m+i]
	}
	if !(trace > 0) {
		return false
	}
	weights := make([]float64, m)
	for i := range m {
		gram[i*m+i] += 1e-12 * trace
		weights[i] = 1
	}
	factor := CholeskyOfGram(gram, m)
	for i := range m {
		if !(factor.At(i, i) > 0) {
			return false
		}
	}
	SolveCholesky(factor, weights)
	floats.Scale(1/floats.Sum(weights), weights)
	clear(dst)
	for i, weight := range weights {
		floats.AddScaled(dst, weight, points[i+1])
	}
	return true
}
