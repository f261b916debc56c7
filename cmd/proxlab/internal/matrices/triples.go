package matrices

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/datasets/table"
	"github.com/proxlab/proxlab/internal/plain"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/spf13/cobra"
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
