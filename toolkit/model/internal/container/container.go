// Package container holds what the files of all models have in common: they are read strictly, sealed, and have their
// numbers behind a line of JSON.
package container

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// A container is the file of a model with many numbers: a JSON object on the first line, with a seal that must be
// there, and behind it the arrays that it lists, in this order, each a row of numbers, little endian, with its own
// SHA-256.

// Listed begins the JSON object: what is behind it, too.
type Listed struct {
	Head
	Arrays []ArrayFile `json:"arrays"`
}

// object is a JSON object that begins so.
type object interface{ begin() *Listed }

func (l *Listed) begin() *Listed { return l }

// ArrayFile is one of the arrays. Its type is float64, float32, uint64, int64, int32, uint16 or uint8.
type ArrayFile struct {
	Name   string `json:"name"`
	Type   string `json:"type"`
	Length int    `json:"length"`
	SHA256 string `json:"sha256"`
}

// Number is what an array is of.
type Number interface {
	float64 | float32 | uint64 | int64 | int32 | uint16 | uint8
}

// Arrays are those of a model, as they are written or read: the model names each of them once, for both, by Array and
// Matrix.
type Arrays struct {
	files  []ArrayFile
	bodies [][]byte  // as they are written
	from   io.Reader // as they are read; nil as they are written
	read   int       // how many have been read
	err    error     // the first one
}

// Reading tells that arrays are read, and not written.
func (a *Arrays) Reading() bool { return a.from != nil }

// Fail is told of an error in what was read, nil for none.
func (a *Arrays) Fail(err error) { a.err = err }

// Err is the first error so far.
func (a *Arrays) Err() error { return a.err }

// Array writes values, or reads them.
func Array[T Number](a *Arrays, name string, values *[]T) {
	of := fmt.Sprintf("%T", *new(T))
	switch {
	case a.err != nil:
	case a.from == nil:
		body := make([]byte, 0, binary.Size(*values))
		body, a.err = binary.Append(body, binary.LittleEndian, *values)
		sum := sha256.Sum256(body)
		a.files = append(a.files, ArrayFile{name, of, len(*values), hex.EncodeToString(sum[:])})
		a.bodies = append(a.bodies, body)
	case a.read == len(a.files):
		a.err = fmt.Errorf("its arrays end before %s", name)
	default:
		next := a.files[a.read]
		a.read++
		if next.Name != name || next.Type != of {
			a.err = fmt.Errorf("array %d of its arrays is %.60q of %.60q, and not %q of %q", a.read, next.Name, next.Type,
				name, of)
			return
		}
		var body []byte
		if body, a.err = next.Read(a.from, binary.Size(*new(T))); a.err != nil {
			a.err = fmt.Errorf("%s: %w", name, a.err)
			return
		}
		*values = make([]T, next.Length)
		_, a.err = binary.Decode(body, binary.LittleEndian, *values)
	}
}

// Matrix writes a matrix row by row, or reads one of so many columns, which are of something.
func Matrix(a *Arrays, name string, m **linalg.Dense, columns int, of string) {
	if a.from == nil {
		Array(a, name, &(*m).Data)
		return
	}
	var data []float64
	if Array(a, name, &data); a.err != nil {
		return
	}
	if columns < 1 || len(data)%columns != 0 {
		a.err = fmt.Errorf("%s: %d numbers, which are no rows for %d %s", name, len(data), columns, of)
		return
	}
	*m = &linalg.Dense{R: len(data) / columns, C: columns, Data: data}
}

// firstRead is for how many bytes there is room before any is read.
const firstRead = 1 << 20

// Read reads the bytes of an array as far as they are there: a length alone takes no memory.
func (f ArrayFile) Read(r io.Reader, size int) ([]byte, error) {
	if f.Length < 0 || f.Length > math.MaxInt/size {
		return nil, fmt.Errorf("its length is %d", f.Length)
	}
	var all bytes.Buffer
	all.Grow(min(size*f.Length, firstRead))
	if _, err := all.ReadFrom(io.LimitReader(r, int64(size)*int64(f.Length))); err != nil {
		return nil, err
	}
	text := all.Bytes()
	if len(text) != size*f.Length {
		return nil, errors.New("the file ends before its numbers do")
	}
	if sum := sha256.Sum256(text); hex.EncodeToString(sum[:]) != f.SHA256 {
		return nil, errors.New("its numbers are not those that were written: the checksum differs")
	}
	return text, nil
}

// mostHeader is the longest first line of a container.
const mostHeader = 1 << 24

// Write writes the JSON object and the arrays that it is to list.
func (k Kind) Write(w io.Writer, file object, visit func(*Arrays)) error {
	var a Arrays
	if visit(&a); a.err != nil {
		return k.Saving(a.err)
	}
	file.begin().Arrays = a.files
	if err := k.Save(w, file); err != nil {
		return err
	}
	for _, body := range a.bodies {
		if _, err := w.Write(body); err != nil {
			return k.Saving(err)
		}
	}
	return nil
}

// Open reads the JSON object, and returns the arrays that are about to be read.
func (k Kind) Open(r io.Reader, into object) (*Arrays, error) {
	b := bufio.NewReader(r)
	var line []byte
	for full := bufio.ErrBufferFull; errors.Is(full, bufio.ErrBufferFull) && len(line) < mostHeader; {
		var part []byte
		part, full = b.ReadSlice('\n')
		line = append(line, part...)
		if full != nil && !errors.Is(full, bufio.ErrBufferFull) && !errors.Is(full, io.EOF) {
			return nil, fmt.Errorf("reading the %s: %w", k.Name, full)
		}
	}
	if err := k.Read(line, into); err != nil {
		return nil, err
	}
	if into.begin().Seal == nil {
		return nil, k.Damaged(errors.New("its seal is missing"))
	}
	return &Arrays{files: into.begin().Arrays, from: b}, nil
}

// End says what went wrong with the arrays, or that there are more.
func (a *Arrays) End() error {
	if a.err != nil {
		return a.err
	}
	if a.read < len(a.files) {
		return fmt.Errorf("it has %d arrays, and not %d", len(a.files), a.read)
	}
	switch n, err := a.from.Read(make([]byte, 1)); {
	case n > 0:
		return errors.New("bytes follow its last number")
	case !errors.Is(err, io.EOF):
		return err
	}
	return nil
}
