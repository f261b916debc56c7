package datasets

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// readMATLABFrame reads X and y, or what options name, from a MATLAB file of version 5.
func readMATLABFrame(_ context.Context, r *reader, path string, o FrameOptions) (*Frame, error) {
	arrays, err := ReadMATLAB(r, path)
	if err != nil {
		return nil, err
	}
	var names []string
	for name, a := range arrays {
		names = append(names, fmt.Sprintf("%s %v", name, a.Dims))
	}
	slices.Sort(names)
	a, ok := arrays["X"]
	if !ok {
		a, ok = arrays["x"]
	}
	if !ok {
		return nil, fmt.Errorf("%s: there is no array X of features; there are: %s", path, strings.Join(names, ", "))
	}
	rows, cols, data, err := a.Matrix()
	if err != nil {
		return nil, fmt.Errorf("%s: array X: %w", path, err)
	}
	return (&Frame{X: linalg.NewDense(rows, cols, data)}).named(path, o, func(name string) ([]float64, error) {
		a, ok := arrays[name]
		if !ok || a.Data == nil {
			return nil, fmt.Errorf("%s: there is no numeric array %q; there are: %s", path, name, strings.Join(names, ", "))
		}
		return a.Data, nil
	})
}
