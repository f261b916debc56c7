package linalg

import "github.com/proxlab/proxlab/toolkit/internal/simd"

// AddGramOfSome adds the upper triangle of Σ_k h_k a_i a_iᵀ with i = rows[k] to dst, of which a row is so many numbers
// behind the one before; what is below the diagonal is left as it is. Nothing is allocated for a *CSR. It panics for
// maps that are not Entries, and where h has not an entry for each of the rows.
func AddGramOfSome(dst []float64, stride int, a Map, rows []int, h []float64) {
	_, c := a.Dims()
	if len(h) != len(rows) || c > stride {
		panic(badShape)
	}
	dense, sparse := explicit(a)
	if dense != nil {
		of := SelectRows(dense, rows).(*Dense).Data
		simd.Product{
			R: c, C: c, Inner: len(rows), Alpha: 1, Weights: h, Sum: dst, Stride: stride, Upper: true,
			A: simd.Matrix{Data: of, Row: 1, Col: c}, B: simd.Matrix{Data: of, Row: c, Col: 1},
		}.Run()
		return
	}
	for k, i := range rows {
		sparse.AddOuter(dst, stride, h[k], i, 0, 1)
	}
}

// AddOuter adds the upper triangle of s a_i a_iᵀ to dst, of which a row is so many numbers behind the one before: every
// bands-th of its rows, from number band on.
func (a *CSR) AddOuter(dst []float64, stride int, s float64, i, band, bands int) {
	col, val := a.Row(i)
	for p, j := range col {
		if bands > 1 && uint32(j)%uint32(bands) != uint32(band) {
			continue
		}
		row, v, rest := dst[int(j)*stride:], s*val[p], col[p:]
		for q, w := range val[p:][:len(rest)] {
			row[uint32(rest[q])] += v * w
		}
	}
}
