//go:build !js

package array

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/proxlab/proxlab/datasets/frame"
	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/internal/plain"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// ReadNPZFrame reads several arrays: X, dense or as scipy.sparse.save_npz writes it, and y, or what options name.
func ReadNPZFrame(ctx context.Context, r *source.Reader, path string, o frame.Options) (*frame.Frame, error) {
	arrays, err := npzArrays(r, path)
	if err != nil {
		return nil, err
	}
	var names []string
	for name, a := range arrays {
		names = append(names, fmt.Sprintf("%s %v", name, a.shape))
	}
	slices.Sort(names)
	out := &frame.Frame{}
	if _, sparse := arrays["indptr"]; sparse {
		out.X, err = scipySparse(arrays, path)
	} else {
		var a npyArray
		if a, err = find(arrays, "X", "x"); err != nil {
			return nil, fmt.Errorf("%s: there is no array X of features; there are: %s", path, plain.List(names))
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
	return named(ctx, out, path, o, func(name string) ([]float64, error) {
		a, err := find(arrays, name)
		if err != nil {
			return nil, fmt.Errorf("%s: there is no array %q; there are: %s", path, name, plain.List(names))
		}
		n, _ := out.X.Dims()
		return a.vector(path+": array "+name, n)
	})
}

// npzArrays reads all arrays. Together they are no longer than packed content may be, even where members share bytes.
func npzArrays(r *source.Reader, path string) (map[string]npyArray, error) {
	if err := r.Intake.Need(float64(r.Intake.Size)); err != nil {
		return nil, err
	}
	content, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, source.Broken(err))
	}
	files, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		return nil, fmt.Errorf("%s: %w: this is no .npz file, or a damaged one", path, err)
	}
	arrays := map[string]npyArray{}
	for _, f := range files.File {
		name := strings.TrimSuffix(f.Name, ".npy")
		at := path + ": array " + source.Brief(name)
		if _, twice := arrays[name]; twice {
			return nil, fmt.Errorf("%s: it stands there twice", at)
		}
		if arrays[name], err = npzArray(f, at, r.Intake); err != nil {
			return nil, err
		}
	}
	return arrays, nil
}

func npzArray(f *zip.File, at string, t *source.Intake) (npyArray, error) {
	in, err := f.Open()
	if err != nil {
		return npyArray{}, fmt.Errorf("%s: %w", at, err)
	}
	defer in.Close()
	t.Out++ // so that what is in it counts as packed
	return readNPY(t.Unpack(in), at, t)
}

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
