package linalg

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// LargestEntries are the largest absolute values in the columns of a matrix. It panics for maps that are no Entries.
func LargestEntries(a Map) []float64 {
	_, c := a.Dims()
	most := make([]float64, c)
	if sparse, ok := a.(*CSR); ok {
		for k, j := range sparse.Col {
			most[j] = max(most[j], math.Abs(sparse.Val[k]))
		}
		return most
	}
	ForEach(a, func(_, j int, v float64) { most[j] = max(most[j], math.Abs(v)) })
	return most
}

// ColumnNorms are the Euclidean norms of a matrix's columns; where its entries cannot be enumerated (Entries), the
// square root of SquaredNorm's bound for all.
func ColumnNorms(a Map) []float64 {
	r, c := a.Dims()
	norms := make([]float64, c)
	switch a := a.(type) {
	case *Dense:
		for i := range r {
			for j, v := range a.Row(i) {
				norms[j] += v * v
			}
		}
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
