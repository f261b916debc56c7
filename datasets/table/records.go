package table

import (
	"encoding/csv"
	"fmt"
	"io"
)

// csvRecord bounds a record of a CSV file, which a quote that is never closed would let grow without end.
const csvRecord = 1 << 22

var errLongRecord = fmt.Errorf("the line is longer than %d bytes: is a quote not closed?", csvRecord)

// recordBound ends a record that is too long: spent is set to 0 before each.
type recordBound struct {
	r     io.Reader
	spent int
}

func (b *recordBound) Read(p []byte) (int, error) {
	if b.spent > csvRecord {
		return 0, errLongRecord
	}
	n, err := b.r.Read(p)
	b.spent += n
	return n, err
}

// Records reads records that have a bound.
type Records struct {
	*csv.Reader
	bound *recordBound
}

// NewRecords reads a stream by encoding/csv.
func NewRecords(r io.Reader) Records {
	bound := &recordBound{r: r}
	return Records{csv.NewReader(bound), bound}
}

// Read returns the next record; io.EOF after the last.
func (b Records) Read() ([]string, error) {
	b.bound.spent = 0
	return b.Reader.Read()
}
