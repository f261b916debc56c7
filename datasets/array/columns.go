package array

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/proxlab/proxlab/datasets/frame"
	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// takeColumns takes the columns that options name by numbers from 1, or by files, out of a matrix without names.
func takeColumns(ctx context.Context, m linalg.Map, path string, o frame.Options) (*frame.Frame, error) {
	n, d := m.Dims()
	switch {
	case n == 0 || d == 0:
		return nil, frame.NoExamples(path, n, d)
	case o.Target == "" && !o.NoTarget:
		return nil, fmt.Errorf("%s: which column is the target? They are numbered 1 to %d; a .npy or .mtx file of its own "+
			"may hold it too", path, d)
	}
	taken := map[int]bool{}
	out := &frame.Frame{Target: o.Target}
	err := fill(ctx, out, path, o, n, false, func(what, name string) ([]float64, error) {
		j, err := frame.ColumnNumber(name, d)
		if errors.Is(err, frame.ErrNoNumber) {
			return ReadVector(ctx, path, name, n)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: the column of %s: %w", path, what, err)
		}
		taken[j] = true
		column := make([]float64, n)
		linalg.Column(column, m, j)
		return column, nil
	})
	out.X = without(m, taken)
	return out, err
}

// named takes targets, weights and tasks from arrays by name, or from files of their own.
func named(
	ctx context.Context, f *frame.Frame, path string, o frame.Options, array func(name string) ([]float64, error),
) (*frame.Frame, error) {
	f.Target = o.Target
	o.Target = cmp.Or(o.Target, "y")
	n, _ := f.X.Dims()
	return f, fill(ctx, f, path, o, n, o.NoTarget, func(_, name string) ([]float64, error) { return array(name) })
}

// fill puts in targets, which may be missing or not, weights, tasks and what is kept beside, of n examples each: from
// columns, or from files of their own.
func fill(
	ctx context.Context, f *frame.Frame, path string, o frame.Options, n int, missing bool,
	column func(what, name string) ([]float64, error),
) error {
	take := func(what, name string) ([]float64, error) {
		switch {
		case name == "":
			return nil, nil
		case frame.IsVectorFile(name):
			return ReadVector(ctx, path, name, n)
		}
		return column(what, name)
	}
	var err error
	if f.Y, err = take("targets", o.Target); err != nil && !missing {
		return err
	}
	if f.Weights, err = take("weights", o.Weights); err != nil {
		return err
	}
	for k, name := range o.Keep {
		kept, err := take("what is kept", name)
		if err != nil {
			return err
		}
		f.KeepNumbers(o, k, kept)
	}
	tasks, err := take("tasks", o.Task)
	if err == nil && tasks != nil {
		f.Task, err = wholeNumbers(path, tasks)
	}
	return err
}

// wholeNumbers converts the numbers of tasks, which must be whole.
func wholeNumbers(path string, values []float64) ([]int64, error) {
	out := make([]int64, len(values))
	for i, v := range values {
		if v != math.Trunc(v) || math.Abs(v) > 1<<53 {
			return nil, fmt.Errorf("%s: the task of example %d is %g: tasks are whole numbers", path, i+1, v)
		}
		out[i] = int64(v)
	}
	return out, nil
}

// without returns a matrix without some columns.
func without(m linalg.Map, taken map[int]bool) linalg.Map {
	if len(taken) == 0 {
		return m
	}
	_, d := m.Dims()
	var kept []int
	for j := range d {
		if !taken[j] {
			kept = append(kept, j)
		}
	}
	return linalg.SelectColumns(m, kept)
}

// ReadVector reads a column from a file of its own, a number for each of the examples of the file beside.
func ReadVector(ctx context.Context, beside, path string, examples int) ([]float64, error) {
	if !frame.IsVectorFile(path) {
		return nil, fmt.Errorf("%s: there is no column %q; a .npy or .mtx file may hold it", beside, path)
	}
	m, err := LoadMatrix(ctx, path)
	if err != nil {
		return nil, err
	}
	rows, cols := m.Dims()
	if err := oneEach(path, rows, cols, examples); err != nil {
		return nil, err
	}
	return linalg.ToDense(m).Data, nil
}

// LoadMatrix reads a .npy or .mtx file.
func LoadMatrix(ctx context.Context, path string) (linalg.Map, error) {
	r, err := source.OpenUntil(ctx, path)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	if source.Extension(path) != ".npy" {
		return ReadMatrixMarket(r, path)
	}
	a, err := readNPY(r, path, r.Intake)
	if err != nil {
		return nil, err
	}
	rows, cols, data, err := a.matrix(path)
	if err != nil {
		return nil, err
	}
	return linalg.NewDense(rows, cols, data), nil
}
