package model

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

// listed begins the JSON object: what is behind it, too.
type listed struct {
	head
	Arrays []arrayFile `json:"arrays"`
}

// container is a JSON object that begins so.
type container interface{ begin() *listed }

func (l *listed) begin() *listed { return l }

// arrayFile is one of the arrays. Its type is float64, float32, uint64, int64, int32, uint16 or uint8.
type arrayFile struct {
	Name   string `json:"name"`
	Type   string `json:"type"`
	Length int    `json:"length"`
	SHA256 string `json:"sha256"`
}

// number is what an array is of.
type number interface {
	float64 | float32 | uint64 | int64 | int32 | uint16 | uint8
}

// arrays are those of a model, as they are written or read: the model names each of them once, for both, by array and
// matrix.
type arrays struct {
	files  []arrayFile
	bodies [][]byte  // as they are written
	from   io.Reader // as they are read; nil as they are written
	read   int       // how many have been read
	err    error     // the first one
}

// array writes values, or reads them.
func array[T number](a *arrays, name string, values *[]T) {
	of := fmt.Sprintf("%T", *new(T))
	switch {
	case a.err != nil:
	case a.from == nil:
		body := make([]byte, 0, binary.Size(*values))
		body, a.err = binary.Append(body, binary.LittleEndian, *values)
		sum := sha256.Sum256(body)
		a.files = append(a.files, arrayFile{name, of, len(*values), hex.EncodeToString(sum[:])})
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
		if body, a.err = next.read(a.from, binary.Size(*new(T))); a.err != nil {
			a.err = fmt.Errorf("%s: %w", name, a.err)
			return
		}
		*values = make([]T, next.Length)
		_, a.err = binary.Decode(body, binary.LittleEndian, *values)
	}
}

// matrix writes a matrix row by row, or reads one of so many columns, which are of something.
func matrix(a *arrays, name string, m **linalg.Dense, columns int, of string) {
	if a.from == nil {
		array(a, name, &(*m).Data)
		return
	}
	var data []float64
	if array(a, name, &data); a.err != nil {
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

// read reads the bytes of an array as far as they are there: a length alone takes no memory.
func (f arrayFile) read(r io.Reader, size int) ([]byte, error) {
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

// write writes the JSON object and the arrays that it is to list.
func (k kind) write(w io.Writer, file container, visit func(*arrays)) error {
	var a arrays
	if visit(&a); a.err != nil {
		return k.saving(a.err)
	}
	file.begin().Arrays = a.files
	if err := k.save(w, file); err != nil {
		return err
	}
	for _, body := range a.bodies {
		if _, err := w.Write(body); err != nil {
			return k.saving(err)
		}
	}
	return nil
}

// open reads the JSON object, and returns the arrays that are about to be read.
func (k kind) open(r io.Reader, into container) (*arrays, error) {
	b := bufio.NewReader(r)
	var line []byte
	for full := bufio.ErrBufferFull; errors.Is(full, bufio.ErrBufferFull) && len(line) < mostHeader; {
		var part []byte
		part, full = b.ReadSlice('\n')
		line = append(line, part...)
		if full != nil && !errors.Is(full, bufio.ErrBufferFull) && !errors.Is(full, io.EOF) {
			return nil, fmt.Errorf("reading the %s: %w", k.name, full)
		}
	}
	if err := k.read(line, into); err != nil {
		return nil, err
	}
	if into.begin().Seal == nil {
		return nil, k.damaged(errors.New("its seal is missing"))
	}
	return &arrays{files: into.begin().Arrays, from: b}, nil
}

// end says what went wrong with the arrays, or that there are more.
func (a *arrays) end() error {
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
