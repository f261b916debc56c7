// Package pairs passes messages along edges, out(y) = max_x v(x) + θ(x, y), in time by what θ is.
package pairs

import (
	"math"

	"github.com/proxlab/proxlab/toolkit/structured/factor/internal/sums"
)

// Potts is θ(x, y) = w where x = y, and 0 else.
func Potts(out, v []float64, w float64) {
	at, first, second := sums.TwoHighest(v)
	out = out[:len(v)]
	for y, u := range v {
		out[y] = max(first, u+w)
	}
	if w < 0 {
		out[at] = max(second, v[at]+w)
	}
}

// Truncated is θ(x, y) = −slope·min(|x − y|, most): an envelope of cones from both sides, and the truncation.
//
// Source: Felzenszwalb, Huttenlocher, Efficient Belief Propagation for Early Vision, IJCV 2006, section 4.2.
func Truncated(out, v []float64, slope, most float64) {
	out = out[:len(v)]
	last, best := math.Inf(-1), math.Inf(-1)
	for y, u := range v {
		best = max(best, u)
		last = max(last-slope, u)
		out[y] = last
	}
	last = math.Inf(-1)
	for y := len(v) - 1; y >= 0; y-- {
		last = max(last-slope, out[y])
		out[y] = max(last, best-slope*most)
	}
}

// Rows is θ(x, y) = w[x·k + y].
func Rows(out, v, w []float64) {
	for y := range out {
		out[y] = math.Inf(-1)
	}
	k := len(out)
	for x, u := range v {
		row := w[x*k : x*k+k]
		out := out[:len(row)]
		for y, r := range row {
			if c := u + r; c > out[y] {
				out[y] = c
			}
		}
	}
}

// Columns is θ(x, y) = w[y·k + x].
func Columns(out, v, w []float64) {
	k := len(v)
	for y := range out {
		row := w[y*k : y*k+k]
		row = row[:len(v)]
		best := math.Inf(-1)
		for x, u := range v {
			if c := u + row[x]; c > best {
				best = c
			}
		}
		out[y] = best
	}
}
