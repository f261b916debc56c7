package params

import "github.com/proxlab/proxlab/toolkit"

// layout is the storage of the groups of explicit blocks, one after another in one array: block after block of a group,
// each column by column.
type layout struct {
	all    []float64
	groups [][]float64 // nil for a group that has a block of another kind, or one that stands elsewhere too
	whole  bool        // all groups are there
}

// Vector is the storage of a model of explicit blocks, on which any Proxable can act; ok is false for other models, and
// for one that holds a block twice. Blocks stand in their order, each column by column. Their lazy scales are applied
// first, and their squared norms are stale until Refresh.
func (m *Model) Vector() (w []float64, ok bool) {
	m.layOut()
	if !m.layout.whole {
		return nil, false
	}
	for k := range m.groups {
		m.fold(k)
	}
	return m.layout.all, true
}

// GroupVector is the part of Vector that is group k: of a model of which other groups may be of any blocks.
func (m *Model) GroupVector(k int) (w []float64, ok bool) {
	m.layOut()
	if m.layout.groups[k] == nil {
		return nil, false
	}
	m.fold(k)
	return m.layout.groups[k], true
}

// AddToVector is dst ← dst + step·u for a dst laid out as Vector. It panics where that is none.
func (m *Model) AddToVector(dst []float64, step float64, u *toolkit.Update) {
	m.layOut()
	if !m.layout.whole || len(dst) != len(m.layout.all) {
		panic("params: the model is no vector, or one of another length")
	}
	for _, g := range m.groups {
		for _, b := range g {
			e := b.(*Explicit) // as layOut saw
			w := dst[:len(e.w)]
			dst = dst[len(e.w):]
			for _, p := range u.Parts {
				if p.Family == e.family && p.Value != 0 {
					e.x.AddRow(e.column(w, p.Col), step*p.Value, p.Row)
				}
			}
		}
	}
}

// Blocks is the number of blocks of all groups.
func (m *Model) Blocks() (n int) {
	for _, g := range m.groups {
		n += len(g)
	}
	return n
}

// fold applies the lazy scales of a group of explicit blocks.
func (m *Model) fold(k int) {
	for _, b := range m.groups[k] {
		b.(*Explicit).fold()
	}
}

// layOut moves the weights of explicit blocks to one array, unless they are there: another model of the same blocks may
// have moved them since.
func (m *Model) layOut() {
	if m.layout.groups != nil && m.inPlace() {
		return
	}
	held := map[Block]int{}
	for _, g := range m.groups {
		for _, b := range g {
			held[b]++
		}
	}
	size := 0
	explicit := make([]bool, len(m.groups))
	for k, g := range m.groups {
		n, ok := length(g, held)
		if explicit[k] = ok; ok {
			size += n
		}
	}
	m.layout = layout{all: make([]float64, 0, size), groups: make([][]float64, len(m.groups)), whole: true}
	for k, g := range m.groups {
		if !explicit[k] {
			m.layout.whole = false
			continue
		}
		first := len(m.layout.all)
		for _, b := range g {
			e := b.(*Explicit) // as length saw
			from := len(m.layout.all)
			m.layout.all = append(m.layout.all, e.w...)
			e.w = m.layout.all[from:len(m.layout.all):len(m.layout.all)]
		}
		m.layout.groups[k] = m.layout.all[first:len(m.layout.all):len(m.layout.all)]
	}
}

// length is the number of weights of a group of explicit blocks, each held once.
func length(g []Block, held map[Block]int) (n int, ok bool) {
	for _, b := range g {
		e, explicit := b.(*Explicit)
		if !explicit || held[b] > 1 {
			return 0, false
		}
		n += len(e.w)
	}
	return n, true
}

// inPlace tells whether the blocks' weights are where they were laid out.
func (m *Model) inPlace() bool {
	for k, g := range m.groups {
		w := m.layout.groups[k]
		if w == nil {
			continue
		}
		for _, b := range g {
			e := b.(*Explicit) // as layOut saw
			if len(e.w) > 0 && &e.w[0] != &w[0] {
				return false
			}
			w = w[len(e.w):]
		}
	}
	return true
}
