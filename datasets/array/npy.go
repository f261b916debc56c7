// Package array reads files of numbers: NumPy (.npy, .npz), MATLAB version 5, MatrixMarket, SVMlight and IDX.
package array

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// npyArray is an array of a NumPy file.
type npyArray struct {
	shape []int
	data  []float64 // in C order
	text  string    // of a string of characters, and no numbers
}

// readNPY reads an array of numbers of any of NumPy's real types, in either byte order and either order of entries. (We
// do not use a library: one that was tried panics on damaged headers.)
//
// Source: NumPy Enhancement Proposal 1, A Simple File Format for NumPy Arrays, versions 1 to 3.
func readNPY(r io.Reader, path string, t *source.Intake) (a npyArray, err error) {
	fault := func(format string, args ...any) error {
		return fmt.Errorf("%s: %w", path, fmt.Errorf(format, args...))
	}
	text, err := readNPYHeader(r)
	if err != nil {
		return a, fmt.Errorf("%s: %w", path, err)
	}
	fields, ok := npyFields(string(text))
	if !ok {
		return a, fault("the header %.80q is not understood: an array of plain numbers is due, not of records", text)
	}
	kind, shape := fields["descr"], fields["shape"]
	count := 0
	if a.shape, count, err = parseNPYShape(shape); err != nil {
		return a, fmt.Errorf("%s: %w", path, err)
	}
	if letters := npyText(kind); letters > 0 && count == 1 {
		content, err := io.ReadAll(io.LimitReader(r, npyMost))
		switch {
		case err != nil:
			return a, fmt.Errorf("%s: %w", path, source.Broken(err))
		case len(content) != letters:
			return a, fault("%d bytes follow the header where %d are due: the file is damaged", len(content), letters)
		}
		a.text = strings.TrimRight(string(content), "\x00")
		return a, nil
	}
	number, width := npyNumber(kind)
	if number == nil {
		return a, fault("the type %q is no type of real numbers: use astype(float)", source.Brief(kind))
	}
	if a.data, err = npyNumbers(r, t, count, number, width); err != nil {
		return a, source.Placed(err, "%s: an array of shape (%s)", path, source.Brief(shape))
	}
	if kind[1:] == "b1" {
		if k := slices.IndexFunc(a.data, func(v float64) bool { return v > 1 }); k >= 0 {
			return a, fault("number %d is %g, which is no boolean: the file is damaged", k+1, a.data[k])
		}
	}
	if fields["fortran_order"] == "True" && len(a.shape) >= 2 {
		if err := t.Need(float64(8 * count)); err != nil {
			return a, err
		}
		a.data = rowMajor(a.shape, a.data)
	}
	return a, nil
}

// rowMajor is an array whose first index varies fastest, with the last varying fastest.
func rowMajor(shape []int, data []float64) []float64 {
	out := make([]float64, len(data))
	if len(shape) == 2 {
		linalg.Transpose(out, data, shape[1], shape[0])
		return out
	}
	at := make([]int, len(shape))
	for _, v := range data {
		to := 0
		for d, i := range at {
			to = to*shape[d] + i
		}
		out[to] = v
		for d := range at {
			if at[d]++; at[d] < shape[d] {
				break
			}
			at[d] = 0
		}
	}
	return out
}

// ReadNPY reads an array of numbers of any dimensions, the last index varying fastest.
func ReadNPY(r *source.Reader, path string) (shape []int, data []float64, err error) {
	a, err := readNPY(r, path, r.Intake)
	if err == nil && a.text != "" {
		err = fmt.Errorf("%s: an array of text where numbers are due", path)
	}
	return a.shape, a.data, err
}

// npyNumbers reads so many numbers and no byte more. What the header says is believed where the file has the bytes; of
// packed content, whose length is not known, as it comes.
func npyNumbers(r io.Reader, t *source.Intake, count int, number func([]byte) float64, width int) ([]float64, error) {
	size := int64(count) * int64(width)
	known := t.Out == 0 && t.Size > 0
	switch {
	case known && size > t.Size:
		return nil, fmt.Errorf("the file has %d bytes, and %d are due behind the header: it is cut off or damaged",
			t.Size, size)
	case !known && t.Size > 0 && size > source.PackedRatio*t.Size+source.PackedFloor:
		// the whole file's: most of it is still to be read
		return nil, source.ErrPacked
	}
	if err := t.Need(float64(8 * count)); err != nil {
		return nil, err
	}
	out := make([]float64, 0, min(count, npyMost))
	if known {
		out = make([]float64, 0, count)
	}
	buffer := make([]byte, min(npyMost, max(1, size)))
	for len(out) < count {
		part := buffer[:min(len(buffer), (count-len(out))*width)]
		n, err := io.ReadFull(r, part)
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return nil, fmt.Errorf("%d bytes follow the header where %d are due: the file is cut off or damaged",
				len(out)*width+n, size)
		}
		if err != nil {
			return nil, source.Broken(err)
		}
		if cap(out)-len(out) < len(part)/width {
			out = slices.Grow(out, min(count-len(out), 2*len(out)))
		}
		for ; len(part) > 0; part = part[width:] {
			out = append(out, number(part))
		}
	}
	switch n, err := io.ReadFull(r, buffer[:1]); { // the end checks the sums of packed content
	case n > 0:
		return nil, fmt.Errorf("more than the %d bytes that are due follow the header: the file is damaged", size)
	case !errors.Is(err, io.EOF):
		return nil, source.Broken(err)
	}
	return out, nil
}

// npyNumber reads a number of a type, and its width; nil where the type is not known.
func npyNumber(kind string) (read func(b []byte) float64, width int) {
	switch {
	case len(kind) < 3 || !strings.ContainsRune(npyOrders, rune(kind[0])):
		return nil, 0
	case kind[0] == '>':
		return numberOf(kind[1:], binary.BigEndian)
	}
	return numberOf(kind[1:], binary.LittleEndian)
}

// numberOf reads a number of a type as NumPy calls it, and its width; nil where the type is not known.
func numberOf(kind string, order binary.ByteOrder) (read func(b []byte) float64, width int) {
	switch kind {
	case "f8":
		return func(b []byte) float64 { return math.Float64frombits(order.Uint64(b)) }, 8
	case "f4":
		return func(b []byte) float64 { return float64(math.Float32frombits(order.Uint32(b))) }, 4
	case "i8":
		return func(b []byte) float64 { return float64(int64(order.Uint64(b))) }, 8
	case "i4":
		return func(b []byte) float64 { return float64(int32(order.Uint32(b))) }, 4
	case "i2":
		return func(b []byte) float64 { return float64(int16(order.Uint16(b))) }, 2
	case "i1":
		return func(b []byte) float64 { return float64(int8(b[0])) }, 1
	case "u8":
		return func(b []byte) float64 { return float64(order.Uint64(b)) }, 8
	case "u4":
		return func(b []byte) float64 { return float64(order.Uint32(b)) }, 4
	case "u2":
		return func(b []byte) float64 { return float64(order.Uint16(b)) }, 2
	case "u1", "b1":
		return func(b []byte) float64 { return float64(b[0]) }, 1
	}
	return nil, 0
}

// matrix returns an array of two dimensions, or of one as a column.
func (a npyArray) matrix(path string) (rows, cols int, data []float64, err error) {
	switch {
	case a.text != "":
		return 0, 0, nil, fmt.Errorf("%s: an array of text where numbers are due", path)
	case len(a.shape) == 1:
		return a.shape[0], 1, a.data, nil
	case len(a.shape) == 2:
		return a.shape[0], a.shape[1], a.data, nil
	}
	return 0, 0, nil, fmt.Errorf("%s: the array has %d dimensions: two are due, examples × features", path, len(a.shape))
}

// vector returns an array of one number an example: of one dimension, or of two of which one is 1.
func (a npyArray) vector(path string, examples int) ([]float64, error) {
	rows, cols, data, err := a.matrix(path)
	if err != nil {
		return nil, err
	}
	return data, oneEach(path, rows, cols, examples)
}

// WriteNPY writes a matrix as a .npy file of float64.
func WriteNPY(w io.Writer, m *linalg.Dense) error { return SaveNPY(w, []int{m.R, m.C}, m.Data) }

// SaveNPY writes what ReadNPY reads.
func SaveNPY(w io.Writer, shape []int, data []float64) error {
	head := "{'descr': '<f8', 'fortran_order': False, 'shape': ("
	for _, n := range shape {
		head += fmt.Sprintf("%d, ", n)
	}
	head += "), }"
	head += strings.Repeat(" ", 63-(10+len(head))%64) + "\n"
	var b bytes.Buffer
	b.WriteString("\x93NUMPY\x01\x00")
	_ = binary.Write(&b, binary.LittleEndian, uint16(len(head))) // a buffer takes all
	b.WriteString(head)
	_ = binary.Write(&b, binary.LittleEndian, data)
	_, err := w.Write(b.Bytes())
	return err
}

// oneEach tests that a matrix has one number for each example.
func oneEach(path string, rows, cols, examples int) error {
	if rows != 1 && cols != 1 || max(rows, cols) != examples || min(rows, cols) != 1 {
		return fmt.Errorf("%s: it is %d × %d; one number for each of the %d examples is due", path, rows, cols, examples)
	}
	return nil
}
