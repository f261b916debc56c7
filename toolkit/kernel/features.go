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
	features, _, err := PivotedFeatures(gram)
	return features, err
}

// PivotedFeatures is Features, and as many examples as these are, whose rows in this order are a lower triangle.
func PivotedFeatures(gram *linalg.Dense) (features *linalg.Dense, pivots []int, err error) {
	n := gram.R
	largest, err := checkGram(gram)
	if err != nil {
		return nil, nil, err
	}
	if largest == 0 {
		return linalg.NewDense(n, 0, nil), nil, nil
	}
	var c mat.PivotedCholesky
	c.Factorize(mat.NewSymDense(n, gram.Data), float64(n)*epsilon*largest)
	var u mat.TriDense
	c.UTo(&u)
	order, rank := c.ColumnPivots(nil), c.Rank()
	out := linalg.NewDense(n, rank, nil)
	for at, i := range order {
		for k := range min(rank, at+1) {
			out.Row(i)[k] = u.At(k, at)
		}
	}
	return out, order[:rank], checkFactor(gram, out, largest)
}

// checkFactor tells whether what was left of K when no pivot was positive any more is 0.
func checkFactor(gram, factor *linalg.Dense, largest float64) error {
	n := gram.R
	product := make([]float64, n*n)
	linalg.Gemm(product, factor.Data, factor.Data, n, factor.C, n, true)
	for k, v := range product {
		if left := math.Abs(v - gram.Data[k]); left > productTol*largest {
			const says = "the Gram matrix is not positive semidefinite: behind %d of %d dimensions, entry (%d, %d) misses %.2g"
			return fmt.Errorf(says, factor.C, n, k/n+1, k%n+1, left)
		}
	}
	return nil
}
