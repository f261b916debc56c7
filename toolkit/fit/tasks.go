package fit

import (
	"fmt"
	"slices"

	"github.com/proxlab/proxlab/toolkit/fit/inference"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// columns are the examples by task, in ascending order of tasks, which may be given where data need not have all;
// without tasks there is one.
func (data Data) columns(tasks []int64) ([]inference.Task, error) {
	if data.Task == nil {
		return []inference.Task{{X: linalg.Columns(data.X), Y: data.Y}}, nil
	}
	if tasks == nil {
		tasks = slices.Compact(slices.Sorted(slices.Values(data.Task)))
	}
	rows := make([][]int, len(tasks))
	for i, t := range data.Task {
		at, known := slices.BinarySearch(tasks, t)
		if !known {
			return nil, fmt.Errorf("example %d is of task %d, which the model does not know", i+1, t)
		}
		rows[at] = append(rows[at], i)
	}
	out := make([]inference.Task, len(tasks))
	for t, of := range rows {
		out[t] = inference.Task{X: linalg.Columns(linalg.SelectRows(data.X, of)), Y: selected(data.Y, of)}
	}
	return out, nil
}

// EqualTasks are weights of examples that count each task alike, 1/(n_t T) for the n_t examples of each of T tasks:
// by default all examples count alike.
func EqualTasks(task []int64) []float64 {
	count := map[int64]int{}
	for _, t := range task {
		count[t]++
	}
	out := make([]float64, len(task))
	for i, t := range task {
		out[i] = 1 / float64(count[t]*len(count))
	}
	return out
}
