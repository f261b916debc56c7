package factor

import (
	"math"

	"github.com/proxlab/proxlab/toolkit/structured/factor/internal/sums"
)

// edge is a pair of different nodes.
type edge struct {
	a, b int32
	at   int // of its numbers among the tables
	kind kind
}

// kind says what the numbers of an edge are.
type kind uint8

const (
	table     kind = iota // k_a × k_b scores, row by row
	potts                 // w, for equal states
	truncated             // slope and most
)

func sendPotts(out, v []float64, w float64) {
	at, first, second := sums.TwoHighest(v)
	out = out[:len(v)]
	for y, u := range v {
		out[y] = max(first, u+w)
	}
	if w < 0 {
		out[at] = max(second, v[at]+w)
	}
}

// sendTruncated is an envelope of cones from both sides, and the truncation.
//
// Source: Felzenszwalb, Huttenlocher, Efficient Belief Propagation for Early Vision, IJCV 2006, section 4.2.
func sendTruncated(out, v []float64, slope, most float64) {
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

func sendRows(out, v, w []float64) {
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

func sendColumns(out, v, w []float64) {
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
