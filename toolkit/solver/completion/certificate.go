package completion

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// largest is the smaller side of a matrix up to which its largest singular value is bounded with certainty.
const largest = 4000

// NormBound is a number that the largest singular value of a matrix does not exceed, not by rounding either: near is
// one that it comes to, as a method of Krylov spaces finds it, and slack the share that it may be more. For a smaller
// side of at most 4,000, t is a bound where a Cholesky factor of t²I − RRᵀ exists, which is the exact one of a matrix
// that differs by less than (p + 2)u t² on its diagonal; t is raised until there is one. For larger matrices it is the
// least of what is known of any, the norm of Frobenius and √(‖R‖₁‖R‖_∞).
//
// Source: Higham, Accuracy and Stability of Numerical Algorithms, 2002, theorems 10.5 and 10.7; Rump, Verification of
// Positive Definiteness, BIT 2006.
func NormBound(r *linalg.CSR, near, slack float64) float64 {
	n, m := r.Dims()
	bound := crudeBound(r)
	if min(n, m) > largest {
		return bound
	}
	var gram []float64
	p, terms := n, m
	if n <= m {
		gram = linalg.GramOfRows(r, nil)
	} else {
		gram, p, terms = linalg.GramOfColumns(r, nil), m, n
	}
	var trace float64
	for i := range p {
		trace += gram[i*p+i]
	}
	if trace == 0 {
		return 0
	}
	const u = 0x1p-53
	// Entries of the Gram matrix are off by γ of ‖r_i‖‖r_j‖, a matrix whose norm is γ of the trace.
	rounding := u * (float64(terms+2)*trace + trace)
	for share := max(slack, 1e-11); share < 1; share *= 10 {
		t := near * (1 + share)
		shift := t*t - rounding - 2*u*float64(p+2)*float64(p)*t*t
		if t >= bound || shift <= 0 {
			break
		}
		a := make([]float64, p*p)
		for k, v := range gram {
			a[k] = -v
		}
		for i := range p {
			a[i*p+i] += shift
		}
		if _, ok := lapack64.Potrf(blas64.Symmetric{N: p, Stride: p, Data: a, Uplo: blas.Upper}); ok {
			return t
		}
	}
	return bound
}

// crudeBound is the least of the norm of Frobenius and √(‖R‖₁‖R‖_∞).
func crudeBound(r *linalg.CSR) float64 {
	columns := make([]float64, r.C)
	var square, rows float64
	for i := range r.R {
		col, val := r.Row(i)
		var sum float64
		for k, v := range val {
			square += v * v
			sum += math.Abs(v)
			columns[col[k]] += math.Abs(v)
		}
		rows = max(rows, sum)
	}
	var most float64
	for _, v := range columns {
		most = max(most, v)
	}
	return (1 + 1e-12) * math.Sqrt(min(square, rows*most)) * (1 + 0x1p-53*float64(len(r.Val)))
}

// certify fills Gap in for a bound of the norm of what is left, R: the dual point is the best multiple of R whose
// norm is at most λ.
func (f *factored) certify(p *solver.Progress, bound float64) {
	var inner, square, size float64
	for k, e := range f.left.Val {
		inner += e * (f.Known.Val[k] - f.mean)
		square += e * e
		size += math.Abs(e) * math.Abs(f.Known.Val[k]-f.mean)
	}
	if f.offsets() {
		square += f.sums() / f.Mu
	}
	share := 1.
	if square > 0 {
		share = max(0, inner/square)
	}
	if bound > 0 {
		share = min(share, f.Lambda/bound)
	}
	dual := share*inner - share*share*square/2
	p.Rounding = 4 * 0x1p-53 * float64(len(f.left.Val)+f.rank+32) * (size + square + math.Abs(p.Objective))
	p.Gap = solver.Known(max(0, p.Objective-dual) + p.Rounding)
}
