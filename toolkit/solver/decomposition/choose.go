package decomposition

import (
	"math"
	"slices"
)

// choose makes the next working set: half of it are the examples that violate optimality most, as many that are to
// rise as that are to fall, and the rest those that came last before.
func (m *machine) choose(top, bottom float64) {
	q := min(m.size, m.most, len(m.at))
	next := make([]int, 0, q)
	add := func(k int) {
		m.in[k] = true
		next = append(next, k)
	}
	if q < len(m.at) {
		for _, k := range m.newest[:min(len(m.newest), q/2)] {
			add(k)
		}
	}
	before := len(next)
	take := func(most int, key func(k int) float64) {
		var places []int
		var keys []float64
		for k := range m.at {
			if v := key(k); v > 0 && !m.in[k] {
				places, keys = append(places, k), append(keys, v)
			}
		}
		for _, k := range largest(places, keys, most) {
			add(k)
		}
	}
	if m.p.Intercept {
		take((q-before+1)/2, func(k int) float64 { return m.up[k] - bottom })
		take(q-len(next), func(k int) float64 { return top - m.down[k] })
	} else {
		take(q-before, func(k int) float64 { return math.Max(m.up[k], -m.down[k]) })
	}
	m.newest = append(m.newest[:0], next[before:]...)
	for _, k := range next {
		m.in[k] = false
	}
	slices.Sort(next) // so that columns are read in order
	m.set = next
}

// largest are so many of the places with the largest keys, in no order, by Hoare's selection.
func largest(places []int, keys []float64, most int) []int {
	lo, hi := 0, len(keys)-1
	if most > hi {
		return places
	}
	for lo < hi {
		pivot := keys[(lo+hi)/2]
		i, j := lo, hi
		for i <= j {
			for keys[i] > pivot {
				i++
			}
			for keys[j] < pivot {
				j--
			}
			if i <= j {
				keys[i], keys[j] = keys[j], keys[i]
				places[i], places[j] = places[j], places[i]
				i, j = i+1, j-1
			}
		}
		switch {
		case most <= j:
			hi = j
		case most >= i:
			lo = i
		default:
			return places[:most]
		}
	}
	return places[:most]
}
