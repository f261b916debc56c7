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
	switch a := a.(type) {
	case *Dense:
		for lo := 0; lo < c; lo += columnPanel {
			hi := min(c, lo+columnPanel)
			for i := range r {
				squareSums(norms[lo:hi], a.Row(i)[lo:hi])
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

// columnPanel is how many columns a pass over rows sums up at once: the sums stay in a first-level cache.
const columnPanel = 512

// squareSums adds those of a part of a row.
func squareSums(sums, row []float64) {
	row = row[:len(sums)]
	for j, v := range row {
		sums[j] += v * v
	}
}
