package figures

import (
	"math"
	"math/rand/v2"
	"testing"
)

// randomPairs is a random structure with hairpins of three bases or more.
func randomPairs(rng *rand.Rand, n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = -1
	}
	var fill func(i, j int)
	fill = func(i, j int) {
		for j-i > 6 {
			if rng.IntN(3) == 0 {
				i++
				continue
			}
			k := i + 4 + rng.IntN(j-i-4)
			for d := 0; d < 5 && k-i-2*d > 4; d++ { // a helix
				out[i+d], out[k-d] = k-d, i+d
				if d == 4 || k-i-2*d <= 6 {
					fill(i+d+1, k-d)
				}
			}
			i = k + 1
		}
	}
	fill(0, n)
	return out
}

// TestDrawnStructures: bases of a pair are across from each other, neighbours no nearer than one unit, and nothing is
// upon anything else, in random structures.
func TestDrawnStructures(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	left := 0
	const trials = 60
	for trial := range trials {
		pairs := randomPairs(rng, 1+rng.IntN(160))
		d := newDrawing(pairs)
		d.spread()
		for k, p := range d.at {
			if math.IsNaN(p.x) || math.IsNaN(p.y) {
				t.Fatalf("trial %d: base %d has no place", trial, k)
			}
			if j := pairs[k]; j > k && math.Abs(p.to(d.at[j]).length()-across) > 1e-6 {
				t.Fatalf("trial %d: pair %d, %d is %g wide", trial, k, j, p.to(d.at[j]).length())
			}
			if k > 0 && p.to(d.at[k-1]).length() < 1-1e-6 {
				t.Fatalf("trial %d: bases %d and %d are %g apart", trial, k-1, k, p.to(d.at[k-1]).length())
			}
		}
		if len(d.overlaps()) > 0 {
			left++
		}
	}
	if left > trials/10 {
		t.Errorf("%d of %d structures lie upon themselves", left, trials)
	}
}

// TestOverlapsAreSeen: two hairpins in one place, and loops side by side.
func TestOverlapsAreSeen(t *testing.T) {
	t.Parallel()
	d := newDrawing([]int{5, 4, -1, -1, 1, 0, -1, 12, 11, -1, -1, 8, 7, -1})
	if o := d.overlaps(); len(o) != 0 {
		t.Errorf("two helices beside each other overlap: %v", o)
	}
	d.at[9] = d.at[2] // the loops of two hairpins
	if o := d.overlaps(); len(o) == 0 {
		t.Errorf("two bases in one place: %v", o)
	}
}
