package datasets

import (
	"bytes"
	"encoding/csv"
	"errors"
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

// boundedCSV reads records that have a bound.
type boundedCSV struct {
	*csv.Reader
	bound *recordBound
}

func newCSV(r io.Reader) boundedCSV {
	bound := &recordBound{r: r}
	return boundedCSV{csv.NewReader(bound), bound}
}

// Read returns the next record; io.EOF after the last.
func (b boundedCSV) Read() ([]string, error) {
	b.bound.spent = 0
	return b.Reader.Read()
}

// firstLine reads ahead, and gives it back as the beginning of the rest, without a byte-order mark.
func firstLine(r io.Reader) (string, io.Reader, error) {
	head := make([]byte, 1<<16)
	n, err := io.ReadFull(r, head)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return "", nil, broken(err)
	}
	if head, err = withoutMark(head[:n]); err != nil {
		return "", nil, err
	}
	line, _, _ := bytes.Cut(head, []byte("\n"))
	return string(line), io.MultiReader(bytes.NewReader(head), r), nil
}
