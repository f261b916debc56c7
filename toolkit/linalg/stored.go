package linalg

import (
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/simd"
)

// StoredRows is a matrix with access to the stored numbers of a row, for loops over several vectors at once: values at
// columns ascending, or at all of them where columns is nil. They are not to be changed.
type StoredRows interface {
	Map
	Stored(i int) (columns []int32, values []float64)
}

// Full tells whether all entries of a matrix are stored.
func Full(a StoredRows) bool {
	n, d := a.Dims()
	if n == 0 {
		return false
	}
	columns, values := a.Stored(0)
	return columns == nil && len(values) == d
}

// Stored is row i, with all of its columns.
func (a *Dense) Stored(i int) (columns []int32, values []float64) { return nil, a.Row(i) }

// Stored is row i.
func (a *CSR) Stored(i int) (columns []int32, values []float64) { return a.Row(i) }

// DenseMeans are Σ_i c_i a_ij by column of a *Dense for weights of sum 1, those of differences to the first row, so
// that the mean of a constant is that constant; ok is false for other matrices.
func DenseMeans(a Map, weight func(i int) float64) (mean []float64, ok bool) {
	dense, ok := a.(*Dense)
	if !ok || dense.R == 0 {
		return nil, false
	}
	mean = make([]float64, dense.C)
	var room [columnPanel]float64
	for lo := 0; lo < dense.C; lo += columnPanel {
		hi := min(dense.C, lo+columnPanel)
		first, off := dense.Row(0)[lo:hi], room[:hi-lo]
		for i := range dense.R {
			floats.SubTo(off, dense.Row(i)[lo:hi], first)
			simd.Axpy(mean[lo:hi], weight(i), off)
		}
		floats.Add(mean[lo:hi], first)
	}
	return mean, true
}

// columnPanel is how many columns have their means taken at once: what is added to stays in a cache.
const columnPanel = 4096

// Stored is row i: a 1 in column i.
func (n Identity) Stored(i int) (columns []int32, values []float64) {
	if i < len(places) {
		return places[i : i+1], one
	}
	return []int32{int32(i)}, one
}

// one and places are what rows of small identities are made of.
var (
	one    = []float64{1}
	places = func() (p [1024]int32) {
		for i := range p {
			p[i] = int32(i)
		}
		return p
	}()
)

// MostEntries are the most entries of a row, and of a column: of a sparse matrix those that are stored, else those that
// are not 0.
func MostEntries(a Map) (row, column int) {
	n, d := a.Dims()
	entries, ok := a.(Entries)
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
	stored, _ := a.(StoredRows)
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
