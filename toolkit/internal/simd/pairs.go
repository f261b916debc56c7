package simd

import (
	"math"
	"slices"
)

// width is how many numbers the widest registers hold.
const width = 8

// lanes are, for each lane of a register, the largest key that it has seen, where that was, −1 for nowhere, and the
// least of other numbers.
type lanes = [3 * width]float64

// newLanes are those before anything was seen, of keys above bottom.
func newLanes(bottom float64) *lanes {
	var l lanes
	for k := range width {
		l[k], l[width+k], l[2*width+k] = bottom, -1, math.Inf(1)
	}
	return &l
}

// see is what one more number adds to the first lane.
func see(l *lanes, key float64, at int) {
	if key > l[0] {
		l[0], l[width] = key, float64(at)
	}
}

// largest is the largest key, and the first place of it.
func largest(l *lanes) (key float64, at int) {
	key, place := l[0], l[width]
	for k := 1; k < width; k++ {
		if v, other := l[k], l[width+k]; v > key || v == key && other < place {
			key, place = v, other
		}
	}
	return key, int(place)
}

// Partner chooses what is to fall while one coefficient rises whose slope is top: with down_k = r_k + fall_k and
// curvatures c_k = max(mine + diagonal_k − 2 row_k, flat (mine + diagonal_k), 1e-300) it is the first k of the largest
// max(0, top − down_k)²/c_k, −1 if none is positive; least is the least of all down_k. Nothing is fused.
func Partner(r, fall, row, diagonal []float64, top, mine, flat float64) (at int, least float64) {
	n := len(r)
	if len(fall) != n || len(row) != n || len(diagonal) != n {
		panic(badShape)
	}
	l := newLanes(0)
	for k := partner(r, fall, row, diagonal, top, mine, flat, l); k < n; k++ {
		down, sum := r[k]+fall[k], mine+diagonal[k]
		l[2*width] = min(l[2*width], down)
		gain := max(top-down, 0)
		see(l, gain*gain/max(sum-float64(2*row[k]), float64(flat*sum), tiny), k)
	}
	_, at = largest(l)
	return at, slices.Min(l[2*width:])
}

const tiny = 1e-300

// MovePair is r_k ← r_k − t (row_k − other_k), and the first k of the largest r_k + rise_k, with that; −1 for none
// above −∞. Nothing is fused.
func MovePair(r, rise, row, other []float64, t float64) (at int, top float64) {
	n := len(r)
	if len(rise) != n || len(row) != n || len(other) != n {
		panic(badShape)
	}
	l := newLanes(math.Inf(-1))
	for k := movePair(r, rise, row, other, t, l); k < n; k++ {
		r[k] -= float64(t * (row[k] - other[k]))
		see(l, r[k]+rise[k], k)
	}
	top, at = largest(l)
	return at, top
}
