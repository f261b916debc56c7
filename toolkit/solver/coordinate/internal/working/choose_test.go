package working

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestSmallest agrees with sorting, ties and infinities included.
func TestSmallest(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 90))
	for range 200 {
		n := 1 + rng.IntN(60)
		items, score := make([]int, n), make([]float64, n)
		for k := range items {
			items[k], score[k] = 3*k, float64(rng.IntN(8))
			if rng.IntN(9) == 0 {
				score[k] = math.Inf(-1)
			}
		}
		count := 1 + rng.IntN(n)
		order := make([]int, n)
		for k := range order {
			order[k] = k
		}
		slices.SortStableFunc(order, func(a, b int) int {
			switch {
			case score[a] < score[b]:
				return -1
			case score[a] > score[b]:
				return 1
			}
			return 0
		})
		var want []int
		for _, k := range order[:count] {
			want = append(want, items[k])
		}
		slices.Sort(want)
		if got := Smallest(items, score, count); !slices.Equal(got, want) {
			t.Fatalf("the %d smallest of %v: %v, want %v", count, score, got, want)
		}
	}
}
