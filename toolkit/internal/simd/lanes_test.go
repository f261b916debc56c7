package simd

import (
	"slices"
	"testing"
)

// TestAddLanes compares with sums one by one, bit by bit, at every level, for all numbers of columns.
func TestAddLanes(t *testing.T) {
	const rows, slots = 37, 50
	onLevels(t, func(l Level) {
		for n := 1; n <= 13; n++ {
			wide, stride := (n+3)/4*4+4*(n%2), n+n%3
			c := make([]float64, n, (n+3)/4*4)
			copy(c, numbers(n, uint64(n)))
			values, places := make([]float32, slots*stride), make([]uint32, rows)
			for k, v := range numbers(len(values), uint64(100+n)) {
				values[k] = float32(v)
			}
			for j := range places {
				places[j] = uint32((7*j*j + 49) % slots)
			}
			start := numbers(rows*wide, uint64(200+n))
			want, got := slices.Clone(start), slices.Clone(start)
			for j, p := range places {
				for k := range n {
					want[j*wide+k] += float64(c[k] * float64(values[int(p)*stride+k]))
				}
			}
			AddLanes(got, wide, c, values, stride, places)
			PrefetchLanes(values[n-1:], stride, places)
			if !slices.Equal(got, want) {
				t.Errorf("%s, %d columns: %v, one by one %v", l, n, got, want)
			}
		}
	})
}

// TestAddLanesOutside asks for a row that there is not.
func TestAddLanesOutside(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a row outside is added")
		}
	}()
	AddLanes(make([]float64, 8), 4, make([]float64, 3, 4), make([]float32, 9), 3, []uint32{0, 3})
}
