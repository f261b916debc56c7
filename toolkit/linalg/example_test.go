package linalg_test

import (
	"fmt"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// Dense and sparse matrices are maps alike: what takes a linalg.Map takes both.
func Example() {
	dense := linalg.NewDense(2, 3, []float64{1, 0, 2, 0, 3, 0})
	sparse := linalg.NewCSR(2, 3, []int{0, 2, 3}, []int32{0, 2, 1}, []float64{1, 2, 3})
	for _, a := range []linalg.Map{dense, sparse} {
		forth, back := make([]float64, 2), make([]float64, 3)
		a.MulVec(forth, []float64{1, 1, 1})
		a.MulTransVec(back, []float64{1, 1})
		fmt.Println(forth, back)
	}
	// Output:
	// [3 3] [1 3 2]
	// [3 3] [1 3 2]
}
