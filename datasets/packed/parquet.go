package packed

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"
)

// table is a file of Parquet as text of CSV: a heading, and a line for each row. Numbers have as many digits as bring
// them back bit for bit, truth is 1 and 0, days are as 2026-01-31, times as 2026-01-31T12:00:00.5, texts are in quotes,
// and what is null is empty.
type table struct {
	groups  []parquet.RowGroup // that are left
	rows    parquet.Rows       // of the one under way; nil before
	columns []column
	room    []parquet.Row
	text    []byte
	at      int // what of the text has been read
}

// column writes the values of a column.
type column func(dst []byte, v parquet.Value) []byte

// rowsAtOnce is how many rows are read at a time.
const rowsAtOnce = 256

// openTable opens a file. The error names a column that is no column of a table.
func openTable(r io.ReaderAt, size int64) (t *table, err error) {
	defer damaged(&err)
	if err := checkEnd(r, size); err != nil {
		return nil, err
	}
	f, err := parquet.OpenFile(r, size, parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true))
	if err != nil {
		return nil, err
	}
	if err := checkPages(f, r, size); err != nil {
		return nil, err
	}
	t = &table{groups: f.RowGroups(), room: make([]parquet.Row, rowsAtOnce)}
	for k, c := range f.Root().Columns() {
		name := c.Name()
		if !c.Leaf() || c.Repeated() {
			return nil, fmt.Errorf("its column %q holds lists or records: make columns of numbers and texts of them", name)
		}
		to := columnOf(c)
		if to == nil {
			return nil, fmt.Errorf("its column %q is of type %s, which is neither a number nor a text", name, c.Type())
		}
		if t.columns = append(t.columns, to); k > 0 {
			t.text = append(t.text, ',')
		}
		t.text = quoted(t.text, name)
	}
	t.text = append(t.text, '\n')
	return t, nil
}

// damaged makes an error of a panic: the reader of pages panics where they are not what their heads say.
func damaged(err *error) {
	if said := recover(); said != nil {
		*err = errors.Join(*err, fmt.Errorf("its pages are damaged: %v", said))
	}
}

// Read reads text.
func (t *table) Read(p []byte) (n int, err error) {
	defer damaged(&err)
	for t.at == len(t.text) {
		if err := t.next(); err != nil {
			return 0, err
		}
	}
	n = copy(p, t.text[t.at:])
	t.at += n
	return n, nil
}

// next writes some rows.
func (t *table) next() error {
	if t.rows == nil {
		if len(t.groups) == 0 {
			return io.EOF
		}
		t.rows, t.groups = t.groups[0].Rows(), t.groups[1:]
	}
	count, err := t.rows.ReadRows(t.room)
	t.text, t.at = t.text[:0], 0
	for _, row := range t.room[:count] {
		if len(row) != len(t.columns) {
			return fmt.Errorf("a row has %d cells, and there are %d columns", len(row), len(t.columns))
		}
		for k, v := range row {
			if k > 0 {
				t.text = append(t.text, ',')
			}
			if !v.IsNull() {
				t.text = t.columns[k](t.text, v)
			}
		}
		t.text = append(t.text, '\n')
	}
	switch {
	case errors.Is(err, io.EOF):
		err, t.rows = t.rows.Close(), nil
	case err == nil && count == 0:
		err = io.ErrNoProgress // which the reader does not tell of
	}
	return err
}

func quoted(dst []byte, text string) []byte {
	return fmt.Appendf(dst, `"%s"`, strings.ReplaceAll(text, `"`, `""`))
}

// columnOf says how values of a column are written; nil where they cannot be.
func columnOf(c *parquet.Column) column {
	logical := c.Type().LogicalType()
	if logical == nil {
		logical = &format.LogicalType{}
	}
	switch kind := c.Type().Kind(); {
	case logical.Decimal != nil && kind <= parquet.Int64:
		scale := -int(logical.Decimal.Scale)
		return func(dst []byte, v parquet.Value) []byte { return fmt.Appendf(dst, "%de%d", integer(v), scale) }
	case logical.Date != nil:
		return dated(time.DateOnly, 24*time.Hour)
	case logical.Timestamp != nil:
		unit := time.Nanosecond
		switch {
		case logical.Timestamp.Unit.Millis != nil:
			unit = time.Millisecond
		case logical.Timestamp.Unit.Micros != nil:
			unit = time.Microsecond
		}
		return dated("2006-01-02T15:04:05.999999999", unit)
	case kind == parquet.Boolean:
		return func(dst []byte, v parquet.Value) []byte {
			if v.Boolean() {
				return append(dst, '1')
			}
			return append(dst, '0')
		}
	case kind == parquet.Int32 || kind == parquet.Int64:
		return func(dst []byte, v parquet.Value) []byte { return strconv.AppendInt(dst, integer(v), 10) }
	case kind == parquet.Float:
		return func(dst []byte, v parquet.Value) []byte { return number(dst, float64(v.Float())) }
	case kind == parquet.Double:
		return func(dst []byte, v parquet.Value) []byte { return number(dst, v.Double()) }
	case kind == parquet.ByteArray && logical.Decimal == nil:
		return func(dst []byte, v parquet.Value) []byte { return quoted(dst, string(v.ByteArray())) }
	}
	return nil
}

// number leaves a cell empty that is not a number, which is how tables of floating-point numbers have what is missing.
func number(dst []byte, v float64) []byte {
	if math.IsNaN(v) {
		return dst
	}
	return strconv.AppendFloat(dst, v, 'g', -1, 64)
}

func integer(v parquet.Value) int64 {
	if v.Kind() == parquet.Int32 {
		return int64(v.Int32())
	}
	return v.Int64()
}

// dated writes how many units of time it is after 1970.
func dated(layout string, unit time.Duration) column {
	each := int64(time.Second / max(1, min(unit, time.Second))) // of a second; 1 for days
	return func(dst []byte, v parquet.Value) []byte {
		count := integer(v)
		if unit > time.Second {
			return time.Unix(count*int64(unit/time.Second), 0).UTC().AppendFormat(dst, layout)
		}
		return time.Unix(count/each, count%each*int64(unit)).UTC().AppendFormat(dst, layout)
	}
}
