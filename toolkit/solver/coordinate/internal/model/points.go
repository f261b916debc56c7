package model

import "slices"

// carry writes the weights of a set of blocks to a place among points, and behind them their image where that is
// carried along.
func (m *Model) carry(at int, set []int) {
	point := m.point(m.points[at], set)
	if image, carried := m.Loss.Image(); carried {
		point = append(point, image...)
	}
	m.points[at] = point
}

// point writes the weights of a set of blocks to dst, which grows where it is too short.
func (m *Model) point(dst []float64, set []int) []float64 {
	out := dst[:0]
	if cap(out) == 0 {
		size := 0
		for _, g := range set {
			size += m.From[g+1] - m.From[g]
		}
		out = make([]float64, 0, size)
	}
	for _, g := range set {
		out = m.weights(out, g, m.W)
	}
	return out
}

// try goes to a point on a set of blocks, which may have its image behind the weights, if the objective there is less
// than before, and says what it is.
func (m *Model) try(set []int, point []float64, before float64) (objective float64, lower bool) {
	old := m.point(nil, set)
	image, _ := m.Loss.Image()
	was := slices.Clone(image)
	carried := copy(image, point[len(old):]) > 0
	m.goTo(set, point, !carried)
	m.Visited += float64(len(old))
	if after := m.Objective(); after < before {
		return after, true
	}
	copy(image, was)
	m.goTo(set, old, false)
	return before, false
}

// goTo replaces the weights of a set of blocks, and changes the quadratic where asked.
func (m *Model) goTo(set []int, point []float64, change bool) {
	at := 0
	for _, g := range set {
		part := m.part(g, m.W)
		if change {
			part = nil
		}
		at += copy(part, point[at:])
		for k := m.From[g] + len(part); k < m.From[g+1]; k++ {
			w := &m.W[m.Columns[k].WeightAt]
			if by := point[at] - *w; by != 0 && change {
				m.Loss.Change(k, by)
			}
			*w = point[at]
			at++
		}
	}
}
