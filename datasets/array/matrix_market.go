package array

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// ReadMatrixMarket reads a matrix: a sparse one from the format coordinate (real, integer or pattern; general or
// symmetric), a dense one from the format array. Errors refer to the input as name.
//
// Source: Boisvert, Pozo, Remington, The Matrix Market Exchange Formats, NISTIR 5935, 1996.
func ReadMatrixMarket(r io.Reader, name string) (linalg.Map, error) {
	r, t := source.Watch(r, name)
	l := source.NewLines(r, name)
	head, err := l.Next()
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	words := strings.Fields(strings.ToLower(string(head)))
	if len(words) != 5 || words[0] != "%%matrixmarket" || words[1] != "matrix" {
		return nil, fmt.Errorf("%s: this is no MatrixMarket file: it does not begin with %%%%MatrixMarket matrix", name)
	}
	m := &marketReader{
		lines:      l,
		intake:     t,
		coordinate: words[2] == "coordinate",
		pattern:    words[3] == "pattern",
		whole:      words[3] == "integer",
		symmetric:  words[4] == "symmetric",
	}
	switch {
	case words[2] != "coordinate" && words[2] != "array",
		words[3] != "real" && words[3] != "integer" && words[3] != "double" && !(m.pattern && m.coordinate),
		words[4] != "general" && !m.symmetric:
		return nil, l.Fault(0, "a matrix of the kind %q is not read: real, integer or pattern, general or symmetric",
			strings.Join(words[2:], " "))
	}
	if err := m.sizes(); err != nil {
		return nil, err
	}
	read := m.dense
	if m.coordinate {
		read = m.sparse
	}
	out, err := read()
	if err != nil {
		return nil, err
	}
	return out, m.end()
}

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
			return m.lines.Fault(k+1, "%q is no size", w)
		}
	}
	if len(numbers) != want {
		return m.lines.Fault(0, "there are %d sizes where %d are due", len(numbers), want)
	}
	m.rows, m.cols = numbers[0], numbers[1]
	if m.coordinate {
		m.count = numbers[2]
	}
	if m.symmetric && m.rows != m.cols {
		return m.lines.Fault(0, "a symmetric matrix of %d × %d", m.rows, m.cols)
	}
	return nil
}

// dense reads a matrix column by column.
func (m *marketReader) dense() (linalg.Map, error) {
	total := m.rows * m.cols
	if m.symmetric {
		total = m.rows * (m.rows + 1) / 2
	}
	if total == 0 {
		return linalg.NewDense(m.rows, m.cols, nil), nil
	}
	if !m.intake.Within(int64(total)) { // a digit each
		return nil, m.lines.Fault(0, "a matrix of %d × %d, where the file has %d bytes: it is cut off", m.rows, m.cols,
			m.intake.Size)
	}
	if err := m.intake.Need(16 * float64(total)); err != nil && m.intake.Size > 0 {
		return nil, err
	}
	var values []float64
	for len(values) < total {
		words, err := m.data()
		if err != nil {
			return nil, err
		}
		for k, w := range words {
			v, err := m.value(k+1, w)
			if err != nil {
				return nil, err
			}
			values = append(values, v)
		}
		if err := m.intake.Hold(16 * float64(len(values))); err != nil {
			return nil, err
		}
	}
	if len(values) > total {
		return nil, m.lines.Fault(0, "there are more than %d values", total)
	}
	out := linalg.NewDense(m.rows, m.cols, nil)
	at := 0
	for j := range m.cols {
		for i := range m.rows {
			if m.symmetric && i < j {
				continue
			}
			out.Data[i*m.cols+j] = values[at]
			if m.symmetric {
				out.Data[j*m.cols+i] = values[at]
			}
			at++
		}
	}
	return out, nil
}

type marketReader struct {
	lines                                 *source.Lines
	intake                                *source.Intake
	coordinate, pattern, symmetric, whole bool
	rows, cols, count                     int
}

// line returns the words of the next line that is no comment; io.EOF after the last.
func (m *marketReader) line() ([]string, error) {
	for {
		line, err := m.lines.Next()
		if err != nil {
			return nil, err
		}
		if text := strings.TrimSpace(string(line)); text != "" && text[0] != '%' {
			return strings.Fields(text), nil
		}
	}
}

// data returns the next line, which must be there.
func (m *marketReader) data() ([]string, error) {
	words, err := m.line()
	if errors.Is(err, io.EOF) {
		return nil, m.lines.Fault(0, "the file ends before its last entry: it is cut off")
	}
	return words, err
}

// end tests that nothing follows the last entry.
func (m *marketReader) end() error {
	words, err := m.line()
	switch {
	case err == nil:
		err = m.lines.Fault(0, "%q comes after the last entry that is announced", strings.Join(words, " "))
	case errors.Is(err, io.EOF):
		err = nil
	}
	return err
}

// value reads a number, which is whole where the file says so.
func (m *marketReader) value(field int, word string) (float64, error) {
	v, ok := source.ParseNumber([]byte(word))
	switch {
	case !ok:
		return 0, m.lines.Fault(field, "%q is no value: a finite number is due", word)
	case m.whole && v != math.Trunc(v):
		return 0, m.lines.Fault(field, "%q is no whole number, and the file says integer", word)
	}
	return v, nil
}

// A matrix may have so many rows, and as many columns, without an entry, and so many more for each that it has: even an
// empty row costs memory.
const (
	marketEmpty    = 1 << 20
	marketPerEntry = 1 << 6
)

// marketEntry is a number of a sparse matrix, and the line it stands on.
type marketEntry struct {
	row, col, line int32
	value          float64
}

// sparse reads the entries that are not 0.
func (m *marketReader) sparse() (linalg.Map, error) {
	most := int64(marketEmpty) + marketPerEntry*int64(m.count)
	switch {
	case !m.intake.Within(3 * int64(m.count)): // two digits and what is between them, but for the last
		return nil, m.lines.Fault(3, "%d entries, where the file has %d bytes: it is cut off", m.count, m.intake.Size)
	case int64(max(m.rows, m.cols)) > most:
		return nil, m.lines.Fault(0, "a matrix of %d × %d with %d entries: more than %d rows or columns of so few are "+
			"not read", m.rows, m.cols, m.count, most)
	}
	if err := m.intake.Need(44*float64(m.count) + 8*float64(m.rows)); err != nil && m.intake.Size > 0 {
		return nil, err
	}
	var all []marketEntry
	for range m.count {
		e, err := m.entry()
		if err != nil {
			return nil, err
		}
		all = append(all, e)
		if m.symmetric && e.row != e.col {
			e.row, e.col = e.col, e.row
			all = append(all, e)
		}
		if err := m.intake.Hold(44 * float64(len(all))); err != nil {
			return nil, err
		}
	}
	return m.byRows(all)
}

func (m *marketReader) entry() (e marketEntry, err error) {
	words, err := m.data()
	if err != nil {
		return e, err
	}
	want := 3
	if m.pattern {
		want = 2
	}
	if len(words) != want {
		return e, m.lines.Fault(0, "there are %d fields where %d are due", len(words), want)
	}
	i, err1 := strconv.Atoi(words[0])
	j, err2 := strconv.Atoi(words[1])
	if err1 != nil || err2 != nil || i < 1 || i > m.rows || j < 1 || j > m.cols {
		return e, m.lines.Fault(0, "there is no entry %s, %s of a matrix of %d × %d", words[0], words[1], m.rows, m.cols)
	}
	e = marketEntry{int32(i - 1), int32(j - 1), int32(min(m.lines.N, math.MaxInt32)), 1} // sizes are at most MaxInt32
	if !m.pattern {
		e.value, err = m.value(3, words[2])
	}
	return e, err
}

// byRows puts entries into rows, whose columns ascend.
func (m *marketReader) byRows(all []marketEntry) (linalg.Map, error) {
	out := &linalg.CSR{
		R: m.rows, C: m.cols, Ptr: make([]int, m.rows+1), Col: make([]int32, len(all)), Val: make([]float64, len(all)),
	}
	for _, e := range all {
		out.Ptr[e.row+1]++
	}
	for i := range m.rows {
		out.Ptr[i+1] += out.Ptr[i]
	}
	next := append([]int(nil), out.Ptr[:m.rows]...)
	for _, e := range all {
		out.Col[next[e.row]], out.Val[next[e.row]] = e.col, e.value
		next[e.row]++
	}
	for i := range m.rows {
		lo, hi := out.Ptr[i], out.Ptr[i+1]
		if err := sortRow(out.Col[lo:hi], out.Val[lo:hi]); err != nil {
			m.lines.N = lineOfSecond(all, int32(i))
			return nil, m.lines.Fault(0, "row %d: %w", i+1, err)
		}
	}
	return out, nil
}

// lineOfSecond is where a row has a column again.
func lineOfSecond(all []marketEntry, row int32) int {
	seen := map[int32]bool{}
	for _, e := range all {
		if e.row != row {
			continue
		}
		if seen[e.col] {
			return int(e.line)
		}
		seen[e.col] = true
	}
	return 0
}
