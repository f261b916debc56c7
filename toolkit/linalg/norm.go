package linalg

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// lanczosSteps bounds the Krylov space of SquaredNorm; 40 give two to four digits on the spectra met in practice.
const lanczosSteps = 40

// SquaredNorm bounds the largest eigenvalue of AᵀA, ‖A‖²: lo ≤ ‖A‖² always, and hi is the Ritz value plus its residual
// norm. When the Krylov space is exhausted, as it is for min(r, c) ≤ 40, lo and hi agree to rounding.
//
// It runs the Lanczos process with full reorthogonalization, from a fixed start vector without symmetry; O(40) products
// with A and with Aᵀ. Source: Parlett, The Symmetric Eigenvalue Problem, 1980, sections 13.1-13.2.
func SquaredNorm(a Map) (lo, hi float64) {
	r, c := a.Dims()
	if r == 0 || c == 0 {
		return 0, 0
	}
	q := make([]float64, c)
	for j := range q {
		q[j] = 1 + math.Sin(float64(j+1)) // fixed, and orthogonal to nothing in particular
	}
	floats.Scale(1/floats.Norm(q, 2), q)
	var (
		basis       [][]float64
		alpha, beta []float64
		aq          = make([]float64, r)
		w           = make([]float64, c)
	)
	for step := 0; ; step++ {
		basis = append(basis, append([]float64(nil), q...))
		a.MulVec(aq, q)
		a.MulTransVec(w, aq)
		alpha = append(alpha, floats.Dot(aq, aq))
		for range 2 { // twice is enough
			for _, v := range basis {
				floats.AddScaled(w, -floats.Dot(v, w), v)
			}
		}
		b := floats.Norm(w, 2)
		theta, last := topRitz(alpha, beta)
		if res := b * math.Abs(last); step+1 == min(lanczosSteps, c) || b <= 1e-14*theta || res <= 1e-12*theta {
			return theta, theta + res
		}
		beta = append(beta, b)
		floats.ScaleTo(q, 1/b, w)
	}
}

// topRitz returns the largest eigenvalue of the tridiagonal matrix and the last entry of its eigenvector.
func topRitz(alpha, beta []float64) (theta, last float64) {
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
		return floats.Max(alpha), 1
	}
	var vec mat.Dense
	eig.VectorsTo(&vec)
	return eig.Values(nil)[n-1], vec.At(n-1, n-1)
}
