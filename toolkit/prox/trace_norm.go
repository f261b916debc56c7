package prox

import (
	"math"

	"gonum.org/v1/gonum/mat"
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
	svd, ok := g.svd(v, mat.SVDThin)
	if !ok {
		for j := range dst {
			dst[j] = math.NaN()
		}
		return math.NaN()
	}
	values := svd.Values(nil)
	var sum float64
	rank := 0
	for _, s := range values {
		if s > gamma*g.Lambda {
			sum += s - gamma*g.Lambda
			rank++
		}
	}
	if rank == 0 {
		clear(dst)
		return 0
	}
	var u, w mat.Dense
	svd.UTo(&u)
	svd.VTo(&w)
	for i := range g.Rows {
		for k := range rank {
			u.Set(i, k, u.At(i, k)*(values[k]-gamma*g.Lambda))
		}
	}
	mat.NewDense(g.Rows, g.Cols, dst).Mul(u.Slice(0, g.Rows, 0, rank), w.Slice(0, g.Cols, 0, rank).T())
	return g.Lambda * sum
}

// Conjugate is 0 where ‖V‖₂ ≤ λ, up to rounding, and +Inf elsewhere.
func (g TraceNorm) Conjugate(v []float64) float64 {
	if g.Polar(v) <= 1+1e-12 {
		return 0
	}
	return math.Inf(1)
}

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
