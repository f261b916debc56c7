// Package simd holds the loops that profiles show: products of matrices, scalar products, sums of rows, also of rows
// that are named, exponentials, logarithms, ones that rows of bits share, steps of total variation and of pairs of dual
// coefficients. They are in AVX2 with FMA and in AVX-512, chosen when the program starts, and in plain Go for other
// processors, under the tag purego, and as the reference of tests. PROXLAB_KERNEL=plain, avx2 or avx512 asks for a
// level.
//
// # One order on all levels
//
// Results are the same to the last bit on all levels, for any alignment and number of cores:
//
//   - an entry of a product of matrices is one sum, c ← fma(a_ik, α b_kj, c) for k in order;
//   - a scalar product is 32 sums, number i in sum i mod 32, each by fma in order, added up by halves: 16 and 16, then
//     8 and 8, to the last;
//   - what is done number by number (axpy, exp, log, total variation, pairs) rounds at the same places.
//
// Fused multiplications and additions are math.FMA in plain Go, which is one instruction on all processors of the
// last ten years. Go asks the processor before each of them, but not on arm64 or with GOAMD64=v3, where the plain
// product keeps its sums in registers. Without the instruction one takes about 25 ns. Products that are to be
// rounded before they are added are float64(x*y), which Go's compilers may not fuse. WebAssembly has no fused
// instruction: there a product and a sum take its place, and results differ in the last digits.
//
// # Why assembly of our own
//
// The assembly is written by avo (mmcloughlin/avo v0.6.0) from one description for both widths, in the folder generate,
// a module of its own: the project does not depend on avo. Tried before, on one core of an AMD EPYC of 2024 (Zen 5),
// in 10⁹ numbers a second for dot products of 500 numbers, and GFlop/s for products of 1000 × 1000 numbers:
//
//	                              dot     product
//	gonum v0.17 (SSE2)            6.6     9-11
//	viterin/vek v0.4.2 (AVX2)     11.5    –
//	this, AVX2                    13.4    46
//	this, AVX-512                 18.6    70
//	OpenBLAS 0.3.31 by NumPy              50
//
// vek has no products of matrices, no AVX-512, and sums in an order that depends on the processor. Go's simd package
// needs GOEXPERIMENT in the user's build.
//
// # What is not here
//
// Scalar products of sparse rows stay in Go: a gather is as many loads, and rows are short. Soft thresholds are in no
// profile: they come with a pass over data that takes longer. Nothing of the toolkit computes in single precision. For
// arm64 avo writes nothing, and Go's assembler knows few of its vector instructions: plain Go runs there, with fused
// operations as single instructions.
package simd
