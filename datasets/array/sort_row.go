package array

import (
	"fmt"
	"slices"
	"sort"
)

// rowSorter orders the entries of a row by column.
type rowSorter struct {
	col []int32
	val []float64
}

func (s rowSorter) Len() int           { return len(s.col) }
func (s rowSorter) Less(a, b int) bool { return s.col[a] < s.col[b] }
func (s rowSorter) Swap(a, b int) {
	s.col[a], s.col[b] = s.col[b], s.col[a]
	s.val[a], s.val[b] = s.val[b], s.val[a]
}

// sortRow lets the columns of a row ascend. The error names one that stands there twice.
func sortRow(col []int32, val []float64) error {
	if !slices.IsSorted(col) {
		sort.Sort(rowSorter{col, val})
	}
	for k := 1; k < len(col); k++ {
		if col[k] == col[k-1] {
			return fmt.Errorf("column %d stands there twice", col[k]+1)
		}
	}
	return nil
}
