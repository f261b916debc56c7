package solver

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit"
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

// RidgeGap is the gap of a smooth loss and a ridge alone, with slopes U and gradient ∇P = AᵀU + μW as computed from the
// predictions A W, and what of it is the bound of rounding:
//
//	P(W) − D(U) = Σ_i (c_i ℓ_i(f_i) + c_i ℓ_i*(u_i/c_i) − ⟨u_i, f_i⟩) + ‖AᵀU + μW‖²/(2μ),
//
// of which the sum is 0 but for what predictions f_i are off by, squared, times half the loss's curvature: it takes no
// conjugates. ok is false for other problems.
//
// Source: Nesterov, Introductory Lectures on Convex Optimization, 2004, Theorem 2.1.10.
func (p *Problem) RidgeGap(w, u, gradient []float64, objective float64) (gap, rounding float64, ok bool) {
	if !p.ridgeAlone() {
		return 0, 0, false
	}
	curvature := p.Loss.Curvature()
	r := p.dualRounding(u)
	r.Reach = p.Reach(w)
	norm, gamma := floats.Norm(p.ColumnNorms(), 2), 0x1p-53*float64(r.Terms+fewTerms)
	size, off := floats.Norm(gradient, 2), gamma*(norm*r.Slopes+p.Mu*floats.Norm(w, 2))
	r.Sum += 2 * math.Abs(objective)
	r.Square = curvature / 2 * r.Reach * r.Reach
	rounding = r.Bound() + off*(2*size+off)/(2*p.Mu)
	return Known(size*size/(2*p.Mu) + rounding), rounding, true
}

// ridgeAlone tells whether the problem is a loss of bounded second derivatives and a ridge.
func (p *Problem) ridgeAlone() bool {
	without := p.Unpenalized == nil && (p.Penalty == nil || p.Lambda == 0)
	return without && p.Mu > 0 && p.o.Joint == nil && !math.IsInf(p.Loss.Curvature(), 1)
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
	_, ok := p.A.(linalg.Entries)
	if !ok || p.Outputs() > 1 || d > n || float64(n)*float64(d)*float64(d) > mostStrong {
		return 0
	}
	weights := make([]float64, n)
	for i := range weights {
		weights[i] = p.Loss.Weight(i)
	}
	const dependent = 1e6 // beyond which rounding is more than is allowed for below
	gram := p.reducedGram(weights, dependent)
	if gram == nil {
		return 0
	}
	trace := gram.Trace()
	values, _, ok := linalg.EigenSym(gram.RawMatrix().Data, d)
	if !ok {
		return 0
	}
	const share = 16 // of the roundings of products, of the elimination and of the eigenvalues
	return math.Max(0, floats.Min(values)-share*0x1p-53*float64(n+d)*trace)
}

// reducedGram is AᵀH A, H = diag(h), with unpenalized columns at their best; nil where these are dependent, by that
// condition of their squares.
func (p *Problem) reducedGram(h []float64, dependent float64) *mat.Dense {
	_, d := p.A.Dims()
	x := p.A
	if p.Unpenalized != nil {
		x = linalg.Beside(p.A, p.Unpenalized)
	}
	_, size := x.Dims()
	all := mat.NewDense(size, size, linalg.GramOfColumns(x, h))
	gram := mat.DenseCopyOf(all.Slice(0, d, 0, d))
	if size > d && !eliminate(gram, all.Slice(d, size, 0, d), all.Slice(d, size, d, size), dependent) {
		return nil
	}
	return gram
}

// mostDifferences are the weights up to which a Hessian is taken by differences of gradients.
const mostDifferences = 120

// Level takes from a step what neither loss nor penalty sees of it, where the penalty knows.
func (p *Problem) Level(step []float64) {
	if g, ok := p.Penalty.(interface{ Level(x []float64) }); ok {
		g.Level(step)
	}
}

// HessianAt is that of the loss in W, with unpenalized columns at their best; of losses that are no sums of one
// prediction an example each, or that do not know their second derivatives, by differences of gradients. It is nil
// where it is not known, or has no one value as unpenalized columns are nearly dependent.
func (p *Problem) HessianAt(w []float64) *mat.Dense {
	l, ok := p.Loss.(toolkit.Separable)
	smooth, twice := p.Loss.(toolkit.TwiceDifferentiable)
	if _, entries := p.A.(linalg.Entries); !ok || !twice || !entries {
		return p.hessianByDifferences(w)
	}
	h := make([]float64, l.Len())
	p.A.MulVec(h, w)
	for q, b := range p.UnpenalizedWeights(w) {
		floats.AddScaled(h, b, p.Unpenalized.Row(q))
	}
	for i, f := range h {
		h[i] = l.Weight(i) * smooth.Second(i, f)
	}
	const dependent = 1e10
	return p.reducedGram(h, dependent)
}

// hessianByDifferences is the Hessian by central differences, by which predictions change little; nil for many
// weights, or several outputs, whose weights may have many minima.
func (p *Problem) hessianByDifferences(w []float64) *mat.Dense {
	size, k := len(w), p.Outputs()
	if _, several := p.Loss.(toolkit.MultiOutput); several || size > mostDifferences {
		return nil
	}
	out := mat.NewDense(size, size, nil)
	at, up, down := append([]float64(nil), w...), make([]float64, size), make([]float64, size)
	norms := p.ColumnNorms()
	for j := range at {
		norm := norms[j/k]
		if norm == 0 {
			continue
		}
		step := 1e-5 * math.Sqrt(float64(p.Loss.Len())) / norm
		at[j] = w[j] + step
		p.ValueGrad(up, at)
		at[j] = w[j] - step
		p.ValueGrad(down, at)
		at[j] = w[j]
		for i := range at {
			half := (up[i] - down[i]) / (4 * step)
			out.Set(i, j, out.At(i, j)+half)
			out.Set(j, i, out.At(j, i)+half)
		}
	}
	return out
}

// eliminate takes Hᵀ(FᵀCF)⁻¹H from a Gram matrix, H = FᵀCA; false where the columns F are
// dependent, by that condition of FᵀCF in units of their own.
func eliminate(gram *mat.Dense, beside, square mat.Matrix, dependent float64) bool {
	q, _ := square.Dims()
	symmetric, scaled := mat.NewSymDense(q, nil), mat.DenseCopyOf(beside)
	for a := range q { // in units of each column's own
		for b := a; b < q; b++ {
			symmetric.SetSym(a, b, square.At(a, b)/math.Sqrt(square.At(a, a)*square.At(b, b)))
		}
		floats.Scale(1/math.Sqrt(square.At(a, a)), scaled.RawRowView(a))
	}
	var chol mat.Cholesky
	if !chol.Factorize(symmetric) || chol.Cond() > dependent {
		return false
	}
	var solved, product mat.Dense
	if chol.SolveTo(&solved, scaled) != nil {
		return false
	}
	product.Mul(scaled.T(), &solved)
	gram.Sub(gram, &product)
	return true
}
