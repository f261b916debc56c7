package datasets

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
)

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
			a.Dims, len(a.Data), len(a.Cells))
	}
	rows, cols = a.Dims[0], a.Dims[1]
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
	matInt8       = 1
	matMatrix     = 14
	matCompressed = 15
	classCell     = 1
	classDouble   = 6
	classLast     = 15 // uint64
)

// ReadMATLAB reads the numeric arrays and cell arrays of a MATLAB version 5 file, compressed or not, by their names.
// Other arrays (structures, text, sparse and complex ones) are left out. Errors refer to the input as name.
func ReadMATLAB(r io.Reader, name string) (map[string]Array, error) {
	header := make([]byte, 128)
	if _, err := io.ReadFull(r, header); err != nil {
		return nil, fmt.Errorf("%s: shorter than the 128 bytes of a MATLAB header: %w", name, err)
	}
	m := matlab{order: binary.LittleEndian}
	switch {
	case string(header[126:]) == "IM":
	case string(header[126:]) == "MI":
		m.order = binary.BigEndian
	default:
		return nil, fmt.Errorf("%s: not a MATLAB version 5 file (version 7.3 is HDF5: save with -v7; version 4 has no "+
			"header: save with -v6)", name)
	}
	out := map[string]Array{}
	for n := 1; ; n++ {
		typ, data, err := m.element(r)
		if errors.Is(err, io.EOF) {
			return out, nil
		}
		if err == nil && typ == matCompressed {
			typ, data, err = m.unpack(data)
		}
		var variable string
		var a *Array
		if err == nil && typ == matMatrix {
			variable, a, err = m.array(data, 0)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: variable %d: %w", name, n, err)
		}
		if a != nil {
			out[variable] = *a
		}
	}
}

type matlab struct {
	order binary.ByteOrder
}

var errCutOff = errors.New("the file is cut off or damaged")

// element reads a data element, padding and all; io.EOF where there is none left.
func (m matlab) element(r io.Reader) (typ int, data []byte, err error) {
	var tag [8]byte
	if _, err := io.ReadFull(r, tag[:]); err != nil {
		if errors.Is(err, io.EOF) {
			return 0, nil, io.EOF
		}
		return 0, nil, errCutOff
	}
	word := m.order.Uint32(tag[:])
	if small := int(word >> 16); small > 0 { // length and type share a word, the data follow in the other
		if small > 4 {
			return 0, nil, errCutOff
		}
		return int(word & 0xffff), tag[4 : 4+small], nil
	}
	size := int64(m.order.Uint32(tag[4:]))
	pad := (8 - size%8) % 8
	if word == matCompressed {
		pad = 0
	}
	data, err = io.ReadAll(io.LimitReader(r, size)) // grows with what is there, not with what the tag claims
	if err == nil && int64(len(data)) < size {
		err = errCutOff
	}
	if err == nil {
		_, err = io.CopyN(io.Discard, r, pad)
		if errors.Is(err, io.EOF) {
			err = nil // the last one's padding may be missing
		}
	}
	return int(word), data, err
}

func (m matlab) unpack(data []byte) (typ int, inner []byte, err error) {
	z, err := zlib.NewReader(bytes.NewReader(data))
	if err != nil {
		return 0, nil, fmt.Errorf("%w: %w", errCutOff, err)
	}
	defer z.Close()
	typ, inner, err = m.element(z)
	if errors.Is(err, io.EOF) {
		err = errCutOff
	}
	return typ, inner, err
}

// deepest bounds cells within cells.
const deepest = 16

// array reads what a matrix element holds; nil for a kind that is left out.
func (m matlab) array(data []byte, depth int) (name string, a *Array, err error) {
	r := bytes.NewReader(data)
	if len(data) == 0 {
		return "", nil, nil // an empty cell
	}
	var parts [3][]byte // flags, dimensions, name
	for i := range parts {
		if _, parts[i], err = m.element(r); err != nil {
			return "", nil, errCutOff
		}
	}
	name = string(parts[2])
	if len(parts[0]) < 8 || len(parts[1]) < 8 {
		return name, nil, errCutOff
	}
	flags := m.order.Uint32(parts[0])
	class, complexNumbers := int(flags&0xff), flags&0x800 != 0
	if complexNumbers || class != classCell && (class < classDouble || class > classLast) {
		return name, nil, nil
	}
	a = &Array{}
	count := 1
	for p := parts[1]; len(p) >= 4; p = p[4:] {
		d := int(int32(m.order.Uint32(p))) // the format's own type
		if d < 0 || d > 0 && count > math.MaxInt32/d {
			return name, nil, fmt.Errorf("array %s: dimension %d: %w", name, d, errCutOff)
		}
		a.Dims, count = append(a.Dims, d), count*d
	}
	if class == classCell {
		return name, a, m.cells(a, r, count, depth)
	}
	typ, numbers, err := m.element(r)
	if err != nil && count > 0 {
		return name, nil, errCutOff
	}
	a.Data, err = m.numbers(typ, numbers)
	if err == nil && len(a.Data) != count {
		err = fmt.Errorf("array %s: %d numbers for dimensions %v: %w", name, len(a.Data), a.Dims, errCutOff)
	}
	return name, a, err
}

func (m matlab) cells(a *Array, r io.Reader, count, depth int) error {
	if depth == deepest {
		return fmt.Errorf("cells within cells, %d deep", depth)
	}
	for range count {
		_, data, err := m.element(r)
		if err != nil {
			return errCutOff
		}
		_, cell, err := m.array(data, depth+1)
		if err != nil {
			return err
		}
		if cell == nil {
			cell = &Array{}
		}
		a.Cells = append(a.Cells, *cell)
	}
	return nil
}

// sizes of the numeric types from 1 to 13, in bytes; 0 for types that do not exist.
var matSizes = [...]int{0, 1, 1, 2, 2, 4, 4, 4, 0, 8, 0, 0, 8, 8}

// numbers reads a list of any numeric type.
func (m matlab) numbers(typ int, b []byte) ([]float64, error) {
	if len(b) == 0 {
		return []float64{}, nil
	}
	if typ < matInt8 || typ >= len(matSizes) || matSizes[typ] == 0 || len(b)%matSizes[typ] != 0 {
		return nil, fmt.Errorf("%d bytes of type %d: %w", len(b), typ, errCutOff)
	}
	size := matSizes[typ]
	out := make([]float64, 0, len(b)/size)
	for ; len(b) > 0; b = b[size:] {
		var v float64
		switch typ {
		case 1:
			v = float64(int8(b[0]))
		case 2:
			v = float64(b[0])
		case 3:
			v = float64(int16(m.order.Uint16(b))) // the format's own type
		case 4:
			v = float64(m.order.Uint16(b))
		case 5:
			v = float64(int32(m.order.Uint32(b))) // the format's own type
		case 6:
			v = float64(m.order.Uint32(b))
		case 7:
			v = float64(math.Float32frombits(m.order.Uint32(b)))
		case 9:
			v = math.Float64frombits(m.order.Uint64(b))
		case 12:
			v = float64(int64(m.order.Uint64(b))) // the format's own type
		case 13:
			v = float64(m.order.Uint64(b))
		}
		out = append(out, v)
	}
	return out, nil
}
