package newton

import (
	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/vec"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// follow makes the sum that of F, by the rows that came and those that went, or anew where these
// are no fewer than F.
func (m *svm) follow() {
	s := m.followed
	s.changed, s.weights = s.changed[:0], s.weights[:0]
	k := 0
	for _, i := range m.free {
		for ; k < len(s.rows) && s.rows[k] < i; k++ {
			s.changed, s.weights = append(s.changed, s.rows[k]), append(s.weights, -m.c[s.rows[k]])
		}
		if k < len(s.rows) && s.rows[k] == i {
			k++
			continue
		}
		s.changed, s.weights = append(s.changed, i), append(s.weights, m.c[i])
	}
	for _, i := range s.rows[k:] {
		s.changed, s.weights = append(s.changed, i), append(s.weights, -m.c[i])
	}
	if len(s.changed) >= len(m.free) {
		s.sum = vec.Resize(s.sum, len(m.w)*len(m.w))
		clear(s.sum)
		s.changed, s.weights = append(s.changed[:0], m.free...), s.weights[:0]
		for _, i := range m.free {
			s.weights = append(s.weights, m.c[i])
		}
	}
	s.rows = append(s.rows[:0], m.free...)
	size := len(m.w)
	linalg.AddGramOfSome(s.sum, size, m.a, s.changed, s.weights)
	if m.column == 0 {
		return
	}
	border := make([]float64, m.d)
	for k, i := range s.changed {
		m.a.AddRow(border, s.weights[k], i)
	}
	for j, v := range border {
		s.sum[j*size+m.d] += m.column * v
	}
	s.sum[size*size-1] += m.column * m.column * floats.Sum(s.weights)
}
