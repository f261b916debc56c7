package damped

import "math"

// The doublings of the first step that a root is looked for within, and the halvings of the interval it is in then.
const (
	doublings = 200
	halvings  = 60
)

// Near is a point near the root of a slope that never falls, found from a start by steps that double until the sign
// changes, and then by halving: a start for Newton's method where curvatures are no guide, as those of losses that are
// straight or overflow. It is the last point with a slope that is a number where the sign never changes.
func Near(slope func(at float64) float64, start float64) float64 {
	at := slope(start)
	if at == 0 || math.IsNaN(at) {
		return start
	}
	direction := -math.Copysign(1, at)
	near, far := start, math.NaN()
	for k := range doublings {
		next := start + direction*math.Ldexp(1, k)
		v := slope(next)
		if math.IsNaN(v) || math.IsInf(next, 0) {
			return near
		}
		if v*direction >= 0 {
			far = next
			break
		}
		near = next
	}
	if math.IsNaN(far) {
		return near
	}
	for range halvings {
		middle := near + (far-near)/2
		if middle == near || middle == far || math.Abs(far-near) < 1e-3 {
			break
		}
		if slope(middle)*direction >= 0 {
			far = middle
		} else {
			near = middle
		}
	}
	return near
}
