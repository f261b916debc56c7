package array

import (
	"context"
	"fmt"

	"github.com/proxlab/proxlab/datasets/frame"
	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// ReadNPYFrame reads a matrix of which a column is the target.
func ReadNPYFrame(_ context.Context, r *source.Reader, path string, o frame.Options) (*frame.Frame, error) {
	a, err := readNPY(r, path, r.Intake)
	if err != nil {
		return nil, err
	}
	rows, cols, data, err := a.matrix(path)
	if err != nil {
		return nil, err
	}
	if o.Target == "" && !o.NoTarget {
		return nil, fmt.Errorf("%s: which column is the target? They are numbered 1 to %d; a .npy file of its own may "+
			"hold it too", path, cols)
	}
	return takeColumns(linalg.NewDense(rows, cols, data), path, o)
}

// ReadMatrixMarketFrame reads a matrix of which a column is the target, or a file beside it.
func ReadMatrixMarketFrame(_ context.Context, r *source.Reader, path string, o frame.Options) (*frame.Frame, error) {
	m, err := ReadMatrixMarket(r, path)
	if err != nil {
		return nil, err
	}
	if _, cols := m.Dims(); o.Target == "" && !o.NoTarget {
		return nil, fmt.Errorf("%s: which column is the target? They are numbered 1 to %d; a .mtx or .npy file of its own "+
			"may hold it too", path, cols)
	}
	return takeColumns(m, path, o)
}
