package kernel

import (
	"fmt"
	"math"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// What rounding may do, relative to the largest entry: to symmetry, to the pivots, and to the product of the factors.
const (
	symmetryTol = 1e-10
	epsilon     = 0x1p-52
	productTol  = 1e-7
)

// checkGram names what no kernel's matrix has, and returns the largest entry.
func checkGram(gram *linalg.Dense) (largest float64, err error) {
	n := gram.R
	if gram.C != n {
		return 0, fmt.Errorf("a Gram matrix of %d × %d entries", gram.R, gram.C)
	}
	for i := range n {
		for j, v := range gram.Row(i) {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return 0, fmt.Errorf("entry (%d, %d) of the Gram matrix is %g", i+1, j+1, v)
			}
			largest = math.Max(largest, math.Abs(v))
		}
	}
	for i := range n {
		for j := range i {
			if math.Abs(gram.At(i, j)-gram.At(j, i)) > symmetryTol*largest {
				return 0, fmt.Errorf("the Gram matrix is not symmetric: entry (%d, %d) is %g, its mirror image %g",
					i+1, j+1, gram.At(i, j), gram.At(j, i))
			}
		}
		if gram.At(i, i) < -symmetryTol*largest {
			return 0, fmt.Errorf("the Gram matrix is not positive semidefinite: entry (%d, %d) is %g", i+1, i+1,
				gram.At(i, i))
		}
	}
	return largest, nil
}
