package linalg

import "github.com/proxlab/proxlab/toolkit/internal/simd"

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

// Kernel names the instructions that vectors and matrices are multiplied by: plain, avx2 or avx512, the widest that
// there are, or what the environment variable PROXLAB_KERNEL asks for. The error is that it asks for none of these, or
// for one that the processor or the build has not; the widest then run.
func Kernel() (string, error) {
	level, err := simd.Running()
	return level.String(), err
}
