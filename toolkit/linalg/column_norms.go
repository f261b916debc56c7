package linalg

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/vec"
)

// ColumnNorms are the Euclidean norms of a matrix's columns; where its entries cannot be enumerated (Entries), the
// square root of SquaredNorm's bound for all.
func ColumnNorms(a Map) []float64 {
	r, c := a.Dims()
	norms := make([]float64, c)
	switch a := a.(type) {
	case *Dense:
		vec.AddSquares(norms, a.Data)
	case *CSR:
		for k, j := range a.Col {
			norms[j] += a.Val[k] * a.Val[k]
		}
	case Entries:
		for i := range r {
			a.VisitRow(i, func(j int, v float64) { norms[j] += v * v })
		}
	default:
		_, hi := SquaredNorm(a)
		floats.AddConst(hi, norms)
	}
	for j, square := range norms {
		norms[j] = math.Sqrt(square)
	}
	return norms
}
