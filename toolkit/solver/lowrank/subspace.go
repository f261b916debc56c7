package lowrank

import (
	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// The subspace: rows beside those of the rank before; passes from a random start, and from the pairs before.
const (
	spareRows   = 5
	firstRows   = 20
	firstPasses = 3
)

// subspace finds the pairs without forming the matrix, with a wider subspace while all its values are above the
// threshold.
func (m *accelerated) subspace(slopes []float64, threshold float64) (linalg.Pairs, bool) {
	s := m.s
	full := min(s.d, s.k)
	u, v := m.difference(matrix{}) // −Y
	rankY := len(u) / s.d
	product := linalg.Product{
		D: s.d, K: s.k,
		Times: func(dst, b []float64, r int) { // B (Y − ∇/L)ᵀ
			sb := make([]float64, m.o.N*r)
			m.o.TimesRows(sb, slopes, b, r)
			linalg.TransMulRows(dst, m.a, sb, r)
			m.addProduct(dst, b, v, u, r, rankY, s.k, s.d)
		},
		TransTimes: func(dst, b []float64, r int) {
			ab := make([]float64, m.o.N*r)
			linalg.MulRows(ab, m.a, b, r)
			m.o.TransTimes(dst, ab, slopes, r)
			m.addProduct(dst, b, u, v, r, rankY, s.d, s.k)
		},
	}
	rows, passes := m.now.rank+spareRows, 1
	if m.now.rank == 0 {
		rows, passes = firstRows, firstPasses
	}
	start := append([]float64(nil), m.warm[:min(len(m.warm), rows*s.k)]...)
	for {
		rows = min(rows, full)
		for len(start) < rows*s.k {
			start = append(start, m.rng.NormFloat64())
		}
		pairs, ok := linalg.SubspacePairs(product, start[:rows*s.k], rows, passes)
		n := len(pairs.Values)
		if !ok || n < rows || rows == full || pairs.Values[n-1] <= threshold {
			m.warm = append(m.warm[:0], pairs.Right...) // thresholding scales the pairs' own
			return pairs, ok
		}
		start, rows, passes = pairs.Right, 2*rows, passes+1
	}
}

// addProduct is dst = −dst/L − (B Fᵀ) G, r×cols, for B of r×inner, F of rank×inner and G of rank×cols numbers.
func (m *accelerated) addProduct(dst, b, f, g []float64, r, rank, inner, cols int) {
	floats.Scale(-1/m.l, dst)
	if rank == 0 {
		return
	}
	small, part := make([]float64, r*rank), make([]float64, r*cols)
	linalg.Gemm(small, b, f, r, inner, rank, true)
	linalg.Gemm(part, small, g, r, rank, cols, false)
	floats.Sub(dst, part)
}
