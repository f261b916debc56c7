package solver

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// mostStrong is how many flops the modulus of strong convexity may take.
const mostStrong = 1 << 33

// strongGap bounds P(W) − P* where no dual point is feasible, as with least squares under bounds and nothing else: with
// s in ∂P(W) and P strongly convex of modulus σ, least squares of features that are not dependent,
//
//	P(W) − P* ≤ ‖s‖²/(2σ),
//
// a duality gap, see Progress. ok is false where there is no such σ.
//
// Source: Nesterov, Introductory Lectures on Convex Optimization, 2004, Theorem 2.1.10.
func (p *Problem) strongGap(w []float64, r Rounding) (gap float64, ok bool) {
	least, ok := p.Penalty.(Subdifferential)
	if !ok || p.WeakConvexity() > 0 || !p.StronglyConvex() {
		return 0, false
	}
	sigma := p.Mu + Shared(p, modulusKey, p.modulus)
	s := make([]float64, len(w))
	p.products(s, p.u)
	floats.AddScaled(s, p.Mu, w)
	least.Least(s, w, s)
	rounding := 0x1p-53 * float64(r.Terms+fewTerms) * (r.Slopes*floats.Norm(p.ColumnNorms(), 2) + p.Mu*floats.Norm(w, 2))
	size := floats.Norm(s, 2) + rounding
	return size * size / (2 * sigma), true
}

// StronglyConvex tells whether least squares alone make the problem strongly convex, as far as that is known: where
// nothing else bounds P − P*, this does.
func (p *Problem) StronglyConvex() bool {
	_, quadratic := p.Loss.(LeastSquares)
	return quadratic && Shared(p, modulusKey, p.modulus) > 0
}

// modulus is the least eigenvalue of the Hessian of least squares in W, with unpenalized columns at their best, less
// what rounding may have added; 0 where that is not known.
func (p *Problem) modulus() float64 {
	n, d := p.A.Dims()
	entries, ok := p.A.(linalg.Entries)
	if !ok || p.Outputs() > 1 || d > n || float64(n)*float64(d)*float64(d) > mostStrong {
		return 0
	}
	columns := linalg.Columns(entries)
	gram, trace := make([]float64, d*d), 0.
	q := 0
	if p.Unpenalized != nil {
		q = p.Unpenalized.R
	}
	beside, weighted := mat.NewDense(max(1, q), d, nil), make([]float64, n)
	for j := range d {
		clear(weighted)
		columns.AddRow(weighted, 1, j)
		for i := range weighted {
			weighted[i] *= p.Loss.Weight(i)
		}
		for k := range j + 1 {
			gram[j*d+k] = columns.DotRow(k, weighted)
			gram[k*d+j] = gram[j*d+k]
		}
		for k := range q {
			beside.Set(k, j, floats.Dot(p.Unpenalized.Row(k), weighted))
		}
		trace += gram[j*d+j]
	}
	if q > 0 && !p.eliminate(gram, beside, d) {
		return 0
	}
	values, _, ok := linalg.EigenSym(gram, d)
	if !ok {
		return 0
	}
	const share = 16 // of the roundings of products, of the elimination and of the eigenvalues
	return math.Max(0, floats.Min(values)-share*0x1p-53*float64(n+d)*trace)
}

// eliminate takes Hᵀ(FᵀCF)⁻¹H from a Gram matrix, H = FᵀCA; false where the columns F are nearly dependent.
func (p *Problem) eliminate(gram []float64, beside *mat.Dense, d int) bool {
	q, n := p.Unpenalized.Dims()
	square, weighted := mat.NewSymDense(q, nil), make([]float64, n)
	for a := range q {
		for i, v := range p.Unpenalized.Row(a) {
			weighted[i] = v * p.Loss.Weight(i)
		}
		for b := a; b < q; b++ {
			square.SetSym(a, b, floats.Dot(weighted, p.Unpenalized.Row(b)))
		}
	}
	var chol mat.Cholesky
	const dependent = 1e6
	if !chol.Factorize(square) || chol.Cond() > dependent {
		return false
	}
	var solved, product mat.Dense
	if chol.SolveTo(&solved, beside) != nil {
		return false
	}
	product.Mul(beside.T(), &solved)
	floats.Sub(gram, product.RawMatrix().Data[:d*d])
	return true
}
