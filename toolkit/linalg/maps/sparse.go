package maps

import (
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// rows collects a sparse matrix row by row.
type rows struct {
	ptr []int
	col []int32
	val []float64
}

// add adds an entry to the row that is begun.
func (r *rows) add(j int, v float64) { r.col, r.val = append(r.col, int32(j)), append(r.val, v) }

// end ends a row.
func (r *rows) end() { r.ptr = append(r.ptr, len(r.val)) }

// difference adds the row x_to − x_from; 0 where both are one.
func (r *rows) difference(from, to int) {
	switch {
	case from < to:
		r.add(from, -1)
		r.add(to, 1)
	case from > to:
		r.add(to, 1)
		r.add(from, -1)
	}
	r.end()
}

// matrix is what was collected, with c columns. It panics for columns out of range.
func (r *rows) matrix(c int) *linalg.CSR {
	return linalg.NewCSR(len(r.ptr), c, append([]int{0}, r.ptr...), r.col, r.val)
}

// Differences is the map of n numbers to their differences of an order k ≥ 1, n − k rows: of order 1 x_{i+1} − x_i, of
// order 2 x_{i+2} − 2x_{i+1} + x_i, and so on. It has no rows where n ≤ k.
func Differences(n, order int) *linalg.CSR {
	if order < 1 {
		panic("maps: differences are of an order of at least 1")
	}
	of := []float64{1}
	for range order { // of the differences before, (next) − (this)
		next := make([]float64, len(of)+1)
		for k, c := range of {
			next[k] -= c
			next[k+1] += c
		}
		of = next
	}
	var r rows
	for i := range max(0, n-order) {
		for k, c := range of {
			r.add(i+k, c)
		}
		r.end()
	}
	return r.matrix(n)
}

// EdgeDifferences is the map to x_to − x_from, one row for each edge {from, to}: the transposed incidence matrix of a
// graph of n vertices. An edge from a vertex to itself has the row 0.
func EdgeDifferences(edges [][2]int, n int) *linalg.CSR {
	var r rows
	for _, e := range edges {
		r.difference(e[0], e[1])
	}
	return r.matrix(n)
}

// Gradient is the map of an image, given row by row, to the differences with the pixel to the right and with that
// below, where there are such; groups are the rows of one pixel each.
func Gradient(height, width int) (a *linalg.CSR, groups [][]int) {
	var r rows
	for i := range height {
		for j := range width {
			from, at := len(r.ptr), i*width+j
			if j+1 < width {
				r.difference(at, at+1)
			}
			if i+1 < height {
				r.difference(at, at+width)
			}
			var group []int
			for k := from; k < len(r.ptr); k++ {
				group = append(group, k)
			}
			if group != nil {
				groups = append(groups, group)
			}
		}
	}
	return r.matrix(height * width), groups
}

// Selection is the map of n coordinates to those of which the indices are given, which may repeat.
func Selection(which []int, n int) *linalg.CSR {
	var r rows
	for _, j := range which {
		r.add(j, 1)
		r.end()
	}
	return r.matrix(n)
}

// Sums is the map of parts to the n coordinates that they are parts of: x_j = Σ_{part[p] = j} y_p. A part may be one of
// none, for which part[p] is −1.
func Sums(part []int, n int) *linalg.CSR {
	of := make([][]int, n)
	for p, j := range part {
		if j >= 0 {
			of[j] = append(of[j], p)
		}
	}
	var r rows
	for _, parts := range of {
		for _, p := range parts {
			r.add(p, 1)
		}
		r.end()
	}
	return r.matrix(len(part))
}
