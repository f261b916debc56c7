package matrices

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/ui"
	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/datasets/table"
	"github.com/proxlab/proxlab/internal/plain"
	"github.com/proxlab/proxlab/toolkit/encode"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/spf13/cobra"
	"gonum.org/v1/gonum/stat"
)

// entry is a line of a table of triples; row and column are −1 where their names are not known.
type entry struct {
	row, column int
	value       float64
	line        int       // counted from 1, without the heading
	words       [2]string // the names, of what is asked for
}

// triples are a table with a row, a column and maybe a value in each line.
type triples struct {
	columns [3]string // their names in the heading
	names   [2]map[string]int
	entries []entry
}

func newTriples(columns [3]string) *triples {
	return &triples{columns: columns, names: [2]map[string]int{{}, {}}}
}

// asked are pairs of rows and columns of the same names.
func (t *triples) asked() *triples {
	return &triples{columns: t.columns, names: t.names}
}

// read reads a file. Names that are not known yet are learnt where there are values.
func (t *triples) read(cmd *cobra.Command, path string, values bool) error {
	r, err := source.OpenUntil(cmd.Context(), path)
	if err != nil {
		return err
	}
	defer r.Close()
	due := 2
	if values {
		due = 3
	}
	var at [3]int
	heading := func(h table.Record) error {
		if len(h.Cells) < due {
			return h.Fault(1, "%d columns: %d are due", len(h.Cells), due)
		}
		for k := range due {
			if at[k] = k; t.columns[k] == "" {
				t.columns[k] = h.Cells[k]
			} else if at[k] = slices.Index(h.Cells, t.columns[k]); at[k] < 0 {
				return h.Fault(1, "there is no column %q: there are %s", t.columns[k], plain.List(h.Cells))
			}
		}
		return nil
	}
	line := 0
	return table.EachRecord(cmd.Context(), r, path, heading, func(h table.Record) error {
		line++
		e := entry{line: line}
		var ids [2]int
		for k := range 2 {
			name := h.Cells[at[k]]
			if name == "" {
				return h.Fault(at[k]+1, "there is no name")
			}
			id, known := t.names[k][name]
			switch {
			case known:
			case values:
				id = len(t.names[k])
				t.names[k][name] = id
			default:
				id = -1
			}
			if ids[k] = id; !values {
				e.words[k] = name
			}
		}
		if e.row, e.column = ids[0], ids[1]; values {
			var ok bool
			if e.value, ok = source.ParseNumber([]byte(h.Cells[at[2]])); !ok {
				return h.Fault(at[2]+1, "%q is no finite number", h.Cells[at[2]])
			}
		}
		t.entries = append(t.entries, e)
		return nil
	})
}

// features reads those of rows, side 0, or columns, side 1, and brings them to the mean 0 and the deviation 1, with a
// constant beside. Rows or columns that have no entry come after those that have.
func (t *triples) features(cmd *cobra.Command, path string, side int) (*linalg.Dense, error) {
	frame, err := ui.ReadData(cmd, path, datasets.FrameOptions{
		NoTarget: true, Keep: []string{t.columns[side]}, Encode: encode.Options{Categories: []string{encode.Auto}},
	})
	if err != nil {
		return nil, err
	}
	x, names := linalg.ToDense(frame.X), t.names[side]
	place := make([]int, x.R)
	line := map[int]int{}
	for i, name := range frame.Kept[0] {
		if _, known := names[name]; !known {
			names[name] = len(names)
		}
		place[i] = names[name]
		if first, twice := line[place[i]]; twice {
			return nil, fmt.Errorf("%s: examples %d and %d are both of %q", plain.Text(path), first, i+1, name)
		}
		line[place[i]] = i + 1
	}
	for name, id := range names {
		if line[id] == 0 {
			return nil, fmt.Errorf("%s: there are no features of %q", plain.Text(path), name)
		}
	}
	out, column := linalg.NewDense(x.R, x.C+1, nil), make([]float64, x.R)
	for j := range x.C {
		linalg.Column(column, x, j)
		mean, deviation := stat.PopMeanStdDev(column, nil)
		for i, v := range column {
			if deviation > 1e-13*math.Abs(mean) {
				out.Row(place[i])[j] = (v - mean) / deviation
			}
		}
	}
	for i := range x.R {
		out.Row(i)[x.C] = 1
	}
	return out, nil
}

// matrix is what is known; an entry that stands there twice is an error.
func (t *triples) matrix(path string) (*linalg.CSR, error) {
	slices.SortFunc(t.entries, func(a, b entry) int {
		return cmp.Or(cmp.Compare(a.row, b.row), cmp.Compare(a.column, b.column), cmp.Compare(a.line, b.line))
	})
	ptr := make([]int, len(t.names[0])+1)
	col, val := make([]int32, len(t.entries)), make([]float64, len(t.entries))
	for k, e := range t.entries {
		if k > 0 && t.entries[k-1].row == e.row && t.entries[k-1].column == e.column {
			return nil, fmt.Errorf("lines %d and %d are of the same row and column", t.entries[k-1].line+1, e.line+1)
		}
		ptr[e.row+1]++
		col[k], val[k] = int32(e.column), e.value
	}
	for i := range len(ptr) - 1 {
		ptr[i+1] += ptr[i]
	}
	if len(t.entries) == 0 {
		return nil, fmt.Errorf("%s has a heading and nothing else", plain.Text(path))
	}
	return linalg.NewCSR(len(t.names[0]), len(t.names[1]), ptr, col, val), nil
}
