package linalg

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// ColumnNorms are the Euclidean norms of a matrix's columns; where its entries cannot be enumerated (Entries), the
// square root of SquaredNorm's bound for all.
func ColumnNorms(a Map) []float64 {
	r, c := a.Dims()
	norms := make([]float64, c)
	entries, ok := a.(Entries)
	if !ok {
		_, hi := SquaredNorm(a)
		floats.AddConst(math.Sqrt(hi), norms)
		return norms
	}
	for i := range r {
		entries.VisitRow(i, func(j int, v float64) { norms[j] += v * v })
	}
	for j, square := range norms {
		norms[j] = math.Sqrt(square)
	}
	return norms
}
