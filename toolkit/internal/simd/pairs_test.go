package simd

import (
	"math"
	"testing"
)

// TestPairs compares the steps of a pair on all levels, bit by bit, with their formulas: all remainders, ties, infinite
// slopes, curvatures of 0.
func TestPairs(t *testing.T) {
	onLevels(t, func(l Level) {
		for n := range 70 {
			seed := uint64(n)
			r, shift, row, other := numbers(n, seed), numbers(n, seed+1), numbers(n, seed+2), numbers(n, seed+3)
			diagonal := make([]float64, n)
			for k := range n {
				diagonal[k] = math.Abs(row[k]) * float64(k%4)
				if k > 8 && k%9 == 0 { // as good as one before it
					r[k], shift[k], row[k], other[k], diagonal[k] = r[k-8], shift[k-8], row[k-8], other[k-8], diagonal[k-8]
				}
				if k%7 == n%7 {
					shift[k] = math.Inf(1 - 2*(n%2))
				}
			}
			const top, mine, flat = 0.5, 0.25, 1e-12
			at, best, least := -1, 0., math.Inf(1)
			for k := range n {
				down := r[k] + shift[k]
				least = min(least, down)
				gain := max(0, top-down)
				key := gain * gain / max(mine+diagonal[k]-float64(2*row[k]), float64(flat*(mine+diagonal[k])), 1e-300)
				if key > best {
					at, best = k, key
				}
			}
			if got, low := Partner(r, shift, row, diagonal, top, mine, flat); got != at || low != least {
				t.Fatalf("%s, %d numbers: partner %d and least %g, by formula %d and %g", l, n, got, low, at, least)
			}
			want := append([]float64(nil), r...)
			first, most := -1, math.Inf(-1)
			for k := range n {
				want[k] -= float64(0.3 * (row[k] - other[k]))
				if v := want[k] + shift[k]; v > most {
					first, most = k, v
				}
			}
			var highest float64
			moved, clean := guarded(r, n%8, func(out []float64) { at, highest = MovePair(out, shift, row, other, 0.3) })
			if !clean || !sameAll(moved, want) || at != first || highest != most {
				t.Fatalf("%s, %d numbers: moved to %v with %g at %d, by formula %v with %g at %d", l, n, moved, highest, at,
					want, most, first)
			}
		}
	})
}
