package prox

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// TraceNorm is λ‖W‖_*, the sum of the singular values of W, a Rows × Cols matrix given row by row. It favours low rank.
type TraceNorm struct {
	Lambda     float64
	Rows, Cols int
}

func (g TraceNorm) check(x []float64) {
	if len(x) != g.Rows*g.Cols {
		panic(badLength)
	}
}

// svd is the thin singular value decomposition; ok is false where there is none: of NaN.
func (g TraceNorm) svd(x []float64, kind mat.SVDKind) (svd mat.SVD, ok bool) {
	g.check(x)
	for _, v := range x {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return svd, false
		}
	}
	ok = svd.Factorize(mat.NewDense(g.Rows, g.Cols, append([]float64(nil), x...)), kind)
	return svd, ok
}

// SingularValues are those of a matrix given row by row, in descending order; nil where there are none: of NaN.
func (g TraceNorm) SingularValues(x []float64) []float64 {
	svd, ok := g.svd(x, mat.SVDNone)
	if !ok {
		return nil
	}
	return svd.Values(nil)
}

// Value is λ Σ σ_i(W); NaN of NaN.
func (g TraceNorm) Value(x []float64) float64 {
	values := g.SingularValues(x)
	if values == nil {
		return math.NaN()
	}
	var sum float64
	for _, s := range values {
		sum += s
	}
	return g.Lambda * sum
}

// Prox soft-thresholds the singular values at γλ: U max(0, Σ − γλ) Vᵀ. It takes a thin decomposition,
// O(rows·cols·min(rows, cols)).
//
// Source: Cai, Candès, Shen, A Singular Value Thresholding Algorithm for Matrix Completion, SIAM J. Optim. 2010,
// Theorem 2.1.
func (g TraceNorm) Prox(dst, v []float64, gamma float64) float64 {
	check(dst, v, gamma)
	var sum float64
	ok := g.onValues(dst, v, func(values []float64) {
		for i, s := range values {
			values[i] = math.Max(0, s-gamma*g.Lambda)
			sum += values[i]
		}
	})
	if !ok {
		return math.NaN()
	}
	return g.Lambda * sum
}

// onValues is dst = P f(S) Qᵀ for V = P S Qᵀ, where f leaves nothing behind the first 0; of NaN all is NaN, and ok is
// false.
func (g TraceNorm) onValues(dst, v []float64, f func(values []float64)) (ok bool) {
	svd, ok := g.svd(v, mat.SVDThin)
	if !ok {
		for j := range dst {
			dst[j] = math.NaN()
		}
		return false
	}
	values := svd.Values(nil)
	f(values)
	rank := slices.Index(values, 0)
	if rank < 0 {
		rank = len(values)
	}
	if rank == 0 {
		clear(dst)
		return true
	}
	var p, q mat.Dense
	svd.UTo(&p)
	svd.VTo(&q)
	for i := range g.Rows {
		row := p.RawRowView(i)[:rank]
		floats.Mul(row, values[:rank])
	}
	mat.NewDense(g.Rows, g.Cols, dst).Mul(p.Slice(0, g.Rows, 0, rank), q.Slice(0, g.Cols, 0, rank).T())
	return true
}

// Conjugate is 0 where ‖V‖₂ ≤ λ, up to rounding, and +Inf elsewhere.
func (g TraceNorm) Conjugate(v []float64) float64 { return indicator(g.Polar(v), directSlack) }

// Polar is ‖V‖₂/λ, the largest singular value over λ; NaN of NaN.
func (g TraceNorm) Polar(v []float64) float64 {
	values := g.SingularValues(v)
	switch {
	case values == nil:
		return math.NaN()
	case values[0] == 0:
		return 0
	}
	return values[0] / g.Lambda
}

// TraceNorm is the strength λ of the penalty λ‖W‖_*: methods that work on singular values look for it.
func (g TraceNorm) TraceNorm() (strength float64) { return g.Lambda }

// WithShape is the penalty on rows × cols matrices.
func (g TraceNorm) WithShape(rows, cols int) toolkit.Proxable {
	g.Rows, g.Cols = rows, cols
	return g
}

// String is the penalty's name.
func (g TraceNorm) String() string { return "trace" }

// Strength is λ.
func (g TraceNorm) Strength() float64 { return g.Lambda }

// Check tells what is wrong with the penalty on d×k weights.
func (g TraceNorm) Check(d, k int) error {
	switch {
	case (g.Rows != 0 || g.Cols != 0) && (g.Rows != d || g.Cols != k):
		return fmt.Errorf("the trace norm is on %d × %d matrices, the weights are %d × %d", g.Rows, g.Cols, d, k)
	case k < 2:
		return errors.New("the trace norm needs several tasks, classes or outputs")
	}
	return nil
}

// LMOMap is LMO for a matrix of which no more than products are known, in as many of them as bring the atom's inner
// product with it within tol of the polar, as far as is known then.
func (g TraceNorm) LMOMap(u, v []float64, x linalg.Map, tol float64) (attained, polar float64) {
	lo, hi := linalg.TopPairWithin(x, u, v, tol*g.Lambda)
	polar = rescale(v, g.Lambda, hi)
	return lo / g.Lambda, polar
}

// LMO is the top pair of singular vectors over λ, by the Lanczos process. It returns the Ritz value with its
// residual, so that gaps may rest on it: exact up to rounding where d or k is at most 120.
func (g TraceNorm) LMO(u, v, x []float64) float64 {
	checkAtom(u, v, x)
	_, hi := linalg.TopPair(linalg.NewDense(len(u), len(v), x), u, v)
	return rescale(v, g.Lambda, hi)
}
