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
	var out linalg.Map
	if m.coordinate {
		out, err = m.sparse()
	} else {
		out, err = m.dense()
	}
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
