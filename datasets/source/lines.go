package source

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/proxlab/proxlab/internal/plain"
)

// SyntaxError is a fault in a data file, with the file's name, the line and, where it makes sense, the field. Both
// count from 1.
type SyntaxError struct {
	File        string
	Line, Field int
	Msg         string
}

// Error returns file:line: field n: message.
func (e *SyntaxError) Error() string {
	if e.Field > 0 {
		return fmt.Sprintf("%s:%d: field %d: %s", e.File, e.Line, e.Field, e.Msg)
	}
	return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Msg)
}

// maxLine bounds a line of a data file; longer ones are not data.
const maxLine = 1 << 16

// Lines reads a file line by line, keeping count for errors. Memory does not grow with the file.
type Lines struct {
	r     *bufio.Reader
	File  string
	N     int // the line last read
	limit int // the longest line, r's size
}

// NewLines reads lines of a file that errors call so.
func NewLines(r io.Reader, file string) *Lines { return NewLongLines(r, file, maxLine) }

// NewLongLines is NewLines for lines of at most so many bytes.
func NewLongLines(r io.Reader, file string, limit int) *Lines {
	return &Lines{r: bufio.NewReaderSize(r, limit), File: file, limit: limit}
}

// Whole returns the next line as it stands, with its end and the file's mark, valid until the next call; io.EOF after
// the last.
func (l *Lines) Whole() ([]byte, error) {
	line, err := l.r.ReadSlice('\n')
	l.N++
	switch {
	case errors.Is(err, io.EOF) && len(line) == 0:
		return nil, io.EOF
	case errors.Is(err, bufio.ErrBufferFull):
		return nil, l.Fault(0, "the line is longer than %d bytes", l.limit)
	case err != nil && !errors.Is(err, io.EOF):
		return nil, fmt.Errorf("%s:%d: %w", l.File, l.N, Broken(err))
	}
	return line, nil
}

// Next returns the next line without its end, valid until the next call; io.EOF after the last.
func (l *Lines) Next() ([]byte, error) {
	line, err := l.Whole()
	if err == nil && l.N == 1 {
		if line, err = WithoutMark(line); err != nil {
			return nil, l.Fault(0, "%w", err)
		}
	}
	return withoutEnd(line), err
}

// withoutEnd takes the line feed, and a carriage return before it, from the end of a line.
func withoutEnd(line []byte) []byte {
	if n := len(line); n > 0 && line[n-1] == '\n' {
		line = line[:n-1]
	}
	if n := len(line); n > 0 && line[n-1] == '\r' {
		line = line[:n-1]
	}
	return line
}

// Each calls do on every line until an error, the file's end, or that of the context.
func (l *Lines) Each(ctx context.Context, do func(line []byte) error) error {
	for {
		line, err := l.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil && l.N%1024 == 0 {
			err = context.Cause(ctx)
		}
		if err == nil {
			err = do(line)
		}
		if err != nil {
			return err
		}
	}
}

// Fault is an error about the line last read, and one of its fields, 0 for none.
func (l *Lines) Fault(field int, format string, args ...any) error {
	return FaultAt(l.File, l.N, field, format, args...)
}

// FaultAt is an error about a line of a file, and one of its fields, 0 for none. Long values are cut.
func FaultAt(file string, line, field int, format string, args ...any) error {
	return &SyntaxError{File: file, Line: line, Field: field, Msg: fmt.Errorf(format, briefly(args)...).Error()}
}

// WithoutMark takes the byte-order mark of UTF-8 from the beginning of a text.
func WithoutMark(text []byte) ([]byte, error) {
	if bytes.HasPrefix(text, []byte("\xff\xfe")) || bytes.HasPrefix(text, []byte("\xfe\xff")) {
		return nil, errors.New("the text is UTF-16: save the file as UTF-8")
	}
	return bytes.TrimPrefix(text, []byte("\ufeff")), nil
}

// mostShown is how many characters of a value an error shows.
const mostShown = 60

// Brief cuts a value that is too long for an error.
func Brief[T string | []byte](value T) string { return plain.Cut(string(value), mostShown) }

// Say is Sprintf of values that are cut where they are long.
func Say(format string, args ...any) string { return fmt.Sprintf(format, briefly(args)...) }

// briefly cuts the values among the arguments of an error.
func briefly(args []any) []any {
	for k, a := range args {
		switch v := a.(type) {
		case string:
			args[k] = Brief(v)
		case []byte:
			args[k] = Brief(v)
		}
	}
	return args
}
