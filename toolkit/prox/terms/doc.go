// Package terms states losses and penalties as sums of functions of linear maps (toolkit.Terms),
//
//	Σ_k h_k(K_k y),      x = S y,
//
// where the functions h are few, and know their proximity operators, the derivatives of these, and their conjugates:
// all structure is in the maps K, which are sparse. Fused is ‖·‖₁ of differences and ‖·‖₁, Overlap a sum of norms of
// the selected coordinates, TotalVariation one of the gradient's. Where a penalty is a minimum over parts, as Latent,
// y are the parts.
//
// Source: Combettes and Pesquet, Proximal Splitting Methods in Signal Processing, 2011, section 10.7.
package terms

import (
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/linalg/maps"
)

// Columns is A S, for S of the parts: a map with a column for each, of zeros where it is a part of nothing.
func Columns(a linalg.Map, part []int) linalg.Map {
	if part == nil {
		return a
	}
	_, d := a.Dims()
	return maps.Composed(a, maps.Sums(part, d))
}

// Widened is a map of so many variables, of which those of k begin at one, and the others have columns of zeros.
func Widened(k linalg.Map, from, size int) linalg.Map {
	_, c := k.Dims()
	if c == size {
		return k
	}
	part := make([]int, size)
	for j := range part {
		if part[j] = j - from; j < from || j >= from+c {
			part[j] = -1
		}
	}
	return Columns(k, part)
}
