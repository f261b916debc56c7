package array

import (
	"math"
	"strconv"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

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
