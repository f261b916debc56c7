package array

import (
	"fmt"
	"slices"
	"sort"

	"github.com/proxlab/proxlab/toolkit/linalg"
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

// A sparse table of at least leastDense numbers that has more than filledShare of them is stored dense: products are
// several times as quick then. It takes at most 2.2 times the memory; large ones, for which that matters, are so from
// half on, which takes a third more.
const (
	leastDense  = 1 << 16
	largeDense  = 1 << 26
	filledShare = 0.3
)

// denseInTruth is a sparse matrix as it is quickest to work with.
func denseInTruth(x *linalg.CSR) linalg.Map {
	numbers, share := float64(x.R)*float64(x.C), filledShare
	if numbers > largeDense {
		share = 0.5
	}
	if numbers < leastDense || float64(x.NNZ()) <= share*numbers {
		return x
	}
	return linalg.ToDense(x)
}
