package model

import (
	"slices"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// MostEntries are the most entries of a row, and of a column: of a sparse matrix those that are stored, else those that
// are not 0.
func MostEntries(a linalg.Map) (row, column int) {
	n, d := a.Dims()
	entries, ok := a.(linalg.Entries)
	if !ok {
		return d, n
	}
	counts, count := make([]int32, d), 0
	visit := func(j int, v float64) {
		if v != 0 {
			count++
			counts[j]++
		}
	}
	sparse, _ := a.(*linalg.CSR)
	for i := range n {
		if count = 0; sparse != nil {
			columns, _ := sparse.Row(i)
			count = len(columns)
			for _, j := range columns {
				counts[j]++
			}
		} else {
			entries.VisitRow(i, visit)
		}
		row = max(row, count)
	}
	return row, int(slices.Max(append(counts, 0)))
}
