package array

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"github.com/proxlab/proxlab/datasets/source"
)

// matArray is an array that was read, or what kind it is where it is left out.
type matArray struct {
	name, kind string
	array      *Array
}

// deepest bounds cells within cells.
const deepest = 16

// next cuts the first element off, padding and all.
func (m matlab) next(b []byte) (typ int, data, rest []byte, err error) {
	if len(b) < 8 {
		return 0, nil, nil, errCutOff
	}
	typ, size, small := m.tag(b)
	b = b[8:]
	switch {
	case small != nil:
		return typ, small, b, nil
	case size > int64(len(b)):
		return 0, nil, nil, errCutOff
	}
	padded := min(int64(len(b)), (size+7)/8*8) // the last one's padding may be missing
	return typ, b[:size], b[padded:], nil
}

// array reads what a matrix element holds; neither an array nor a kind of an empty cell.
func (m matlab) array(data []byte, depth int) (out matArray, err error) {
	if len(data) == 0 {
		return out, nil
	}
	var parts [3][]byte // flags, dimensions, name
	for i := range parts {
		if _, parts[i], data, err = m.next(data); err != nil {
			return out, err
		}
	}
	out.name = string(parts[2])
	if len(parts[0]) < 8 {
		return out, errCutOff
	}
	flags := m.order.Uint32(parts[0])
	class, complexNumbers := int(flags&0xff), flags&0x800 != 0
	if kind, known := matKinds[class]; known {
		out.kind = kind
		return out, nil
	}
	switch {
	case class != classCell && (class < classDouble || class > classLast):
		return out, fmt.Errorf("array %s: class %d does not exist: %w", source.Brief(out.name), class, errCutOff)
	case complexNumbers:
		out.kind = "of complex numbers: save real(…) and imag(…)"
		return out, nil
	}
	a := &Array{}
	out.array = a
	count, err := m.dimensions(a, parts[1])
	if err == nil && class == classCell {
		return out, m.cells(a, data, count, depth)
	}
	if err == nil {
		a.Data, err = m.content(data, count)
	}
	if err == nil && len(a.Data) != count {
		err = fmt.Errorf("%d numbers for dimensions %v: %w", len(a.Data), a.Dims[:min(len(a.Dims), 4)], errCutOff)
	}
	if err != nil {
		return out, source.Placed(err, "array %s", source.Brief(out.name))
	}
	return out, nil
}

// dimensions reads the shape of an array, and returns how many entries it has.
func (m matlab) dimensions(a *Array, b []byte) (count int, err error) {
	if len(b) < 8 || len(b)%4 != 0 {
		return 0, fmt.Errorf("%d bytes of dimensions: %w", len(b), errCutOff)
	}
	count = 1
	for ; len(b) > 0; b = b[4:] {
		d := int(int32(m.order.Uint32(b))) // the format's own type
		if d < 0 || d > 0 && count > math.MaxInt32/d {
			return 0, fmt.Errorf("dimension %d: %w", d, errCutOff)
		}
		a.Dims, count = append(a.Dims, d), count*d
	}
	return count, nil
}

// content reads the numbers of an array, which may lack the element where there are none.
func (m matlab) content(data []byte, count int) ([]float64, error) {
	typ, numbers, _, err := m.next(data)
	if err != nil && count > 0 {
		return nil, err
	}
	return m.numbers(typ, numbers)
}

func (m matlab) cells(a *Array, data []byte, count, depth int) error {
	if depth == deepest {
		return fmt.Errorf("cells within cells, %d deep", depth)
	}
	for range count {
		_, inner, rest, err := m.next(data)
		if err != nil {
			return err
		}
		data = rest
		of, err := m.array(inner, depth+1)
		if err != nil {
			return err
		}
		if of.array == nil {
			of.array = &Array{}
		}
		a.Cells = append(a.Cells, *of.array)
	}
	return nil
}

// matNumbers are the numeric types, by their numbers from 1 to 13, as NumPy calls them; "" for types that do not exist.
var matNumbers = [...]string{
	1: "i1", 2: "u1", 3: "i2", 4: "u2", 5: "i4", 6: "u4", 7: "f4", 9: "f8", 12: "i8", 13: "u8",
}

// numbers reads a list of any numeric type.
func (m matlab) numbers(typ int, b []byte) ([]float64, error) {
	if len(b) == 0 {
		return []float64{}, nil
	}
	kind := ""
	if typ < len(matNumbers) {
		kind = matNumbers[max(0, typ)]
	}
	number, size := numberOf(kind, m.order)
	if number == nil || len(b)%size != 0 {
		return nil, fmt.Errorf("%d bytes of type %d: %w", len(b), typ, errCutOff)
	}
	if err := m.intake.Need(8 * float64(len(b)/size)); err != nil {
		return nil, err
	}
	out := make([]float64, 0, len(b)/size)
	for ; len(b) > 0; b = b[size:] {
		out = append(out, number(b))
	}
	return out, nil
}

// Array is a MATLAB array: real numbers column by column, or cells. Dims has at least two entries.
type Array struct {
	Dims  []int
	Data  []float64
	Cells []Array
}

// Matrix returns a two-dimensional numeric array, row by row.
func (a Array) Matrix() (rows, cols int, data []float64, err error) {
	if len(a.Dims) != 2 || a.Data == nil {
		return 0, 0, nil, fmt.Errorf("an array of dimensions %v with %d numbers and %d cells is no numeric matrix",
			a.Dims[:min(len(a.Dims), 4)], len(a.Data), len(a.Cells))
	}
	rows, cols = a.Dims[0], a.Dims[1]
	if len(a.Data) == 0 {
		return rows, cols, a.Data, nil
	}
	data = make([]float64, len(a.Data))
	for j := range cols {
		for i := range rows {
			data[i*cols+j] = a.Data[j*rows+i]
		}
	}
	return rows, cols, data, nil
}

// The types of data elements and the classes of arrays that are read. Source: The MathWorks, MAT-File Format, tables
// 1-1 and 1-3.
const (
	matMatrix     = 14
	matCompressed = 15
	classCell     = 1
	classDouble   = 6
	classLast     = 15 // uint64
)

// matKinds are the classes that are left out, and what helps.
var matKinds = map[int]string{
	2: "a structure: save its fields as arrays", 3: "an object: save it as numeric arrays",
	4: "text (char): save numbers, such as double(…)", 5: "a sparse array: save it as full(…)",
	16: "a function: save an array", 17: "an object: save it as numeric arrays",
}

type matlab struct {
	order  binary.ByteOrder
	intake *source.Intake
}

var errCutOff = errors.New("the file is cut off or damaged")

// tag reads the type of an element and the size of its data, or the data themselves where they share the tag.
func (m matlab) tag(b []byte) (typ int, size int64, small []byte) {
	word := m.order.Uint32(b)
	if n := int(word >> 16); n > 0 && n <= 4 {
		return int(word & 0xffff), 0, b[4 : 4+n]
	}
	return int(word), int64(m.order.Uint32(b[4:])), nil // a type that does not exist is left out
}
