package array

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/proxlab/proxlab/datasets/frame"
	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/internal/plain"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

var errNotThere = errors.New("not there") // an array of a name

// ReadMATLABFrame reads X and y, or what options name, from a MATLAB file of version 5.
func ReadMATLABFrame(_ context.Context, r *source.Reader, path string, o frame.Options) (*frame.Frame, error) {
	arrays, left, err := readMATLAB(r, path)
	if err != nil {
		return nil, err
	}
	var names []string
	for name, a := range arrays {
		names = append(names, fmt.Sprintf("%s %v", name, a.Dims))
	}
	for name := range left {
		names = append(names, name)
	}
	slices.Sort(names)
	matrix := func(names ...string) (rows, cols int, data []float64, err error) {
		for _, name := range names {
			if kind, is := left[name]; is {
				return 0, 0, nil, fmt.Errorf("%s: array %s is %s", path, name, kind)
			}
			if a, is := arrays[name]; is {
				if rows, cols, data, err = a.Matrix(); err != nil {
					err = fmt.Errorf("%s: array %s: %w", path, name, err)
				}
				return rows, cols, data, err
			}
		}
		return 0, 0, nil, errNotThere
	}
	rows, cols, data, err := matrix("X", "x")
	if errors.Is(err, errNotThere) {
		return nil, fmt.Errorf("%s: there is no array X of features; there are: %s", path, plain.List(names))
	}
	if err != nil {
		return nil, err
	}
	return named(&frame.Frame{X: linalg.NewDense(rows, cols, data)}, path, o, func(name string) ([]float64, error) {
		r, c, column, err := matrix(name)
		if errors.Is(err, errNotThere) {
			return nil, fmt.Errorf("%s: there is no numeric array %q; there are: %s", path, name, plain.List(names))
		}
		if err != nil {
			return nil, err
		}
		return column, oneEach(path+": array "+name, r, c, rows)
	})
}
