package array

import (
	"errors"
	"fmt"
	"math"

	"github.com/proxlab/proxlab/datasets/frame"
	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// takeColumns takes the columns that options name by numbers from 1, or by files, out of a matrix without names.
func takeColumns(m linalg.Map, path string, o frame.Options) (*frame.Frame, error) {
	n, d := m.Dims()
	if n == 0 || d == 0 {
		return nil, frame.NoExamples(path, n, d)
	}
	out := &frame.Frame{}
	taken := map[int]bool{}
	take := func(what, name string) ([]float64, error) {
		if name == "" {
			return nil, nil
		}
		j, err := frame.ColumnNumber(name, d)
		if errors.Is(err, frame.ErrNoNumber) {
			return ReadVector(path, name, n)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: the column of %s: %w", path, what, err)
		}
		taken[j] = true
		column := make([]float64, n)
		linalg.Column(column, m, j)
		return column, nil
	}
	var err error
	if out.Y, err = take("targets", o.Target); err != nil {
		return nil, err
	}
	if out.Weights, err = take("weights", o.Weights); err != nil {
		return nil, err
	}
	for k, name := range o.Keep {
		if frame.IsVectorFile(name) {
			continue
		}
		column, err := take("what is kept", name)
		if err != nil {
			return nil, err
		}
		out.KeepNumbers(o, k, column)
	}
	tasks, err := take("tasks", o.Task)
	if err == nil && tasks != nil {
		out.Task, err = wholeNumbers(path, tasks)
	}
	if err != nil {
		return nil, err
	}
	out.Target = o.Target
	out.X = without(m, taken)
	return out, nil
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

// named takes targets, weights and tasks from arrays by name, or from files of their own.
func named(
	f *frame.Frame, path string, o frame.Options, array func(name string) ([]float64, error),
) (*frame.Frame, error) {
	n, _ := f.X.Dims()
	take := func(name string) ([]float64, error) {
		if frame.IsVectorFile(name) {
			return ReadVector(path, name, n)
		}
		return array(name)
	}
	name := o.Target
	if name == "" {
		name = "y"
	}
	var err error
	if f.Y, err = take(name); err != nil {
		if !o.NoTarget {
			return nil, err
		}
		f.Y = nil
	}
	f.Target = o.Target
	if o.Weights != "" {
		if f.Weights, err = take(o.Weights); err != nil {
			return nil, err
		}
	}
	for k, name := range o.Keep {
		column, err := take(name)
		if err != nil {
			return nil, err
		}
		f.KeepNumbers(o, k, column)
	}
	if o.Task != "" {
		tasks, err := take(o.Task)
		if err != nil {
			return nil, err
		}
		if f.Task, err = wholeNumbers(path, tasks); err != nil {
			return nil, err
		}
	}
	return f, nil
}

// ReadVector reads a column from a file of its own, a number for each of the examples of the file beside.
func ReadVector(beside, path string, examples int) ([]float64, error) {
	if !frame.IsVectorFile(path) {
		return nil, fmt.Errorf("%s: there is no column %q; a .npy or .mtx file may hold it", beside, path)
	}
	r, err := source.Open(path)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	if source.Extension(path) == ".npy" {
		a, err := readNPY(r, path, r.Intake)
		if err != nil {
			return nil, err
		}
		return a.vector(path, examples)
	}
	m, err := ReadMatrixMarket(r, path)
	if err != nil {
		return nil, err
	}
	rows, cols := m.Dims()
	if err := oneEach(path, rows, cols, examples); err != nil {
		return nil, err
	}
	return linalg.ToDense(m).Data, nil
}
