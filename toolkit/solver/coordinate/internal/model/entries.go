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
	stored, _ := a.(linalg.StoredRows)
	for i := range n {
		var columns []int32
		if stored != nil {
			columns, _ = stored.Stored(i)
		}
		if count = len(columns); columns == nil {
			entries.VisitRow(i, visit)
		}
		for _, j := range columns {
			counts[j]++
		}
		row = max(row, count)
	}
	return row, int(slices.Max(append(counts, 0)))
}

// EntriesOf are some entries of columns that are given as rows.
func EntriesOf(columns *linalg.Dense, which []int) *linalg.Dense {
	out := linalg.NewDense(columns.R, len(which), nil)
	for j := range columns.R {
		row, from := out.Row(j), columns.Row(j)
		for k, i := range which {
			row[k] = from[i]
		}
	}
	return out
}
