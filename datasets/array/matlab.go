package array

import (
	"bytes"
	"compress/zlib"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/proxlab/proxlab/datasets/frame"
	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/internal/plain"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// ReadMATLAB reads the numeric arrays and cell arrays of a MATLAB version 5 file, compressed or not, by their names.
// Other arrays (structures, text, sparse and complex ones) are left out. Errors refer to the input as name.
func ReadMATLAB(r io.Reader, name string) (map[string]Array, error) {
	arrays, _, err := readMATLAB(r, name)
	return arrays, err
}

// readMATLAB says what the arrays are that are left out, too.
func readMATLAB(r io.Reader, name string) (arrays map[string]Array, left map[string]string, err error) {
	r, t := source.Watch(r, name)
	m := matlab{order: binary.LittleEndian, intake: t}
	if err := m.header(r); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", name, err)
	}
	arrays, left = map[string]Array{}, map[string]string{}
	for n := 1; ; n++ {
		typ, data, err := m.outer(r)
		if errors.Is(err, io.EOF) {
			return arrays, left, nil
		}
		if err == nil && typ == matCompressed {
			typ, data, err = m.unpack(data)
		}
		var a matArray
		if err == nil && typ == matMatrix {
			a, err = m.array(data, 0)
		}
		_, twice := arrays[a.name]
		if _, also := left[a.name]; err == nil && a.name != "" && (twice || also) {
			err = fmt.Errorf("array %s stands there twice", source.Brief(a.name))
		}
		switch {
		case err != nil:
			return nil, nil, source.Placed(err, "%s: variable %d", name, n)
		case a.kind != "":
			left[a.name] = a.kind
		case a.array != nil:
			arrays[a.name] = *a.array
		}
	}
}

// header reads what a file begins with.
func (m *matlab) header(r io.Reader) error {
	header := make([]byte, 128)
	n, err := io.ReadFull(r, header)
	text := string(header[:n])
	switch {
	case strings.HasPrefix(text, "MATLAB 7.3") || strings.HasPrefix(text, "\x89HDF\r\n"):
		return errors.New("this is a MATLAB 7.3 file (HDF5), and version 5 is read: save it with -v7")
	case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("shorter than the 128 bytes of a MATLAB header: %w", err)
	case err != nil:
		return source.Broken(err)
	case text[126:] == "IM":
	case text[126:] == "MI":
		m.order = binary.BigEndian
	default:
		return errors.New("not a MATLAB version 5 file (version 7.3 is HDF5: save with -v7; version 4 has no header: " +
			"save with -v6)")
	}
	if version := m.order.Uint16(header[124:]); version != 0x0100 {
		return fmt.Errorf("a MATLAB file of version %#04x (7.3 is 0x0200, and HDF5), and 0x0100 is read: save it with -v7",
			version)
	}
	return nil
}

// outer reads a data element of the file; io.EOF where there is none left.
func (m matlab) outer(r io.Reader) (typ int, data []byte, err error) {
	tag := make([]byte, 8)
	if _, err := io.ReadFull(r, tag); err != nil {
		switch {
		case errors.Is(err, io.EOF):
			return 0, nil, io.EOF
		case errors.Is(err, io.ErrUnexpectedEOF):
			return 0, nil, errCutOff
		}
		return 0, nil, source.Broken(err)
	}
	typ, size, small := m.tag(tag)
	if small != nil {
		return typ, small, nil
	}
	pad := (8 - size%8) % 8
	if typ == matCompressed {
		pad = 0
	}
	if !m.intake.Within(size) {
		return typ, nil, fmt.Errorf("%d bytes are due, and the file has %d: %w", size, m.intake.Size, errCutOff)
	}
	if err := m.intake.Need(2 * float64(size)); err != nil && m.intake.Size > 0 {
		return typ, nil, err
	}
	data, err = io.ReadAll(io.LimitReader(r, size)) // grows with what is there, not with what the tag claims
	if err != nil {
		return typ, nil, source.Broken(err)
	}
	if int64(len(data)) < size {
		return typ, nil, errCutOff
	}
	if _, err := io.CopyN(io.Discard, r, pad); err != nil && !errors.Is(err, io.EOF) { // the last one's may be missing
		return typ, nil, source.Broken(err)
	}
	return typ, data, nil
}

// unpack returns the one element that a compressed one holds.
func (m matlab) unpack(data []byte) (typ int, inner []byte, err error) {
	packed, err := zlib.NewReader(bytes.NewReader(data))
	if err != nil {
		return 0, nil, fmt.Errorf("%w: %w", errCutOff, err)
	}
	defer packed.Close()
	z := m.intake.Unpack(packed)
	tag := make([]byte, 8)
	if _, err := io.ReadFull(z, tag); err != nil {
		return 0, nil, errCutOff
	}
	typ, size, small := m.tag(tag)
	if size > m.intake.May() {
		return 0, nil, source.ErrPacked
	}
	if err := m.intake.Need(2 * float64(size)); err != nil {
		return 0, nil, err
	}
	inner = small
	if small == nil {
		inner, err = io.ReadAll(io.LimitReader(z, size))
	}
	if err == nil {
		_, err = io.Copy(io.Discard, z) // padding, and the sum that is checked at the end
	}
	switch {
	case err != nil && !errors.Is(err, source.ErrPacked):
		return 0, nil, fmt.Errorf("%w: %w", errCutOff, err)
	case err == nil && small == nil && int64(len(inner)) < size:
		return 0, nil, errCutOff
	}
	return typ, inner, err
}

var errNotThere = errors.New("not there") // an array of a name

// ReadMATLABFrame reads X and y, or what options name, from a MATLAB file of version 5.
func ReadMATLABFrame(ctx context.Context, r *source.Reader, path string, o frame.Options) (*frame.Frame, error) {
	arrays, left, err := readMATLAB(r, path)
	if err != nil {
		return nil, err
	}
	var names []string
	for name, a := range arrays {
		names = append(names, fmt.Sprintf("%s %v", name, a.Dims))
	}
	for name := range left {
		names = append(names, name)
	}
	slices.Sort(names)
	matrix := func(names ...string) (rows, cols int, data []float64, err error) {
		for _, name := range names {
			if kind, is := left[name]; is {
				return 0, 0, nil, fmt.Errorf("%s: array %s is %s", path, name, kind)
			}
			if a, is := arrays[name]; is {
				if rows, cols, data, err = a.Matrix(); err != nil {
					err = fmt.Errorf("%s: array %s: %w", path, name, err)
				}
				return rows, cols, data, err
			}
		}
		return 0, 0, nil, errNotThere
	}
	rows, cols, data, err := matrix("X", "x")
	if errors.Is(err, errNotThere) {
		return nil, fmt.Errorf("%s: there is no array X of features; there are: %s", path, plain.List(names))
	}
	if err != nil {
		return nil, err
	}
	return named(ctx, &frame.Frame{X: linalg.NewDense(rows, cols, data)}, path, o, func(name string) ([]float64, error) {
		r, c, column, err := matrix(name)
		if errors.Is(err, errNotThere) {
			return nil, fmt.Errorf("%s: there is no numeric array %q; there are: %s", path, name, plain.List(names))
		}
		if err != nil {
			return nil, err
		}
		return column, oneEach(path+": array "+name, r, c, rows)
	})
}
