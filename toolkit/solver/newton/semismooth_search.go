package newton

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// search is the η that minimizes the subproblem along Δ, by its slope at the start; 0 where it does not fall.
func (m *svm) search(start float64) (eta float64) {
	if !(start < 0) {
		return 0
	}
	first, curve := m.ridgeAlong()
	lo, hi := 0., math.Inf(1)
	eta = 1
	for k := range mostSearched {
		v, second := m.along(eta)
		v, second = v+first+eta*curve, second+curve
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
	return eta
}

// ridgeAlong is what all but the losses adds to the slope of the subproblem at η = 0, and to its curvature.
func (m *svm) ridgeAlong() (slope, curve float64) {
	for j, d := range m.dw[:m.d] {
		slope += m.w[j] * d
		curve += d * d
	}
	slope, curve = m.mu*slope, m.mu*curve
	if m.base != nil {
		slope -= floats.Dot(m.base, m.dw)
	}
	return slope, curve
}

// A search ends at this share of the slope at its start, or after so many points.
const (
	searched     = 1e-2
	mostSearched = 20
)

// slopeAlong is the slope of the subproblem along Δ at η = 0.
func (m *svm) slopeAlong() float64 {
	losses, _ := m.along(0)
	rest, _ := m.ridgeAlong()
	return losses + rest
}

// along is what the losses add to the slope and the curvature of the subproblem at a step η.
func (m *svm) along(eta float64) (slope, second float64) {
	inv := 1 / m.width
	for i, dm := range m.dm {
		t := m.shift[i] + (1-m.margin[i]-eta*dm)*inv
		if t <= 0 {
			continue
		}
		v := m.c[i] * dm
		if t >= 1 {
			slope -= v
			continue
		}
		slope -= v * t
		second += v * dm * inv
	}
	return slope, second
}
