package newton

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// A search ends at this share of the slope at its start, or after so many points.
const (
	searched     = 1e-2
	mostSearched = 20
)

// search is the η that minimizes the subproblem along Δ, by its slope at the start; 0 where it does not fall. Examples
// whose slopes are 0 or 1 all the way are seen once: what they add to the slope does not change.
func (m *svm) search(start float64) (eta float64) {
	if !(start < 0) {
		return 0
	}
	curve := m.mu * floats.Dot(m.dw[:m.d], m.dw[:m.d])
	lo, hi, seen := 0., math.Inf(1), 0.
	eta = 1
	for k := range mostSearched {
		if eta > seen {
			m.findMoving(eta)
			seen = eta
		}
		v, second := start+eta*curve, curve
		for _, e := range m.moving {
			a := clip(e.t - eta*e.fall)
			if v -= e.weight * (a - e.a); inside(a) {
				second += e.weight * e.fall
			}
		}
		if math.Abs(v) <= searched*math.Abs(start) {
			break
		}
		if v > 0 {
			hi = eta
		} else {
			lo = eta
		}
		next := eta - v/second
		switch {
		case next > lo && next < hi && k < mostSearched/2:
			eta = next
		case math.IsInf(hi, 1):
			eta *= 2
		default:
			eta = (lo + hi) / 2
		}
	}
	if eta > seen {
		m.findMoving(eta)
	}
	return eta
}

// findMoving are the examples whose slopes change on the way to η.
func (m *svm) findMoving(eta float64) {
	m.moving = m.moving[:0]
	inv := 1 / m.width
	for i, dm := range m.dm {
		t, fall := m.shift[i]+(1-m.margin[i])*inv, dm*inv
		a := clip(t)
		if a != clip(t-eta*fall) || inside(a) {
			m.moving = append(m.moving, move{t, fall, a, m.c[i] * dm, int32(i)})
		}
	}
}

// slopeAlong is the slope of the subproblem along Δ, where nothing is known of it.
func (m *svm) slopeAlong() float64 {
	slope, inv := m.mu*floats.Dot(m.w[:m.d], m.dw[:m.d]), 1/m.width
	for i, dm := range m.dm {
		slope -= m.c[i] * dm * clip(m.shift[i]+(1-m.margin[i])*inv)
	}
	return slope
}
