package array

import (
	"errors"
	"io"
	"math"
	"strings"

	"github.com/proxlab/proxlab/datasets/source"
)

type marketReader struct {
	lines                                 *source.Lines
	intake                                *source.Intake
	coordinate, pattern, symmetric, whole bool
	rows, cols, count                     int
}

// line returns the words of the next line that is no comment; io.EOF after the last.
func (m *marketReader) line() ([]string, error) {
	for {
		line, err := m.lines.Next()
		if err != nil {
			return nil, err
		}
		if text := strings.TrimSpace(string(line)); text != "" && text[0] != '%' {
			return strings.Fields(text), nil
		}
	}
}

// data returns the next line, which must be there.
func (m *marketReader) data() ([]string, error) {
	words, err := m.line()
	if errors.Is(err, io.EOF) {
		return nil, m.lines.Fault(0, "the file ends before its last entry: it is cut off")
	}
	return words, err
}

// end tests that nothing follows the last entry.
func (m *marketReader) end() error {
	switch words, err := m.line(); {
	case errors.Is(err, io.EOF):
		return nil
	case err != nil:
		return err
	default:
		return m.lines.Fault(0, "%q comes after the last entry that is announced", strings.Join(words, " "))
	}
}

// value reads a number, which is whole where the file says so.
func (m *marketReader) value(field int, word string) (float64, error) {
	v, ok := source.ParseNumber([]byte(word))
	switch {
	case !ok:
		return 0, m.lines.Fault(field, "%q is no value: a finite number is due", word)
	case m.whole && v != math.Trunc(v):
		return 0, m.lines.Fault(field, "%q is no whole number, and the file says integer", word)
	}
	return v, nil
}
