// Package tasks finds out what tasks have in common.
package tasks

import (
	"slices"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// Shared are the examples of each of k tasks, where all have the same in the same order; nil where not, as the first
// example tells as a rule. rows are those of X, task by task, and task says of each which it is.
func Shared(x linalg.Map, rows, task []int, k int) linalg.Map {
	stored, ok := x.(linalg.StoredRows)
	n := len(rows) / max(1, k)
	if !ok || k < 2 || len(rows) != n*k {
		return nil
	}
	for i, t := range task {
		if t != i/n {
			return nil
		}
	}
	var out []float64
	for i, row := range rows[:n] { // of one example after the other: as a rule they stand together
		columns, values := stored.Stored(row)
		for t := 1; t < k; t++ {
			other, same := stored.Stored(rows[t*n+i])
			if !slices.Equal(columns, other) || !slices.Equal(values, same) {
				return nil
			}
		}
		if columns == nil { // while it is in the cache
			out = append(slices.Grow(out, n*len(values)-len(out)), values...)
		}
	}
	if _, d := x.Dims(); len(out) == n*d {
		return linalg.NewDense(n, d, out)
	}
	return linalg.SelectRows(x, rows[:n])
}
