package array

import (
	"errors"
	"fmt"
	"math"

	"github.com/proxlab/proxlab/datasets/frame"
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
