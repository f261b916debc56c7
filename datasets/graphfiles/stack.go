package graphfiles

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/proxlab/proxlab/datasets/array"
	"github.com/proxlab/proxlab/datasets/source"
)

// Stack are images of the same size, one after another, row by row, with so many features of each cell.
type Stack struct {
	Source                          source.Source
	Images, Rows, Columns, Features int
	Data                            []float64
}

// LoadStack reads a .npy file of images × rows × columns, or images × rows × columns × features, of finite numbers.
func LoadStack(ctx context.Context, path string) (*Stack, error) {
	r, err := source.OpenUntil(ctx, path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = r.Close() }() // it is read only
	shape, data, err := array.ReadNPY(r, path)
	switch {
	case err != nil:
		return nil, err
	case len(shape) == 3:
		shape = append(shape, 1)
	case len(shape) != 4:
		return nil, fmt.Errorf("%s: the array has %d dimensions: images × rows × columns are due, or × features", path,
			len(shape))
	}
	if slices.Min(shape) == 0 {
		return nil, fmt.Errorf("%s: an array of shape %v has no images, or nothing of them", path, shape)
	}
	sum, err := r.Sum()
	if err != nil {
		return nil, err
	}
	from := source.Source{Name: path, Kind: source.Unverified, SHA256: sum}
	s := &Stack{from, shape[0], shape[1], shape[2], shape[3], data}
	for k, v := range data {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			cell := k / s.Features
			return nil, fmt.Errorf("%s: image %d, row %d, column %d is %g: a finite number is due", path, 1+cell/s.Cells(),
				1+cell%s.Cells()/s.Columns, 1+cell%s.Columns, v)
		}
	}
	return s, nil
}

// Cells are those of an image.
func (s *Stack) Cells() int { return s.Rows * s.Columns }

// Of are the numbers of an image.
func (s *Stack) Of(i int) []float64 {
	n := s.Cells() * s.Features
	return s.Data[i*n : (i+1)*n]
}

// CheckSize tells whether labels are of images of this size: one a cell.
func (s *Stack) CheckSize(labels *Stack, name string) error {
	if labels.Features != 1 || labels.Images != s.Images || labels.Rows != s.Rows || labels.Columns != s.Columns {
		return fmt.Errorf("%s: it has %d images of %d × %d cells with %d numbers each, where one label for each cell of %d "+
			"images of %d × %d is due", name, labels.Images, labels.Rows, labels.Columns, labels.Features, s.Images, s.Rows,
			s.Columns)
	}
	return nil
}
