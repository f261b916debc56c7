// Package tasks finds out what tasks have in common.
package tasks

import (
	"slices"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// Shared tells whether all of k tasks have the same examples in the same order: rows are those of X, task by task, and
// task says of each which it is. Most that have not differ in the first example.
func Shared(x linalg.Map, rows, task []int, k int) bool {
	stored, ok := x.(linalg.StoredRows)
	n := len(rows) / max(1, k)
	if !ok || k < 2 || len(rows) != n*k {
		return false
	}
	for i, t := range task {
		if t != i/n {
			return false
		}
	}
	for i, row := range rows[:n] { // of one example after the other: as a rule they stand together
		columns, values := stored.Stored(row)
		for t := 1; t < k; t++ {
			other, same := stored.Stored(rows[t*n+i])
			if !slices.Equal(columns, other) || !slices.Equal(values, same) {
				return false
			}
		}
	}
	return true
}
