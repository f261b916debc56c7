package serve

import (
	"errors"
	"fmt"
	"io"
	"unsafe"
)

// errBroken is what ends a connection: what follows is at no known place.
var errBroken = errors.New("this is no frame")

func broken(format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{errBroken}, args...)...)
}

// array describes bytes of the payload, or a file that has them in place of it.
type array struct {
	Name  string `json:"name"`
	Type  string `json:"type"` // f8, f4, i8 or i4
	Count int    `json:"count"`
	Path  string `json:"path,omitempty"` // of f8: a file, or shared memory, that is mapped where the system can
	At    int64  `json:"at,omitempty"`   // in the file, in bytes
}

// size is how many bytes it takes of the payload.
func (a array) size() (int, error) {
	width, known := map[string]int{"f8": 8, "f4": 4, "i8": 8, "i4": 4}[a.Type]
	switch {
	case !known:
		return 0, broken("array %.40q has the type %.40q, and there are f8, f4, i8 and i4", a.Name, a.Type)
	case a.Count < 0 || a.Count > mostEntries:
		return 0, broken("array %.40q has %d entries", a.Name, a.Count)
	case a.Path != "":
		return 0, nil
	}
	return width * a.Count, nil
}

// arrays are those of a frame by their names.
type arrays struct {
	floats map[string][]float64
	ints   map[string][]int
	maps   []*mapping // files that floats are views of
}

// mostEntries are those of the largest array.
const mostEntries = 1 << 37

// chunk is what memory is made for before anything of it has come.
const chunk = 64 << 20

// read reads entries of some width straight into memory of their type.
func read[T any](in io.Reader, count, width int) ([]T, error) {
	out := make([]T, min(count, chunk/width))
	if _, err := io.ReadFull(in, bytesOf(out)); err != nil {
		return nil, broken("it ends too early")
	}
	if len(out) < count {
		whole := make([]T, count)
		n := copy(whole, out)
		out = whole
		if _, err := io.ReadFull(in, bytesOf(out[n:])); err != nil {
			return nil, broken("it ends too early")
		}
	}
	return out, nil
}

// bytesOf views numbers as bytes. The processors that Go's float64 and this protocol know are little-endian.
func bytesOf[T any](v []T) []byte {
	if len(v) == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(v))), len(v)*int(unsafe.Sizeof(v[0])))
}

// readArrays reads the arrays; bad is of a file that cannot be mapped.
func readArrays(in io.Reader, list []array) (out arrays, bad, err error) {
	out.floats, out.ints = map[string][]float64{}, map[string][]int{}
	for _, a := range list {
		switch {
		case a.Path != "" && a.Type != "f8":
			bad = fmt.Errorf("array %.40q is in a file, and no array of f8", a.Name)
		case a.Path != "":
			m, e := mapFile(a.Path, a.At, a.Count)
			if e != nil {
				bad = e
				continue
			}
			out.maps, out.floats[a.Name] = append(out.maps, m), m.values
		case a.Type == "f8":
			out.floats[a.Name], err = read[float64](in, a.Count, 8)
		case a.Type == "f4":
			out.floats[a.Name], err = widened[float32, float64](in, a.Count)
		case a.Type == "i8":
			out.ints[a.Name], err = read[int](in, a.Count, 8)
		default:
			out.ints[a.Name], err = widened[int32, int](in, a.Count)
		}
		if err != nil {
			return out, nil, err
		}
	}
	return out, bad, nil
}

// widened reads numbers of 4 bytes, in pieces.
func widened[F float32 | int32, T float64 | int](in io.Reader, count int) ([]T, error) {
	out := make([]T, 0, min(count, chunk/8))
	piece := make([]F, min(count, 1<<14))
	for len(out) < count {
		part := piece[:min(len(piece), count-len(out))]
		if _, err := io.ReadFull(in, bytesOf(part)); err != nil {
			return nil, broken("it ends too early")
		}
		for _, v := range part {
			out = append(out, T(v))
		}
	}
	return out, nil
}
