package nonzero

import (
	"math"
	"slices"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// centreFrom is the share of a column that is more than is to be not 0 for its mean to be taken from it.
const centreFrom = 0.5

// Means are the means, between the least and the most of what is stored, of those columns of a sparse matrix of which
// more than a half is not 0 by weights of the rows, which sum to 1; 0 for the others.
func Means(a linalg.Map, weight func(i int) float64) []float64 {
	sparse := linalg.ToCSR(a)
	filled := make([]float64, sparse.C)
	for i := range sparse.R {
		w := weight(i)
		col, val := sparse.Row(i)
		for k, j := range col {
			if val[k] != 0 {
				filled[j] += w
			}
		}
	}
	mean := make([]float64, sparse.C)
	if !slices.ContainsFunc(filled, func(v float64) bool { return v > centreFrom }) {
		return mean
	}
	low, high := make([]float64, sparse.C), make([]float64, sparse.C)
	for j := range low {
		low[j], high[j] = math.Inf(1), math.Inf(-1)
	}
	for i := range sparse.R {
		w := weight(i)
		col, val := sparse.Row(i)
		for k, j := range col {
			if v := val[k]; filled[j] > centreFrom {
				mean[j] += w * v
				low[j], high[j] = min(low[j], v), max(high[j], v)
			}
		}
	}
	for j := range mean {
		if filled[j] > centreFrom {
			mean[j] = min(max(mean[j], low[j]), high[j])
		}
	}
	return mean
}
