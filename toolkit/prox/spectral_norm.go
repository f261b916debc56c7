package prox

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
)

// SpectralNorm is λ‖W‖₂, the largest singular value of W, a Rows × Cols matrix given row by row. It makes large
// singular values equal. Its atoms are the matrices with orthonormal rows or columns, of full rank.
type SpectralNorm struct {
	Lambda     float64
	Rows, Cols int
}

// traceNorm is the dual norm.
func (g SpectralNorm) traceNorm() TraceNorm { return TraceNorm{Lambda: 1, Rows: g.Rows, Cols: g.Cols} }

// Value is λσ_1(W); NaN of NaN.
func (g SpectralNorm) Value(x []float64) float64 {
	values := g.traceNorm().SingularValues(x)
	if values == nil {
		return math.NaN()
	}
	return g.Lambda * values[0]
}

// Prox cuts the singular values at the level at which γλ is cut off them in all: the projection of their vector onto
// the ℓ1 ball of radius γλ is what goes, by Moreau's identity.
//
// Source: Parikh, Boyd, Proximal Algorithms, 2014, sections 6.5.2 and 6.7.3.
func (g SpectralNorm) Prox(dst, v []float64, gamma float64) float64 {
	check(dst, v, gamma)
	var level float64
	ok := g.traceNorm().onValues(dst, v, func(values []float64) {
		if floats.Sum(values) > gamma*g.Lambda {
			level = L1Ball{Radius: gamma * g.Lambda}.threshold(values)
		}
		for j, s := range values {
			values[j] = math.Min(s, level)
		}
	})
	if !ok {
		return math.NaN()
	}
	return g.Lambda * level
}

// Conjugate is 0 where ‖V‖_* ≤ λ, up to rounding, and +Inf elsewhere.
func (g SpectralNorm) Conjugate(v []float64) float64 { return indicator(g.Polar(v), directSlack) }

// Polar is ‖V‖_*/λ, the sum of the singular values over λ; NaN of NaN.
func (g SpectralNorm) Polar(v []float64) float64 {
	sum := g.traceNorm().Value(v)
	if sum == 0 {
		return 0
	}
	return sum / g.Lambda
}

// LMOMatrix is the orthogonal factor of the polar decomposition, over λ: P Qᵀ/λ for G = P S Qᵀ. For λ = 0 the polar of
// G ≠ 0 is +Inf, and there is no atom.
func (g SpectralNorm) LMOMatrix(m, x []float64) (polar float64) {
	if len(m) != len(x) {
		panic(badLength)
	}
	g.traceNorm().onValues(m, x, func(values []float64) {
		polar = floats.Sum(values)
		for j := range values {
			values[j] = 1
		}
	})
	if floats.HasNaN(m) {
		return math.NaN()
	}
	return rescale(m, g.Lambda, polar)
}

// WithShape is the penalty on rows × cols matrices.
func (g SpectralNorm) WithShape(rows, cols int) toolkit.Proxable {
	g.Rows, g.Cols = rows, cols
	return g
}

// Strength is λ.
func (g SpectralNorm) Strength() float64 { return g.Lambda }
