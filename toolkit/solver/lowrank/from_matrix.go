package lowrank

import (
	"math"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// FromMatrix is the state W = UᵀV of a d×k matrix, given row by row, by its singular value decomposition P S Qᵀ: U =
// √S Pᵀ and V = √S Qᵀ, up to rounding. It is of rank 0 for a matrix that has none, of NaN.
func FromMatrix(w []float64, d, k int) *State {
	pairs, ok := linalg.ThinPairs(w, d, k)
	if !ok {
		return NewState(nil, nil, d, k)
	}
	var u, v []float64
	for j, s := range pairs.Values {
		if s <= 1e-12*pairs.Values[0] {
			break
		}
		root := math.Sqrt(s)
		for _, x := range pairs.Left[j*d : (j+1)*d] {
			u = append(u, root*x)
		}
		for _, x := range pairs.Right[j*k : (j+1)*k] {
			v = append(v, root*x)
		}
	}
	return NewState(u, v, d, k)
}
