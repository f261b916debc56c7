package datasets

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// readNPZ reads several arrays: X, dense or as scipy.sparse.save_npz writes it, and y, or what options name.
func readNPZ(_ context.Context, r *reader, path string, o FrameOptions) (*Frame, error) {
	content, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("%s: %w: the file is cut off or damaged", path, err)
	}
	files, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		return nil, fmt.Errorf("%s: %w: this is no .npz file, or a damaged one", path, err)
	}
	arrays := map[string]npyArray{}
	var names []string
	for _, f := range files.File {
		name := strings.TrimSuffix(f.Name, ".npy")
		in, err := f.Open()
		if err != nil {
			return nil, fmt.Errorf("%s: array %s: %w", path, name, err)
		}
		a, err := readNPY(in, path+": array "+name)
		in.Close()
		if err != nil {
			return nil, err
		}
		arrays[name] = a
		names = append(names, fmt.Sprintf("%s %v", name, a.shape))
	}
	out := &Frame{}
	if _, sparse := arrays["indptr"]; sparse {
		out.X, err = scipySparse(arrays, path)
	} else {
		var a npyArray
		if a, err = find(arrays, "X", "x"); err != nil {
			return nil, fmt.Errorf("%s: there is no array X of features; there are: %s", path, strings.Join(names, ", "))
		}
		var rows, cols int
		var data []float64
		if rows, cols, data, err = a.matrix(path + ": array X"); err == nil {
			out.X = linalg.NewDense(rows, cols, data)
		}
	}
	if err != nil {
		return nil, err
	}
	return out.named(path, o, func(name string) ([]float64, error) {
		a, err := find(arrays, name)
		if err != nil {
			return nil, fmt.Errorf("%s: there is no array %q; there are: %s", path, name, strings.Join(names, ", "))
		}
		return a.data, nil
	})
}

var errNotThere = errors.New("not there")

func find(arrays map[string]npyArray, names ...string) (npyArray, error) {
	for _, n := range names {
		if a, ok := arrays[n]; ok {
			return a, nil
		}
	}
	return npyArray{}, errNotThere
}

// scipySparse returns a matrix of scipy.sparse.save_npz, by rows.
func scipySparse(arrays map[string]npyArray, path string) (*linalg.CSR, error) {
	shape, ptr, col, val := arrays["shape"].data, arrays["indptr"].data, arrays["indices"].data, arrays["data"].data
	if format := arrays["format"].text; format != "csr" {
		return nil, fmt.Errorf("%s: a sparse matrix of format %q: save it as tocsr()", path, format)
	}
	if len(shape) != 2 || shape[0] < 0 || len(ptr) != int(shape[0])+1 || len(col) != len(val) || shape[1] > math.MaxInt32 {
		return nil, fmt.Errorf("%s: the arrays shape, indptr, indices and data do not go together", path)
	}
	out := &linalg.CSR{R: int(shape[0]), C: int(shape[1]), Ptr: make([]int, 1, len(ptr))}
	for i := range out.R {
		lo, hi := int(ptr[i]), int(ptr[i+1])
		if lo < 0 || hi < lo || hi > len(val) {
			return nil, fmt.Errorf("%s: row %d of the sparse matrix goes from %d to %d of %d entries",
				path, i+1, lo, hi, len(val))
		}
		row := entries{}
		for k := lo; k < hi; k++ {
			if col[k] < 0 || col[k] >= shape[1] {
				return nil, fmt.Errorf("%s: row %d of the sparse matrix has column %g of %g", path, i+1, col[k], shape[1])
			}
			row = append(row, entry{i, int(col[k]), val[k]})
		}
		row.appendTo(out)
		out.Ptr = append(out.Ptr, len(out.Val))
	}
	return out, nil
}
