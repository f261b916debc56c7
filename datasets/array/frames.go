package array

import (
	"context"

	"github.com/proxlab/proxlab/datasets/frame"
	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// ReadNPYFrame reads a matrix of which a column is the target.
func ReadNPYFrame(ctx context.Context, r *source.Reader, path string, o frame.Options) (*frame.Frame, error) {
	a, err := readNPY(r, path, r.Intake)
	if err != nil {
		return nil, err
	}
	rows, cols, data, err := a.matrix(path)
	if err != nil {
		return nil, err
	}
	return takeColumns(ctx, linalg.NewDense(rows, cols, data), path, o)
}

// ReadMatrixMarketFrame reads a matrix of which a column is the target, or a file beside it.
func ReadMatrixMarketFrame(ctx context.Context, r *source.Reader, path string, o frame.Options) (*frame.Frame, error) {
	m, err := ReadMatrixMarket(r, path)
	if err != nil {
		return nil, err
	}
	return takeColumns(ctx, m, path, o)
}
