package table

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"

	"github.com/proxlab/proxlab/datasets/source"
)

// longest bounds a record of a CSV file, which a quote that is never closed would let grow without end.
const longest = 1 << 22

var errLongRecord = fmt.Errorf("the line is longer than %d bytes: is a quote not closed?", longest)

// bounded ends a record that is too long: spent is set to 0 before each.
type bounded struct {
	r     io.Reader
	spent int
}

func (b *bounded) Read(p []byte) (int, error) {
	if b.spent > longest {
		return 0, errLongRecord
	}
	n, err := b.r.Read(p)
	b.spent += n
	return n, err
}

// Record is a record of a small table with a heading: its cells, and how to say what is wrong with one, counted from 1.
type Record struct {
	Cells []string
	Fault func(field int, format string, args ...any) error
}

// Numbers appends the cells from some field on, counted from 1, which must be finite numbers.
func (r Record) Numbers(dst []float64, first int) ([]float64, error) {
	for k, cell := range r.Cells[first-1:] {
		v, ok := source.ParseNumber([]byte(cell))
		if !ok {
			return dst, r.Fault(first+k, "%q is no finite number", cell)
		}
		dst = append(dst, v)
	}
	return dst, nil
}

// EachRecord reads a small table record by record: the heading, and then what follows. The cells are those of the next
// record, too.
func EachRecord(ctx context.Context, r io.Reader, name string, heading, do func(Record) error) error {
	bound := &bounded{r: r}
	in := csv.NewReader(bound)
	in.ReuseRecord = true
	fault := func(field int, format string, args ...any) error {
		line, _ := in.FieldPos(max(0, field-1))
		return source.FaultAt(name, line, field, format, args...)
	}
	for n := 0; ; n++ {
		bound.spent = 0
		cells, err := in.Read()
		switch {
		case errors.Is(err, io.EOF) && n == 0:
			return fmt.Errorf("%s: the file is empty", name)
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return fmt.Errorf("%s: %w", name, err)
		}
		if err := context.Cause(ctx); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		take := do
		if n == 0 {
			take = heading
		}
		if err := take(Record{cells, fault}); err != nil {
			return err
		}
	}
}
