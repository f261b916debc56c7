package linalg

import (
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

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
	changes, gram := NewDense(m, len(dst), nil), mat.NewSymDense(m, nil)
	for i := range m {
		row := changes.Row(i)
		floats.SubTo(row, points[i+1], points[i])
		for j := range i + 1 { // a few long rows: packing them for a product of matrices takes longer
			gram.SetSym(j, i, simd.Dot(row, changes.Row(j)))
		}
	}
	trace := mat.Trace(gram)
	if !(trace > 0) {
		return false
	}
	ones, weights := mat.NewVecDense(m, nil), mat.NewVecDense(m, nil)
	for i := range m {
		gram.SetSym(i, i, gram.At(i, i)+1e-12*trace)
		ones.SetVec(i, 1)
	}
	var chol mat.Cholesky
	if !chol.Factorize(gram) || chol.SolveVecTo(weights, ones) != nil {
		return false
	}
	sum := mat.Sum(weights)
	clear(dst)
	for i := range m {
		floats.AddScaled(dst, weights.AtVec(i)/sum, points[i+1])
	}
	return true
}
