package glasso

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"

	"github.com/proxlab/proxlab/toolkit/solver"
)

// block is the problem of the variables of one part, its point X with its inverse W, and what is known of them.
type block struct {
	n          int
	of         []int     // the variables
	s, bound   []float64 // n×n
	x, w       []float64
	logDet     float64 // of X
	objective  float64
	lower      float64 // of all dual points so far, less their rounding
	gap, round float64
	settled    bool // there is nothing to gain
	factor     []float64
	free       []entry
}

// entry is one of the symmetric matrix that a step changes: i ≤ j, and the change so far.
type entry struct {
	i, j int
	by   float64
}

// newBlock starts from the diagonal solution, or from another point.
func newBlock(p Problem, of []int, start func(i, j int) float64) *block {
	n := len(of)
	b := &block{
		n: n, of: of, s: make([]float64, n*n), bound: make([]float64, n*n), x: make([]float64, n*n),
		w: make([]float64, n*n), lower: math.Inf(-1), factor: make([]float64, n*n),
	}
	for i, vi := range of {
		for j, vj := range of {
			b.s[i*n+j] = (p.S.At(vi, vj) + p.S.At(vj, vi)) / 2
			b.bound[i*n+j] = p.bound(vi, vj)
			if start != nil {
				b.x[i*n+j] = start(vi, vj)
			}
		}
	}
	if start == nil || !b.takes(b.x) {
		clear(b.x)
		for i := range n {
			b.x[i*n+i] = 1 / (b.s[i*n+i] + b.bound[i*n+i])
		}
		b.takes(b.x)
	}
	b.objective = b.value(b.x, b.logDet)
	b.invert()
	b.certify()
	return b
}

// takes factors a matrix, and tells whether it is positive definite: logDet is then that of it.
func (b *block) takes(x []float64) bool {
	copy(b.factor, x)
	logDet, ok := factored(b.factor, b.n)
	if ok {
		b.logDet = logDet
	}
	return ok
}

// symmetricOf is the upper triangle of a matrix.
func symmetricOf(a []float64, n int) blas64.Symmetric {
	return blas64.Symmetric{N: n, Stride: n, Data: a, Uplo: blas.Upper}
}

// factored replaces the upper triangle of a matrix by its Cholesky factor, and returns the logarithm of the
// determinant; ok is false where it is not positive definite.
func factored(a []float64, n int) (logDet float64, ok bool) {
	if _, ok = lapack64.Potrf(symmetricOf(a, n)); !ok {
		return 0, false
	}
	for i := range n {
		logDet += 2 * math.Log(a[i*n+i])
	}
	return logDet, solver.Finite(logDet)
}

// invert makes W of the factor of X.
func (b *block) invert() {
	copy(b.w, b.factor)
	inverted(b.w, b.n)
}

// inverted replaces a Cholesky factor by the inverse of what was factored.
func inverted(a []float64, n int) {
	lapack64.Potri(blas64.Triangular{N: n, Stride: n, Data: a, Uplo: blas.Upper, Diag: blas.NonUnit})
	for i := range n {
		for j := range i {
			a[i*n+j] = a[j*n+i]
		}
	}
}

// value is P of the block's variables, at a point whose log det is known.
func (b *block) value(x []float64, logDet float64) float64 {
	sum := -logDet
	for k, v := range x {
		if v != 0 {
			sum += b.s[k]*v + b.bound[k]*math.Abs(v)
		}
	}
	return sum
}

// certify bounds P − P* by the dual point nearest to W, S + U with U the projection of W − S, or by one between it and
// a point that is well inside.
//
// A Cholesky factor is the exact one of a matrix that differs by at most γ√(a_ii a_jj), γ = (n + 2)u, so that log det
// is off by γ Σ |A⁻¹_ij|√(a_ii a_jj) to first order; W and X are what the inverses are there.
//
// Source: Higham, Accuracy and Stability of Numerical Algorithms, 2002, theorem 10.5.
func (b *block) certify() {
	const first = 2 // for terms of higher order
	n := b.n
	dual := make([]float64, n*n)
	for k, s := range b.s {
		dual[k] = s + min(max(b.w[k]-s, -b.bound[k]), b.bound[k])
	}
	for i := range n {
		dual[i*n+i] = b.s[i*n+i] + b.bound[i*n+i]
	}
	logDet, point := b.inside(dual)
	var primal, sums, ofDual float64
	for i := range n {
		for j := range n {
			k := i*n + j
			primal += math.Abs(b.w[k]) * math.Sqrt(b.x[i*n+i]*b.x[j*n+j])
			if v := math.Abs(b.x[k]); v != 0 {
				ofDual += v * math.Sqrt(point[i*n+i]*point[j*n+j])
				sums += v * (math.Abs(b.s[k]) + b.bound[k])
			}
		}
	}
	gamma := 0x1p-53 * float64(n+2)
	b.round = first * gamma * (primal + ofDual + 3*sums + math.Abs(b.logDet) + math.Abs(logDet) + float64(n))
	if lower := logDet + float64(n); lower > b.lower { // NaN is not
		b.lower = lower
	}
	b.gap = max(0, b.objective-b.lower) + b.round
}

// inside is log det of a feasible matrix that is positive definite, and the matrix: the one that is given, if it is
// one.
func (b *block) inside(dual []float64) (logDet float64, point []float64) {
	const most = 10 // halvings on the way to the point inside
	scratch := slices.Clone(dual)
	if logDet, ok := factored(scratch, b.n); ok {
		return logDet, dual
	}
	safe := b.safe()
	for range most {
		for k := range dual {
			dual[k] = (dual[k] + safe[k]) / 2
		}
		copy(scratch, dual)
		if logDet, ok := factored(scratch, b.n); ok {
			return logDet, dual
		}
	}
	return math.Inf(-1), safe
}

// safe is a feasible matrix that is positive definite where S has no negative eigenvalue, and all pairs are penalized:
// S with all that is beside its diagonal made smaller by one share.
func (b *block) safe() []float64 {
	n, share := b.n, 1.
	for k, s := range b.s {
		if i, j := k/n, k%n; i != j && s != 0 {
			share = min(share, b.bound[k]/math.Abs(s))
		}
	}
	out := make([]float64, n*n)
	for k, s := range b.s {
		if out[k] = (1 - share) * s; k/n == k%n {
			out[k] = s + b.bound[k]
		}
	}
	return out
}
