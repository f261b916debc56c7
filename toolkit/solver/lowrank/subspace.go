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

// subspace finds the pairs without forming the matrix, with a wider subspace while all its values are above the threshold.
func (p *accelerated) subspace(slopes []float64, cut float64) (linalg.Pairs, bool) {
	s := p.s
	full := min(s.d, s.k)
	u, v := p.stack(place{}) // −Y
	ry := len(u) / s.d
	product := linalg.Product{
		D: s.d, K: s.k,
		Times: func(dst, b []float64, r int) { // B (Y − ∇/L)ᵀ
			sb := make([]float64, p.o.N*r)
			p.o.TimesRows(sb, slopes, b, r)
			linalg.TransMulRows(dst, p.x, sb, r)
			p.addProduct(dst, b, v, u, r, ry, s.k, s.d)
		},
		TransTimes: func(dst, b []float64, r int) {
			xb := make([]float64, p.o.N*r)
			linalg.MulRows(xb, p.x, b, r)
			p.o.TransTimes(dst, xb, slopes, r)
			p.addProduct(dst, b, u, v, r, ry, s.d, s.k)
		},
	}
	rows, passes := p.now.rank+spareRows, 1
	if p.now.rank == 0 {
		rows, passes = firstRows, firstPasses
	}
	start := append([]float64(nil), p.warm[:min(len(p.warm), rows*s.k)]...)
	for {
		rows = min(rows, full)
		for len(start) < rows*s.k {
			start = append(start, p.rng.NormFloat64())
		}
		pairs, ok := linalg.SubspacePairs(product, start[:rows*s.k], rows, passes)
		n := len(pairs.Values)
		if !ok || n < rows || rows == full || pairs.Values[n-1] <= cut {
			p.warm = append(p.warm[:0], pairs.Right...) // thresholding scales the pairs' own
			return pairs, ok
		}
		start, rows, passes = pairs.Right, 2*rows, passes+1
	}
}

// addProduct makes dst, r×c, what it should be: −dst/L − (B Aᵀ) C, for A of ra×inner and C of ra×c numbers.
func (p *accelerated) addProduct(dst, b, a, c []float64, r, ra, inner, cols int) {
	floats.Scale(-1/p.l, dst)
	if ra == 0 {
		return
	}
	small, part := make([]float64, r*ra), make([]float64, r*cols)
	linalg.Gemm(small, b, a, r, inner, ra, true)
	linalg.Gemm(part, small, c, r, ra, cols, false)
	floats.Sub(dst, part)
}
