package reproduce

import (
	"fmt"

	"github.com/proxlab/proxlab/figures"
)

// Layout declares a table: when it is made, what is said of it, and how its rows are shown.
type Layout struct {
	ID    string
	Title string
	Notes []string
	// Mode is that of the table, literal where it is empty. The table is made in that mode and in both; with EveryMode, in
	// any.
	Mode      Mode
	EveryMode bool
	// Scale is the only one at which the table is made without being named; empty for all.
	Scale Scale
	// Columns show a row a line. Where rows and lines are not the same, Show fills the table instead, or adds to it what
	// the columns leave.
	Columns []Column
	Show    func(f *figures.Table, t *Table)
}

// Column is a column of a table: the key of a value, its heading and its format. It is written without the names of its
// fields, which vet allows where the struct is unnamed.
type Column = struct {
	Key, Title string
	Format     Format
}

// Format writes a value of a row.
type Format struct {
	left  bool // flush left
	of    func(r Row, key string) string
	aside bool // of interest on demand
}

// The formats. Whatever a row lacks is a dash.
var (
	// RowID writes the id of the row, whatever the key.
	RowID = Format{true, func(r Row, _ string) string { return r.ID }, false}
	// Plain writes a text.
	Plain = Format{true, func(r Row, key string) string { return dashed(r.Text(key)) }, false}
	// Data writes the data of the row with their checksum, and Kind their kind alone, whatever the key; or why there are
	// none.
	Data = Format{true, func(r Row, _ string) string { return orStatus(r, r.Data.String()) }, true}
	Kind = Format{true, func(r Row, _ string) string { return orStatus(r, string(r.Data.Kind)) }, false}
	// Short writes a number to a digit and its power of ten, Power the power alone, and General the shortest way.
	Short   = verb("%.1e")
	Power   = verb("%.0e")
	General = verb("%g")
)

// Decimals writes a number with so many decimals.
func Decimals(n int) Format {
	return Number(func(v float64) string { return figures.Number(v, n) })
}

// Number writes a number as of does; NaN is a dash.
func Number(of func(v float64) string) Format {
	return Format{of: func(r Row, key string) string {
		v := r.Number(key)
		if v != v {
			return "–"
		}
		return of(v)
	}}
}

// Left writes what of makes of a row and the key, flush left.
func Left(of func(r Row, key string) string) Format { return Format{left: true, of: of} }

// Right writes what of makes of a row and the key, flush right.
func Right(of func(r Row, key string) string) Format { return Format{of: of} }

func verb(v string) Format { return Number(func(x float64) string { return fmt.Sprintf(v, x) }) }

func dashed(s string) string {
	if s == "" {
		return "–"
	}
	return s
}

func orStatus(r Row, s string) string {
	if status := r.Status(); status != "" {
		return status
	}
	return s
}

func (l Layout) mode() Mode {
	if l.Mode == "" {
		return Literal
	}
	return l.Mode
}

// Tables shows the record's tables, those that have rows.
func (s Study) Tables(rec *Record) []figures.Table {
	var out []figures.Table
	for i := range rec.Tables {
		t := &rec.Tables[i]
		if l := s.Layout(t.ID); l.ID != "" && len(t.Rows) > 0 {
			out = append(out, l.show(rec, t))
		}
	}
	return out
}

func (l Layout) show(rec *Record, t *Table) figures.Table {
	f := figures.Table{
		ID: t.ID, Title: fmt.Sprintf("%s (%s, scale %s)", t.Title, t.Mode, rec.Scale),
		Notes: append([]string(nil), l.Notes...),
	}
	for _, c := range l.Columns {
		f.Columns = append(f.Columns, figures.Column{Title: c.Title, Right: !c.Format.left, Aside: c.Format.aside})
	}
	for _, r := range t.Rows {
		if len(l.Columns) == 0 {
			break
		}
		line := make([]string, len(l.Columns))
		for i, c := range l.Columns {
			line[i] = c.Format.of(r, c.Key)
		}
		f.Rows = append(f.Rows, line)
	}
	if l.Show != nil {
		l.Show(&f, t)
	}
	f.Notes = append(f.Notes, t.doubts()...)
	return f
}
