package model

import "github.com/proxlab/proxlab/toolkit/linalg"

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
