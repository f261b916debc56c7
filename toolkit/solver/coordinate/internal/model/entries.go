package model

import (
	"slices"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// MostEntries are the most entries of a row, and of a column, that are not 0.
func MostEntries(a linalg.Map) (row, column int) {
	n, d := a.Dims()
	entries, ok := a.(linalg.Entries)
	if !ok {
		return d, n
	}
	columns := make([]int, d)
	for i := range n {
		count := 0
		entries.VisitRow(i, func(j int, v float64) {
			if v != 0 {
				count++
				columns[j]++
			}
		})
		row = max(row, count)
	}
	return row, slices.Max(append(columns, 0))
}
