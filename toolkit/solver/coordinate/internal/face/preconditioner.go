package face

import (
	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// The preconditioner has the products of the features that are in most examples: those with a share of all squares, so
// many at most, and one to so many examples; and of the others the diagonal, to which a share of that of these features
// is added.
const (
	leastCommon = 1. / 4096
	mostCommon  = 256
	fewCommon   = 8
	commonShare = 0.1
)

// preconditioner is r ↦ μ (D + B Bᵀ)⁻¹ r, where B are the columns of A_F that have the largest squares: common words
// are what makes A_F A_Fᵀ far from its diagonal. Of rows that are not sparse it is r ↦ μ r_i/‖a_i‖².
//
// Source: Golub and Van Loan, Matrix Computations, 2013, section 2.1.4 (Sherman, Morrison, Woodbury).
func (d *Dual) preconditioner(at []int) func(dst, r []float64) {
	rows, ok := d.A.(linalg.StoredRows)
	if !ok || linalg.IsDense(d.A) {
		return func(dst, r []float64) {
			for k, i := range at {
				dst[k] = r[k] / d.Diagonal[i]
			}
		}
	}
	place, common := d.commonest(rows, at)
	diagonal := make([]float64, len(at))
	ptr, col, val := make([]int, 1, len(at)+1), []int32(nil), []float64(nil)
	for k, i := range at {
		columns, values := rows.Stored(i)
		for e, j := range columns {
			square := values[e] * values[e]
			if place[j] >= 0 {
				col, val, square = append(col, place[j]), append(val, values[e]), commonShare*square
			}
			diagonal[k] += square
		}
		ptr = append(ptr, len(col))
	}
	b := &linalg.CSR{R: len(at), C: common, Ptr: ptr, Col: col, Val: val}
	inverse := make([]float64, len(at))
	for k, v := range diagonal {
		inverse[k] = 1 / v
	}
	gram := linalg.GramOfColumns(b, inverse)
	for j := range common {
		gram[j*common+j]++
	}
	factor, shared, own := linalg.CholeskyOfGram(gram, common), make([]float64, common), make([]float64, len(at))
	return func(dst, r []float64) {
		floats.MulTo(dst, r, inverse)
		b.MulTransVec(shared, dst)
		linalg.SolveCholesky(factor, shared)
		b.MulVec(own, shared)
		for k, v := range own {
			dst[k] = d.Mu * (dst[k] - v*inverse[k])
		}
	}
}

// commonest are the places among the features that have the largest squares in some examples, by feature, −1 elsewhere,
// and how many these are.
func (d *Dual) commonest(rows linalg.StoredRows, at []int) (place []int32, count int) {
	squares, place := make([]float64, len(d.W)), make([]int32, len(d.W))
	for _, i := range at {
		columns, values := rows.Stored(i)
		for e, j := range columns {
			squares[j] += values[e] * values[e]
		}
	}
	most := min(mostCommon, len(at)/fewCommon)
	for least := leastCommon * floats.Sum(squares); ; least *= 2 {
		count = 0
		for j, square := range squares {
			if place[j] = -1; square > least {
				place[j] = int32(count)
				count++
			}
		}
		if count <= most {
			return place, count
		}
	}
}
