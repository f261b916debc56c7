package inference

import (
	"context"
	"errors"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// fixedRank is the neighbourhood of W = U Σ Vᵀ among the matrices of its rank r,
//
//	W(M, B, C) = [U M + U⊥ B] M⁻¹ [M Vᵀ + C V⊥ᵀ],      M = Σ + A,
//
// whose directions are U A Vᵀ + U⊥ B Vᵀ + U C V⊥ᵀ: pairs (a, b) of columns of [U U⊥] and [V V⊥], a < r or b < r.
type fixedRank struct {
	u, v   *mat.Dense // d×d, k×k
	values []float64  // the diagonal of Σ
	pairs  [][2]int
}

// aroundRank is that neighbourhood.
func aroundRank(w []float64, d, k int) (*fixedRank, error) {
	var svd mat.SVD
	if !svd.Factorize(mat.NewDense(d, k, w), mat.SVDFull) {
		return nil, errors.New("degrees of freedom: the weights have no singular values that could be found")
	}
	f := &fixedRank{u: new(mat.Dense), v: new(mat.Dense)}
	svd.UTo(f.u)
	svd.VTo(f.v)
	all := svd.Values(nil)
	for _, s := range all {
		if s > all[0]*leastSingular {
			f.values = append(f.values, s)
		}
	}
	r := len(f.values)
	for a := range d {
		for b := range k {
			if a < r || b < r {
				f.pairs = append(f.pairs, [2]int{a, b})
			}
		}
	}
	return f, nil
}

// leastSingular is the least singular value that is not rounding, as a share of the largest.
const leastSingular = 1e-11

// curvature adds the Hessian of λ‖W‖_* + (μ/2)‖W‖² + L(W(M, B, C)) at 0 to that of L along straight lines. That of the
// trace norm is the form ½ Σ_{a<b} (A_ab − A_ba)²/(σ_a + σ_b) + ½ Σ B_ab²/σ_b + ½ Σ C_ab²/σ_a; W bends into U⊥ B Σ⁻¹ C
// V⊥ᵀ, which L feels by its gradient G.
func (f *fixedRank) curvature(h *mat.SymDense, gradient mat.Matrix, lambda, mu float64) {
	r, place := len(f.values), map[[2]int]int{}
	for p, pair := range f.pairs {
		place[pair] = p
	}
	var normal mat.Dense // [U U⊥]ᵀ G [V V⊥]
	normal.Product(f.u.T(), gradient, f.v)
	add := func(p, q int, v float64) { h.SetSym(p, q, h.At(p, q)+v) }
	for p, pair := range f.pairs {
		a, b := pair[0], pair[1]
		add(p, p, mu)
		switch {
		case a >= r:
			add(p, p, lambda/f.values[b])
			for other := r; other < f.v.RawMatrix().Cols; other++ { // C_bo
				add(p, place[[2]int{b, other}], normal.At(a, other)/f.values[b])
			}
		case b >= r:
			add(p, p, lambda/f.values[a])
		case a != b:
			each := lambda / (f.values[a] + f.values[b])
			add(p, p, each)
			if a < b {
				add(p, place[[2]int{b, a}], -each)
			}
		}
	}
}

// gram are the inner products of the directions' predictions: Σ_c V_cb V_cb' (Uᵀ Z_cᵀZ_c U)_aa', with Z_c the design of
// output c.
func (f *fixedRank) gram(q *Local) *mat.SymDense {
	d, k := q.d, q.k
	out := mat.NewSymDense(len(f.pairs), nil)
	variables, products := make([]int, d), make([]float64, d*d)
	for c := range k {
		for j := range variables {
			variables[j] = j*k + c
		}
		z := q.design(variables)
		linalg.Gemm(products, z.Data, z.Data, d, z.C, d, true)
		var turned mat.Dense
		turned.Product(f.u.T(), mat.NewDense(d, d, products), f.u)
		for p, one := range f.pairs {
			for s, other := range f.pairs[:p+1] {
				v := f.v.At(c, one[1]) * f.v.At(c, other[1]) * turned.At(one[0], other[0])
				out.SetSym(p, s, out.At(p, s)+v)
			}
		}
	}
	return out
}

// gradient is that of the loss at the weights, d×k.
func (q *Local) gradient() *mat.Dense {
	d, k := q.d, q.k
	out := mat.NewDense(d, k, nil)
	row := make([]float64, q.n)
	for j := range d {
		clear(row)
		q.columns.AddRow(row, 1, j)
		for i, x := range row {
			c := q.output(i)
			out.Set(j, c, out.At(j, c)+x*q.slope[i])
		}
	}
	return out
}

// mostDirections bounds a Hessian that is factorized: 800 MB.
const mostDirections = 10000

// traceDegrees are the degrees of freedom of the trace norm, tr[(S + ∇²)⁻¹ S], for the products S of predictions in
// the directions that keep the rank, and the curvature ∇² of all but the predictions there; see Degrees. Where X = I
// that is the sum over singular values of Candès, Sing-Long and Trzasko, Unbiased Risk Estimates for Singular Value
// Thresholding and Spectral Estimators, IEEE Trans. Signal Processing 2013.
func (q *Local) traceDegrees(ctx context.Context, lambda, mu float64) (float64, error) {
	f, err := aroundRank(q.weights, q.d, q.k)
	if err != nil || len(f.values) == 0 {
		return 0, err
	}
	if len(f.pairs) > mostDirections {
		return 0, fmt.Errorf("degrees of freedom: %d directions keep the rank of the weights, and at most %d are followed",
			len(f.pairs), mostDirections)
	}
	return aside(ctx, func() (float64, error) {
		s := f.gram(q)
		h := mat.NewSymDense(len(f.pairs), nil)
		h.CopySym(s)
		f.curvature(h, q.gradient(), lambda, mu)
		return shareOf(h, s)
	})
}

// shareOf is tr(H⁻¹S).
func shareOf(h, s *mat.SymDense) (float64, error) {
	var factor mat.Cholesky
	if !factor.Factorize(h) {
		return 0, errors.New("degrees of freedom: the solution is not unique, as features that are not 0 are dependent")
	}
	var share mat.Dense
	if err := factor.SolveTo(&share, s); err != nil {
		return 0, fmt.Errorf("degrees of freedom: %w", err)
	}
	return mat.Trace(&share), nil
}
