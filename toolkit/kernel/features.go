package kernel

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// Features is a matrix Φ with ΦΦᵀ = K for an n×n Gram matrix K, and as many columns as K has rank: linear methods on
// its rows are kernel methods, ‖f‖ = ‖w‖ for f = Φ w in the span. It factors K by Cholesky's method with pivots, n³/3
// flops. The error names an entry that is not finite or not symmetric, or a direction along which K is negative: then
// it is no kernel's matrix.
func Features(gram *linalg.Dense) (*linalg.Dense, error) {
	n := gram.R
	if gram.C != n {
		return nil, fmt.Errorf("a Gram matrix of %d × %d entries", gram.R, gram.C)
	}
	var largest float64
	for i := range n {
		for j, v := range gram.Row(i) {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return nil, fmt.Errorf("entry (%d, %d) of the Gram matrix is %g", i, j, v)
			}
			largest = math.Max(largest, math.Abs(v))
		}
	}
	for i := range n {
		for j := range i {
			if math.Abs(gram.At(i, j)-gram.At(j, i)) > symmetryTol*largest {
				return nil, fmt.Errorf("the Gram matrix is not symmetric: entry (%d, %d) is %g, its mirror image %g",
					i, j, gram.At(i, j), gram.At(j, i))
			}
		}
		if gram.At(i, i) < -symmetryTol*largest {
			return nil, fmt.Errorf("the Gram matrix is not positive semidefinite: entry (%d, %d) is %g", i, i, gram.At(i, i))
		}
	}
	if largest == 0 {
		return linalg.NewDense(n, 0, nil), nil
	}
	var c mat.PivotedCholesky
	c.Factorize(mat.NewSymDense(n, gram.Data), float64(n)*epsilon*largest)
	var u mat.TriDense
	c.UTo(&u)
	pivots, rank := c.ColumnPivots(nil), c.Rank()
	out := linalg.NewDense(n, rank, nil)
	for at, i := range pivots {
		for k := range min(rank, at+1) {
			out.Row(i)[k] = u.At(k, at)
		}
	}
	return out, checkFactor(gram, out, largest)
}

// What rounding may do, relative to the largest entry: to symmetry, to the pivots, and to the product of the factors.
const (
	symmetryTol = 1e-10
	epsilon     = 0x1p-52
	productTol  = 1e-7
)

// checkFactor tells whether what was left of K when no pivot was positive any more is 0.
func checkFactor(gram, factor *linalg.Dense, largest float64) error {
	n := gram.R
	product := make([]float64, n*n)
	linalg.Gemm(product, factor.Data, factor.Data, n, factor.C, n, true)
	for k, v := range product {
		if left := math.Abs(v - gram.Data[k]); left > productTol*largest {
			const says = "the Gram matrix is not positive semidefinite: behind %d of %d dimensions, entry (%d, %d) misses %.2g"
			return fmt.Errorf(says, factor.C, n, k/n, k%n, left)
		}
	}
	return nil
}
