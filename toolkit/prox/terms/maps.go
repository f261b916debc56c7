package terms

import (
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// rows collects a sparse matrix row by row.
type rows struct {
	ptr []int
	col []int32
	val []float64
}

// difference adds the row x_to − x_from.
func (r *rows) difference(from, to int) {
	sign := 1.0
	if from > to {
		from, to, sign = to, from, -1
	}
	r.col = append(r.col, int32(from), int32(to))
	r.val = append(r.val, -sign, sign)
	r.ptr = append(r.ptr, len(r.val))
}

// matrix is what was collected, with d columns.
func (r *rows) matrix(d int) *linalg.CSR {
	return linalg.NewCSR(len(r.ptr), d, append([]int{0}, r.ptr...), r.col, r.val)
}

// Differences is the map to x_{j+1} − x_j, j = 1, …, d − 1.
func Differences(d int) *linalg.CSR {
	var r rows
	for j := 1; j < d; j++ {
		r.difference(j-1, j)
	}
	return r.matrix(d)
}

// EdgeDifferences is the map to x_to(e) − x_from(e), one an edge: the transposed incidence matrix of a graph. An edge
// from a coordinate to itself has the row 0.
func EdgeDifferences(edges [][2]int, d int) *linalg.CSR {
	var r rows
	for _, e := range edges {
		if e[0] == e[1] {
			r.ptr = append(r.ptr, len(r.val))
			continue
		}
		r.difference(e[0], e[1])
	}
	return r.matrix(d)
}

// Gradient is the map of an image, given row by row, to the differences with the pixel to the right and with that
// below, where there are such; groups are the rows of one pixel each.
func Gradient(height, width int) (*linalg.CSR, prox.Groups) {
	var r rows
	var groups prox.Groups
	for i := range height {
		for j := range width {
			var group []int
			if j+1 < width {
				group = append(group, len(r.ptr))
				r.difference(i*width+j, i*width+j+1)
			}
			if i+1 < height {
				group = append(group, len(r.ptr))
				r.difference(i*width+j, (i+1)*width+j)
			}
			if group != nil {
				groups = append(groups, group)
			}
		}
	}
	return r.matrix(height * width), groups
}

// Selection is the map from d coordinates to those of which the indices are given, which may repeat.
func Selection(which []int, d int) *linalg.CSR {
	var r rows
	for _, j := range which {
		r.col, r.val = append(r.col, int32(j)), append(r.val, 1)
		r.ptr = append(r.ptr, len(r.val))
	}
	return r.matrix(d)
}

// Sums is S, the map from parts to the d coordinates that they are parts of.
func Sums(part []int, d int) *linalg.CSR {
	of := make([][]int32, d)
	for p, j := range part {
		of[j] = append(of[j], int32(p))
	}
	var r rows
	for _, parts := range of {
		for _, p := range parts {
			r.col, r.val = append(r.col, p), append(r.val, 1)
		}
		r.ptr = append(r.ptr, len(r.val))
	}
	return r.matrix(len(part))
}
