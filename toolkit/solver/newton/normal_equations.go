package newton

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// The normal equations are for so many times as many examples as columns, and a condition number of the Gram matrix of
// columns of norm 1 up to which its Cholesky factors hold the half of all digits.
const (
	tallFrom   = 8
	mostSquare = 1e9
)

// byNormalEquations solves XᵀCX w = XᵀC y by Cholesky's factors of the Gram matrix G of columns of norm 1, with
// refinement by residuals of X itself; ok is false where G is too ill-conditioned for it. With g = XᵀC r,
//
//	P(w) − P* = ½ gᵀG⁻¹g,
//
// of which the factors give half at least, as cond(G)·d·γ is small; what rounding does to g counts by
// ‖δg‖² ≤ d (γ(‖y‖ + Σ_j ‖X_j‖|w_j|))² times ‖G⁻¹‖ ≤ cond(G), as no eigenvalue of G exceeds the trace d, and one is at
// least 1.
//
// Source: Golub and Van Loan, Matrix Computations, 2013, sections 5.3.2 and 5.3.8; Higham, Accuracy and Stability of
// Numerical Algorithms, 2002, section 20.4.
func (s *LeastSquaresState) byNormalEquations(
	x linalg.Map, l toolkit.Separable, target func(i int) float64,
) (ok bool) {
	n, d := x.Dims()
	if n < tallFrom*d {
		return false
	}
	c, y := make([]float64, n), make([]float64, n)
	for i := range y {
		c[i], y[i] = l.Weight(i), target(i)
	}
	gram := mat.NewSymDense(d, linalg.GramOfColumns(x, c))
	scale := make([]float64, d)
	for j := range scale {
		scale[j] = math.Sqrt(gram.At(j, j))
	}
	for j := range d {
		for k := j; k < d; k++ {
			gram.SetSym(j, k, gram.At(j, k)/scale[j]/scale[k])
		}
	}
	var chol mat.Cholesky
	if !chol.Factorize(gram) { // NaN where a column is 0
		return false
	}
	condition := 10 * chol.Cond() // an estimate, which is seldom off by more than 3
	if !(condition < mostSquare && condition*float64(n*d)*0x1p-53 < 0.25) {
		return false
	}
	r, slopes, g, step := make([]float64, n), make([]float64, n), make([]float64, d), mat.NewVecDense(d, nil)
	residual := func() {
		x.MulVec(r, s.w)
		floats.SubTo(r, y, r)
		floats.MulTo(slopes, c, r)
		x.MulTransVec(g, slopes)
		floats.Div(g, scale)
		s.Evals++
	}
	residual()
	for range refinements {
		if chol.SolveVecTo(step, mat.NewVecDense(d, g)) != nil {
			return false
		}
		for j := range s.w {
			s.w[j] += step.AtVec(j) / scale[j]
		}
		residual()
	}
	if chol.SolveVecTo(step, mat.NewVecDense(d, g)) != nil {
		return false
	}
	s.Objective, s.Rank, s.Full = floats.Dot(r, slopes)/2, d, d
	size := 0.
	for i, v := range y {
		size += c[i] * v * v
	}
	size = math.Sqrt(size)
	for j, w := range s.w {
		size += scale[j] * math.Abs(w)
	}
	rounding := solver.Rounding{
		Terms: n, Sum: s.Objective, Slopes: math.Sqrt(2 * s.Objective), Reach: size,
		Square: condition * float64(d) * size * size,
	}
	rounding.Fill(&s.Progress, 2*floats.Dot(g, step.RawVector().Data), 0) // twice ½(x + δ)² ≤ x² + δ²
	return true
}
