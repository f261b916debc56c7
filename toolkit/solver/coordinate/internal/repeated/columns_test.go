package repeated

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestSingle: of columns that repeat one another a set has those that are active, or else one, whatever sets there were
// before; all others stay.
func TestSingle(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 92))
	const count, kinds = 300, 120
	kind, slopes := make([]int, count), make([]float64, kinds)
	for g := range slopes {
		slopes[g] = float64(rng.IntN(300)) // some kinds have the same
	}
	for k := range kind {
		kind[k] = rng.IntN(kinds)
	}
	of := Of{
		Slope:   func(k int) float64 { return slopes[kind[k]] * (1 + 1e-15*float64(k)) },
		Near:    func(int) float64 { return 1e-9 },
		Repeats: func(j, k int) bool { return kind[j] == kind[k] },
	}
	var c Columns
	left := 0
	for range 30 {
		var set []int
		on := make(map[int]bool)
		for k := range count {
			if rng.IntN(3) == 0 {
				set = append(set, k)
				on[k] = rng.IntN(4) == 0
			}
		}
		before := slices.Clone(set)
		single := c.Single(set, of, func(k int) bool { return on[k] })
		if !slices.Equal(set, before) {
			t.Fatal("the set was changed")
		}
		idle, has := make([]int, kinds), make([]bool, kinds)
		for _, k := range single {
			if has[kind[k]] = true; !on[k] {
				idle[kind[k]]++
			}
		}
		for _, k := range set {
			in := slices.Contains(single, k)
			switch g := kind[k]; {
			case !has[g] || on[k] && !in:
				t.Fatalf("column %d, active %v, of kind %d is not there", k, on[k], g)
			case !in:
				left++
			case !on[k] && (idle[g] > 1 || slices.ContainsFunc(single, func(j int) bool { return kind[j] == g && on[j] })):
				t.Fatalf("column %d of kind %d is there, and repeats another", k, g)
			}
		}
	}
	if left == 0 {
		t.Error("no column was left out")
	}
}
