package simd

import "testing"

// TestAddPanel: products of panels are on all levels those that are added up one after the other, for matrices by rows
// and by columns.
func TestAddPanel(t *testing.T) {
	onLevels(t, func(l Level) {
		height, lanes := Tile()
		for vectors := 1; vectors <= 3; vectors++ {
			for _, k := range []int{0, 1, 7, 33} {
				rows, width := 3*height, vectors*lanes
				a, b, c := numbers(rows*k, 1), numbers(k*width, 2), numbers(rows*width, 3)
				for _, of := range []Matrix{{a, k, 1}, {a, 1, rows}} {
					want := append([]float64(nil), c...)
					for i := range want {
						for p := range k {
							want[i] = fma(a[i/width*of.Row+p*of.Col], b[p*width+i%width], want[i])
						}
					}
					got := append([]float64(nil), c...)
					if AddPanel(got, of, rows, k, b, width); !sameAll(got, want) {
						t.Errorf("%v: %d rows of %d, %d wide: %v, one after the other %v", l, rows, k, width, got, want)
					}
				}
			}
		}
	})
}
