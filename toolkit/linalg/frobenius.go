package linalg

import "github.com/proxlab/proxlab/toolkit/internal/simd"

// Nonzeros is how many entries of A are stored, and so how many multiplications a product with a vector takes: all
// r·c of them, except for a sparse matrix.
func Nonzeros(a Map) int {
	if sparse, ok := a.(*CSR); ok {
		return sparse.NNZ()
	}
	r, c := a.Dims()
	return r * c
}

// SquaredFrobenius is ‖A‖_F² = Σ_ij a_ij², the trace of AᵀA. Of a map that is neither dense nor sparse it is a lower
// bound, that of SquaredNorm.
func SquaredFrobenius(a Map) float64 {
	switch a := a.(type) {
	case *Dense:
		return simd.Dot(a.Data, a.Data)
	case *CSR:
		return simd.Dot(a.Val, a.Val)
	}
	lo, _ := SquaredNorm(a)
	return lo
}
