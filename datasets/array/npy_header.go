package array

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/proxlab/proxlab/datasets/source"
)

// npyMost bounds a header.
const npyMost = 1 << 16

// readNPYHeader reads what stands before the numbers, and returns the header's text.
func readNPYHeader(r io.Reader) ([]byte, error) {
	head := make([]byte, 8)
	_, err := io.ReadFull(r, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, source.Broken(err)
	}
	if err != nil || string(head[:6]) != "\x93NUMPY" || head[6] < 1 || head[6] > 3 || head[7] != 0 {
		return nil, errors.New("this is no .npy array: it does not begin with \\x93NUMPY and a version from 1 to 3")
	}
	size := make([]byte, 2)
	if head[6] >= 2 {
		size = make([]byte, 4)
	}
	if _, err := io.ReadFull(r, size); err != nil {
		return nil, errors.New("the file is cut off in its header")
	}
	length := uint32(binary.LittleEndian.Uint16(size))
	if len(size) == 4 {
		length = binary.LittleEndian.Uint32(size)
	}
	if length > npyMost {
		return nil, fmt.Errorf("a header of %d bytes is damaged", length)
	}
	text := make([]byte, length)
	if _, err := io.ReadFull(r, text); err != nil {
		return nil, errors.New("the file is cut off in its header")
	}
	return text, nil
}

const (
	blanks    = " \t\r\n"
	npyOrders = "<>=|" // of bytes; | is that of a single one
)

// npyFields reads Python's dictionary of a header as NumPy does: descr, fortran_order and shape, each once, in any
// order, and nothing else. (A regular expression would bring its package into every page's program.)
func npyFields(header string) (fields map[string]string, ok bool) {
	s, out := &npyScanner{header}, map[string]string{}
	for ok = s.take("{"); ok && !s.take("}"); ok = ok && (s.take(",") || s.next("}")) {
		key, _ := s.quoted()
		if _, twice := out[key]; twice || !s.take(":") {
			return nil, false
		}
		switch key {
		case "descr":
			out[key], ok = s.quoted()
		case "fortran_order":
			if out[key] = "False"; s.take("True") {
				out[key] = "True"
			} else {
				ok = s.take("False")
			}
		case "shape":
			out[key], ok = s.within("(", ")")
		default:
			ok = false
		}
	}
	return out, ok && len(out) == 3 && strings.Trim(s.rest, blanks) == ""
}

// npyScanner is what is left of a header.
type npyScanner struct{ rest string }

// next tells whether a mark comes next, behind spaces.
func (s *npyScanner) next(mark string) bool {
	s.rest = strings.TrimLeft(s.rest, blanks)
	return strings.HasPrefix(s.rest, mark)
}

// take goes behind a mark, if it comes next.
func (s *npyScanner) take(mark string) bool {
	found := s.next(mark)
	if found {
		s.rest = s.rest[len(mark):]
	}
	return found
}

// within is the text between two marks.
func (s *npyScanner) within(begin, end string) (text string, ok bool) {
	if s.take(begin) {
		text, s.rest, ok = strings.Cut(s.rest, end)
	}
	return text, ok
}

func (s *npyScanner) quoted() (text string, ok bool) {
	if s.next(`"`) {
		return s.within(`"`, `"`)
	}
	return s.within("'", "'")
}

// parseNPYShape reads the lengths of an array's dimensions, and returns their product too. A tuple of one has a comma.
func parseNPYShape(text string) (shape []int, count int, err error) {
	count = 1
	parts := strings.Split(text, ",")
	last := len(parts) - 1
	if strings.Trim(parts[last], blanks) == "" {
		parts = parts[:last]
	} else if last == 0 {
		return nil, 0, fmt.Errorf("the shape (%s) is none: of one dimension it is (%[1]s,)", source.Brief(text))
	}
	for _, part := range parts {
		part = strings.Trim(part, blanks)
		v, err := strconv.Atoi(part)
		switch {
		case errors.Is(err, strconv.ErrRange), err == nil && v > 0 && count > math.MaxInt32*8/v:
			return nil, 0, fmt.Errorf("the shape (%s) is too large", source.Brief(text))
		case err != nil, strconv.Itoa(v) != part, v < 0:
			return nil, 0, fmt.Errorf("the shape (%s) is none: lengths are due, and commas between them", source.Brief(text))
		}
		count *= v
		shape = append(shape, v)
	}
	return shape, count, nil
}

// npyText is how many letters a type of text has, as scipy.sparse writes the name of its format; 0 where it is none.
func npyText(kind string) int {
	if len(kind) < 3 || !strings.ContainsRune(npyOrders, rune(kind[0])) || kind[1] != 'S' {
		return 0
	}
	n, err := strconv.Atoi(kind[2:])
	if err != nil || strconv.Itoa(n) != kind[2:] {
		return 0
	}
	return n
}
