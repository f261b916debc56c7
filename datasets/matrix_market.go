package datasets

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// entry is a number of a sparse matrix.
type entry struct {
	row, col int
	value    float64
}

type entries []entry

// appendTo adds the entries of one row, in order of columns, repeated ones summed.
func (e entries) appendTo(m *linalg.CSR) {
	slices.SortStableFunc(e, func(a, b entry) int { return a.col - b.col })
	for k, v := range e {
		if last := len(m.Val) - 1; k > 0 && e[k-1].col == v.col {
			m.Val[last] += v.value
			continue
		}
		m.Col, m.Val = append(m.Col, int32(v.col)), append(m.Val, v.value)
	}
}

// ReadMatrixMarket reads a matrix: a sparse one from the format coordinate (real, integer or pattern; general or
// symmetric), a dense one from the format array. Errors refer to the input as name.
//
// Source: Boisvert, Pozo, Remington, The Matrix Market Exchange Formats, NISTIR 5935, 1996.
func ReadMatrixMarket(r io.Reader, name string) (linalg.Map, error) {
	l := &lines{r: bufio.NewReaderSize(r, maxLine), file: name, limit: maxLine}
	head, err := l.next()
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	words := strings.Fields(strings.ToLower(string(head)))
	if len(words) != 5 || words[0] != "%%matrixmarket" || words[1] != "matrix" {
		return nil, fmt.Errorf("%s: this is no MatrixMarket file: it does not begin with %%%%MatrixMarket matrix", name)
	}
	m := &marketReader{
		lines:      l,
		coordinate: words[2] == "coordinate",
		pattern:    words[3] == "pattern",
		symmetric:  words[4] == "symmetric",
	}
	switch {
	case words[2] != "coordinate" && words[2] != "array",
		words[3] != "real" && words[3] != "integer" && words[3] != "double" && !(m.pattern && m.coordinate),
		words[4] != "general" && !m.symmetric:
		return nil, l.fault(0, "a matrix of the kind %q is not read: real, integer or pattern, general or symmetric",
			strings.Join(words[2:], " "))
	}
	if err := m.sizes(); err != nil {
		return nil, err
	}
	if m.coordinate {
		return m.sparse()
	}
	return m.dense()
}

type marketReader struct {
	lines                          *lines
	coordinate, pattern, symmetric bool
	rows, cols, count              int
}

// data returns the next line that is no comment.
func (m *marketReader) data() ([]string, error) {
	for {
		line, err := m.lines.next()
		if errors.Is(err, io.EOF) {
			return nil, m.lines.fault(0, "the file ends before its last entry: it is cut off")
		}
		if err != nil {
			return nil, err
		}
		if text := strings.TrimSpace(string(line)); text != "" && text[0] != '%' {
			return strings.Fields(text), nil
		}
	}
}

// marketRows bounds the rows of a matrix: even an empty row costs memory.
const marketRows = 1 << 27

func (m *marketReader) sizes() error {
	words, err := m.data()
	if err != nil {
		return err
	}
	want := 2
	if m.coordinate {
		want = 3
	}
	numbers := make([]int, len(words))
	for k, w := range words {
		if numbers[k], err = strconv.Atoi(w); err != nil || numbers[k] < 0 || numbers[k] > math.MaxInt32 {
			return m.lines.fault(k+1, "%q is no size", w)
		}
	}
	if len(numbers) != want {
		return m.lines.fault(0, "there are %d sizes where %d are due", len(numbers), want)
	}
	m.rows, m.cols = numbers[0], numbers[1]
	if m.coordinate {
		m.count = numbers[2]
	}
	if m.rows > marketRows {
		return m.lines.fault(1, "%d rows are more than %d", m.rows, marketRows)
	}
	if m.symmetric && m.rows != m.cols {
		return m.lines.fault(0, "a symmetric matrix of %d × %d", m.rows, m.cols)
	}
	return nil
}

func (m *marketReader) sparse() (linalg.Map, error) {
	byRow := map[int]entries{}
	total := 0
	for range m.count {
		words, err := m.data()
		if err != nil {
			return nil, err
		}
		want := 3
		if m.pattern {
			want = 2
		}
		if len(words) != want {
			return nil, m.lines.fault(0, "there are %d fields where %d are due", len(words), want)
		}
		i, err1 := strconv.Atoi(words[0])
		j, err2 := strconv.Atoi(words[1])
		if err1 != nil || err2 != nil || i < 1 || i > m.rows || j < 1 || j > m.cols {
			return nil, m.lines.fault(0, "there is no entry %s, %s of a matrix of %d × %d", words[0], words[1], m.rows, m.cols)
		}
		v := 1.
		if !m.pattern {
			var ok bool
			if v, ok = parseNumber([]byte(words[2])); !ok {
				return nil, m.lines.fault(3, "%q is no value: a finite number is due", words[2])
			}
		}
		byRow[i-1] = append(byRow[i-1], entry{i - 1, j - 1, v})
		total++
		if m.symmetric && i != j {
			byRow[j-1] = append(byRow[j-1], entry{j - 1, i - 1, v})
			total++
		}
	}
	out := &linalg.CSR{
		R:   m.rows,
		C:   m.cols,
		Ptr: make([]int, 1, m.rows+1),
		Col: make([]int32, 0, total),
		Val: make([]float64, 0, total),
	}
	for i := range m.rows {
		byRow[i].appendTo(out)
		out.Ptr = append(out.Ptr, len(out.Val))
	}
	return out, nil
}

// dense reads a matrix column by column.
func (m *marketReader) dense() (linalg.Map, error) {
	values := make([]float64, 0, min(m.rows*m.cols, 1<<20))
	total := m.rows * m.cols
	if m.symmetric {
		total = m.rows * (m.rows + 1) / 2
	}
	for len(values) < total {
		words, err := m.data()
		if err != nil {
			return nil, err
		}
		for k, w := range words {
			v, ok := parseNumber([]byte(w))
			if !ok {
				return nil, m.lines.fault(k+1, "%q is no value: a finite number is due", w)
			}
			values = append(values, v)
		}
	}
	if len(values) > total {
		return nil, m.lines.fault(0, "there are more than %d values", total)
	}
	out := linalg.NewDense(m.rows, m.cols, nil)
	at := 0
	for j := range m.cols {
		first := 0
		if m.symmetric {
			first = j
		}
		for i := first; i < m.rows; i++ {
			out.Data[i*m.cols+j] = values[at]
			if m.symmetric {
				out.Data[j*m.cols+i] = values[at]
			}
			at++
		}
	}
	return out, nil
}

// readMatrixMarketFrame reads a matrix of which a column is the target, or a file beside it.
func readMatrixMarketFrame(_ context.Context, r *reader, path string, o FrameOptions) (*Frame, error) {
	m, err := ReadMatrixMarket(r, path)
	if err != nil {
		return nil, err
	}
	if _, cols := m.Dims(); o.Target == "" && !o.NoTarget {
		return nil, fmt.Errorf("%s: which column is the target? They are numbered 1 to %d; a .mtx or .npy file of its own "+
			"may hold it too", path, cols)
	}
	return takeColumns(m, path, o)
}
