//go:build !js

package array

import (
	"fmt"
	"math"

	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// scipySparse returns a matrix of scipy.sparse.save_npz, by rows.
func scipySparse(arrays map[string]npyArray, path string) (*linalg.CSR, error) {
	shape, ptr, col, val := arrays["shape"].data, arrays["indptr"].data, arrays["indices"].data, arrays["data"].data
	if format := arrays["format"].text; format != "csr" {
		return nil, fmt.Errorf("%s: a sparse matrix of format %q: save it as tocsr()", path, source.Brief(format))
	}
	if len(shape) != 2 || len(ptr) == 0 || shape[0] != float64(len(ptr)-1) || len(col) != len(val) {
		return nil, fmt.Errorf("%s: the arrays shape %v, indptr of %d, indices of %d and data of %d do not go together",
			path, shape[:min(len(shape), 4)], len(ptr), len(col), len(val))
	}
	columns, err := index(path+": array shape", 1, shape[1], 0, math.MaxInt32)
	if err != nil {
		return nil, err
	}
	out := &linalg.CSR{R: len(ptr) - 1, C: columns, Ptr: make([]int, len(ptr)), Col: make([]int32, len(col)), Val: val}
	last := 0
	for i, v := range ptr {
		if out.Ptr[i], err = index(path+": array indptr", i, v, last, len(val)); err != nil {
			return nil, err
		}
		last = out.Ptr[i]
	}
	if out.Ptr[0] != 0 || last != len(val) {
		return nil, fmt.Errorf("%s: array indptr goes from %d to %d, and there are %d entries", path, out.Ptr[0], last,
			len(val))
	}
	for k, v := range col {
		j, err := index(path+": array indices", k, v, 0, columns-1)
		if err != nil {
			return nil, err
		}
		out.Col[k] = int32(j)
	}
	for i := range out.R {
		lo, hi := out.Ptr[i], out.Ptr[i+1]
		if err := sortRow(out.Col[lo:hi], out.Val[lo:hi]); err != nil {
			return nil, fmt.Errorf("%s: row %d of the sparse matrix: %w: use sum_duplicates()", path, i+1, err)
		}
	}
	return out, nil
}

// index is a whole number of an array, at place at from 0, within bounds.
func index(array string, at int, v float64, least, most int) (int, error) {
	if !(v >= float64(least) && v <= float64(most) && v == math.Trunc(v)) {
		return 0, fmt.Errorf("%s: entry %d is %g, not a whole number from %d to %d", array, at+1, v, least, most)
	}
	return int(v), nil
}
