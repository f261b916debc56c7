package maps_test

import (
	"fmt"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/linalg/maps"
)

// The differences of the second order of what a blur makes of a line.
func ExampleComposed() {
	blur := maps.Convolution([]float64{.25, .5, .25}, 5, maps.Reflected)
	a := maps.Composed(maps.Differences(5, 2), blur)
	dst := make([]float64, 3)
	a.MulVec(dst, []float64{0, 0, 4, 0, 0})
	fmt.Println(dst)
	// Output: [0 -2 0]
}

// A map of one's own: running sums, of which the transpose sums from the other end.
func ExampleOwn() {
	sums := maps.Own{
		Rows: 4, Columns: 4,
		Times: func(dst, x []float64) {
			sum := 0.
			for i, v := range x {
				sum += v
				dst[i] = sum
			}
		},
		TimesTransposed: func(dst, y []float64) {
			sum := 0.
			for i := len(y) - 1; i >= 0; i-- {
				sum += y[i]
				dst[i] = sum
			}
		},
	}
	fmt.Println(sums.Check())
	dst := make([]float64, 3)
	maps.Composed(maps.Differences(4, 1), sums).MulVec(dst, []float64{1, 2, 3, 4})
	fmt.Println(dst)
	var _ linalg.Map = sums
	// Output:
	// <nil>
	// [2 3 4]
}
