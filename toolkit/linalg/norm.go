package linalg

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit/internal/simd"
)

// lanczosSteps bounds the Krylov space of SquaredNorm; 40 give two to four digits on the spectra met in practice.
// pairSteps is that of TopPair, and pairTol the relative residual it stops at.
const (
	lanczosSteps = 40
	pairSteps    = 120
	pairTol      = 1e-12
)

// SquaredNorm bounds the largest eigenvalue of AᵀA, ‖A‖²: lo ≤ ‖A‖² always, and hi is the Ritz value plus its residual
// norm. When the Krylov space is exhausted, as it is for min(r, c) ≤ 40, lo and hi agree to rounding.
//
// It runs the Lanczos process with full reorthogonalization, from a fixed start vector without symmetry; O(40) products
// with A and with Aᵀ. Source: Parlett, The Symmetric Eigenvalue Problem, 1980, sections 13.1-13.2.
func SquaredNorm(a Map) (lo, hi float64) {
	if r, c := a.Dims(); r == 0 || c == 0 {
		return 0, 0
	}
	lo, hi, _ = lanczos(a, lanczosSteps, nil, 0)
	return lo, hi
}

// TopPair writes the singular vectors of the largest singular value σ to u and v, and returns lo ≤ σ and hi, the Ritz
// value with its residual, as SquaredNorm does: from up to 120 steps. For A = 0 they are the first
// unit vectors; of no rows or no columns there are none, and both are 0.
func TopPair(a Map, u, v []float64) (lo, hi float64) { return TopPairWithin(a, u, v, 0) }

// TopPairWithin is TopPair in as many steps, five at least, as bring hi − lo to tol. uᵀAv is lo; hi is what lo comes to
// with its residual. A process that is stopped early may have come to a smaller singular value: hi is no certain bound.
func TopPairWithin(a Map, u, v []float64, tol float64) (lo, hi float64) {
	checkShape(a, len(u), len(v))
	clear(u)
	clear(v)
	if len(u) == 0 || len(v) == 0 {
		return 0, 0
	}
	lo, hi, ok := lanczos(a, pairSteps, v, tol)
	if !ok || lo == 0 {
		clear(v)
		u[0], v[0] = 1, 1
		return math.Sqrt(lo), math.Sqrt(hi)
	}
	floats.Scale(1/floats.Norm(v, 2), v)
	a.MulVec(u, v)
	floats.Scale(1/floats.Norm(u, 2), u)
	return math.Sqrt(lo), math.Sqrt(hi)
}

// lanczos bounds the largest eigenvalue of AᵀA, up to tol of its root, and, where v is not nil, writes its Ritz vector
// there; ok is false for NaN.
func lanczos(a Map, steps int, v []float64, tol float64) (lo, hi float64, ok bool) {
	r, c := a.Dims()
	q := make([]float64, c)
	for j := range q {
		q[j] = 1 + math.Sin(float64(j+1)) // fixed, and orthogonal to nothing in particular
	}
	floats.Scale(1/floats.Norm(q, 2), q)
	var basis [][]float64
	var alpha, beta []float64
	aq, w := make([]float64, r), make([]float64, c)
	for step := 0; ; step++ {
		basis = append(basis, append([]float64(nil), q...))
		Sandwich(w, a, q, aq, 1, nil)
		alpha = append(alpha, simd.Dot(aq, aq))
		for range 2 { // twice is enough
			for _, b := range basis {
				simd.Axpy(w, -simd.Dot(b, w), b)
			}
		}
		b := floats.Norm(w, 2)
		if math.IsNaN(b) || math.IsInf(b, 0) {
			return math.NaN(), math.NaN(), false
		}
		exhausted := step+1 == min(steps, c) || b <= 1e-14*floats.Max(alpha)
		if step%5 == 4 || exhausted || (step < 5) == (tol == 0) {
			theta, last := topRitz(alpha, beta)
			res := b * math.Abs(last[step])
			if exhausted || res <= pairTol*theta || math.Sqrt(theta+res)-math.Sqrt(theta) <= tol {
				combine(v, last, basis)
				return theta, theta + res, true
			}
		}
		beta = append(beta, b)
		floats.ScaleTo(q, 1/b, w)
	}
}

// combine adds Σ_j s_j y_j to v, unless that is nil.
func combine(v, s []float64, y [][]float64) {
	if v == nil {
		return
	}
	for j, c := range y {
		simd.Axpy(v, s[j], c)
	}
}

// topRitz returns the largest eigenvalue of the tridiagonal matrix and its eigenvector.
func topRitz(alpha, beta []float64) (theta float64, vector []float64) {
	n := len(alpha)
	t := mat.NewSymDense(n, nil)
	for i, v := range alpha {
		t.SetSym(i, i, v)
		if i+1 < n {
			t.SetSym(i, i+1, beta[i])
		}
	}
	var eig mat.EigenSym
	if !eig.Factorize(t, true) {
		return floats.Max(alpha), append(make([]float64, n-1), 1)
	}
	var all mat.Dense
	eig.VectorsTo(&all)
	return eig.Values(nil)[n-1], mat.Col(nil, n-1, &all)
}
