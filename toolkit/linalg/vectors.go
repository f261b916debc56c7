package linalg

import "github.com/proxlab/proxlab/toolkit/linalg/internal/simd"

// Dot is ⟨x, y⟩ = Σ x_i y_i, by the widest instructions that the processor has. Number i goes into sum i mod 32, with
// one rounding, and the sums are added up by halves: equal to the last bit on all processors. It panics for vectors of
// different lengths.
func Dot(x, y []float64) float64 { return simd.Dot(x, y) }

// Axpy is dst ← dst + s·x, the product rounded before it is added. It panics for vectors of different lengths.
func Axpy(dst []float64, s float64, x []float64) { simd.Axpy(dst, s, x) }

// Exp is dst_i = exp(x_i − shift), off by at most 1 unit in the last place of exp at the rounded difference, 1.5 where
// that is subnormal, and equal to the last bit on all processors. dst may be x. It panics for vectors of different
// lengths.
func Exp(dst, x []float64, shift float64) { simd.Exp(dst, x, shift) }

// Log is dst_i = log(x_i), off by at most 0.6 units in the last place and equal to the last bit on all processors; −Inf
// at 0 and NaN below. dst may be x. It panics for vectors of different lengths.
func Log(dst, x []float64) { simd.Log(dst, x) }

// VariationStep is a step on the dual variables of total variation of a row of an image, for pixels j that have a right
// neighbour in the row: with (a, b) the projection of r_j + step·(below_j − row_j, row_{j+1} − row_j) on the disk of
// radius 1,
//
//	r_j ← (a, b) + β((a, b) − p_j),      p_j ← (a, b).
//
// p1, p2, r1, r2 and below have as many numbers, row at least one more; it panics where they have not. The result is
// equal to the last bit on all processors.
func VariationStep(p1, p2, r1, r2, row, below []float64, step, beta float64) {
	simd.VariationStep(p1, p2, r1, r2, row, below, step, beta)
}

// VariationTerms is, for pixels j of a row of an image that have a right neighbour in the row,
//
//	norm_j = ‖(below_j − row_j, row_{j+1} − row_j)‖,
//	slack_j = norm_j − ⟨(below_j − row_j, row_{j+1} − row_j), (p1_j, p2_j)⟩,
//
// of which total variation and its duality gap are sums. row has at least one number more than all others; it panics
// where they differ otherwise. The result is equal to the last bit on all processors.
func VariationTerms(norm, slack, row, below, p1, p2 []float64) {
	simd.VariationTerms(norm, slack, row, below, p1, p2)
}

// VariationImage is dst_j = y_j + c (right_j − left_j + down_j − up_j), a row of an image less a multiple of the
// adjoint of the gradient, equal to the last bit on all processors. It panics for vectors of different lengths.
func VariationImage(dst, y, right, left, down, up []float64, c float64) {
	simd.VariationImage(dst, y, right, left, down, up, c)
}

// Kernel names the instructions that vectors and matrices are multiplied by: plain, avx2 or avx512, the widest that
// there are, or what the environment variable PROXLAB_KERNEL asks for. The error is that it asks for none of these, or
// for one that the processor or the build has not; the widest then run.
func Kernel() (string, error) {
	level, err := simd.Running()
	return level.String(), err
}

// AddSegments is dst ← dst + Σ_k s_k v_k, one after the other, where v_k are the len(dst) numbers of a from number
// from[k] on.
func AddSegments(dst, s []float64, from []int32, a []float64) { simd.AxpyGathered(dst, s, from, a, 1) }

// AddToSegments is v_k ← v_k + s_k x, one after the other, where v_k are the len(x) numbers of a from number from[k]
// on. Those of different numbers do not overlap.
func AddToSegments(a, s []float64, from []int32, x []float64) { simd.AxpyScattered(a, 1, s, from, x) }
