package larger

import (
	"context"
	"slices"
	"sync"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// byTask are examples of k tasks as those of one: each has d·k features, of which those of its own task are the row's
// and others 0, in the order of a matrix W of d×k row by row. A loss of one output then has the weights of every task.
type byTask struct {
	*standardized
	tasks []int64 // ascending

	rooms sync.Pool // of blocks as they are read
}

// Dims are the examples, and the features of all tasks.
func (s *byTask) Dims() (n, d int) {
	n, d = s.standardized.Dims()
	return n, d * len(s.tasks)
}

// Read reads a block, sparse.
func (s *byTask) Read(ctx context.Context, k int, columns []int, into *linalg.RowBlock) error {
	from, ok := s.rooms.Get().(*linalg.RowBlock)
	if !ok {
		from = &linalg.RowBlock{}
	}
	defer s.rooms.Put(from)
	if err := s.standardized.Read(ctx, k, s.features(columns), from); err != nil {
		return err
	}
	into.Y, into.First = append(into.Y[:0], from.Y...), from.First
	into.Weights, into.Keys = append(into.Weights[:0], from.Weights...), append(into.Keys[:0], from.Keys...)
	of := make([]int, len(from.Tasks))
	into.Tasks = into.Tasks[:0]
	for i, task := range from.Tasks {
		of[i], _ = slices.BinarySearch(s.tasks, int64(task))
		into.Tasks = append(into.Tasks, float64(of[i]))
	}
	s.spread(from, of, columns, into)
	return nil
}

// features are those of some columns; nil for all.
func (s *byTask) features(columns []int) []int {
	if columns == nil {
		return nil
	}
	out := make([]int, 0, len(columns))
	for _, c := range columns {
		if j := c / len(s.tasks); len(out) == 0 || out[len(out)-1] != j {
			out = append(out, j)
		}
	}
	return out
}

// spread parts the features that were read, whose rows are of some tasks, into the columns of these.
func (s *byTask) spread(from *linalg.RowBlock, of, columns []int, into *linalg.RowBlock) {
	m := into.Sparse
	if m == nil {
		m = &linalg.CSR{}
		into.Sparse = m
	}
	m.C, m.Ptr, m.Col, m.Val = len(of), append(m.Ptr[:0], 0), m.Col[:0], m.Val[:0]
	read, _ := from.Columns().Dims()
	parts, next := make([][]entry, len(s.tasks)), 0
	for r := range read {
		for t := range parts {
			parts[t] = parts[t][:0]
		}
		each(from, r, func(i int, v float64) { parts[of[i]] = append(parts[of[i]], entry{int32(i), v}) })
		j := r
		if columns != nil {
			j = columns[next] / len(s.tasks)
		}
		for t := range parts {
			if columns != nil && (next == len(columns) || columns[next] != j*len(s.tasks)+t) {
				continue
			}
			next++
			for _, e := range parts[t] {
				m.Col, m.Val = append(m.Col, e.row), append(m.Val, e.value)
			}
			m.Ptr = append(m.Ptr, len(m.Val))
		}
	}
	m.R = len(m.Ptr) - 1
}

type entry struct {
	row   int32
	value float64
}

// each goes through the entries of a column that was read.
func each(b *linalg.RowBlock, column int, do func(i int, v float64)) {
	if b.Dense != nil {
		for i, v := range b.Dense.Row(column) {
			if v != 0 {
				do(i, v)
			}
		}
		return
	}
	rows, values := b.Sparse.Row(column)
	for at, i := range rows {
		do(int(i), values[at])
	}
}
