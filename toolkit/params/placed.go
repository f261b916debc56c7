package params

import (
	"slices"

	"github.com/proxlab/proxlab/toolkit"
)

// placed is an update over templates: its parts with the runs that their rows are in.
type placed struct {
	parts  []placedPart
	values []float64 // scratch: of the features of a template
	slots  []uint32
	byRow  []float64 // of a run whose parts are many
	all    []uint32
}

type placedPart struct {
	run, row int // counted from the first of the run
	value    float64
}

// many is how many rows of a run, for each part, are looked up together: that is quicker then than one by one.
const many = 16

// take keeps the parts of the store's family.
func (p *placed) take(h *Hashed, u *toolkit.Update) {
	p.parts = p.parts[:0]
	rows, i := h.x.Rows(), -1
	for _, a := range u.Parts {
		if a.Family != h.family {
			continue
		}
		if i < 0 || a.Row < rows[i] || a.Row >= rows[i+1] {
			i = h.run(a.Row)
		}
		p.parts = append(p.parts, placedPart{i, a.Row - rows[i], a.Value})
	}
}

// features are the places of the features of all parts by template k, and their values.
func (p *placed) features(x Indexed, k int) (slots []uint32, values []float64) {
	p.slots, p.values = p.slots[:0], p.values[:0]
	for left := p.parts; len(left) > 0; {
		i, n := left[0].run, 1
		for n < len(left) && left[n].run == i {
			n++
		}
		if rows := x.Rows()[i+1] - x.Rows()[i]; n*many > rows {
			p.together(x, i, k, rows, left[:n])
		} else {
			p.oneByOne(x, k, left[:n])
		}
		left = left[n:]
	}
	return p.slots, p.values
}

func (p *placed) oneByOne(x Indexed, k int, parts []placedPart) {
	for _, a := range parts {
		p.slots = x.SlotsOf(p.slots, a.run, k, a.row)
		for len(p.values) < len(p.slots) {
			p.values = append(p.values, a.value)
		}
	}
}

// together looks up all rows of run i.
func (p *placed) together(x Indexed, i, k, n int, parts []placedPart) {
	slots, rows := p.look(x, i, k)
	if rows == nil {
		for _, a := range parts {
			p.slots, p.values = append(p.slots, slots[a.row]), append(p.values, a.value)
		}
		return
	}
	p.byRow = slices.Grow(p.byRow[:0], n)[:n]
	clear(p.byRow)
	for _, a := range parts {
		p.byRow[a.row] += a.value
	}
	for j, r := range rows {
		if v := p.byRow[r]; v != 0 {
			p.slots, p.values = append(p.slots, slots[j]), append(p.values, v)
		}
	}
}

// look looks up the places of the features of all rows of run i, where they are not kept.
func (p *placed) look(x Indexed, i, k int) (slots []uint32, rows []int32) {
	if kept, ok := x.(picked); ok {
		return kept.of(i, kept.templates[k])
	}
	p.all, rows = x.Slots(p.all[:0], i, k)
	return p.all, rows
}
