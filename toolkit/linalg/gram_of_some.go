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
// bands-th of its rows, from number band on. Four of them at a time share what is read of a_i, and the end of a loop.
func (a *CSR) AddOuter(dst []float64, stride int, s float64, i, band, bands int) {
	col, val := a.Row(i)
	row := func(p int) []float64 { return dst[int(col[p])*stride:][:a.C] }
	p := 0
	for ; bands == 1 && p+4 <= len(col); p += 4 {
		r, t, u, v := row(p), row(p+1), row(p+2), row(p+3)
		w, x, y, z := s*val[p], s*val[p+1], s*val[p+2], s*val[p+3]
		for q := range 4 {
			j, b := col[p+q], val[p+q]
			if r[j] += w * b; q > 0 {
				t[j] += x * b
			}
			if q > 1 {
				u[j] += y * b
			}
		}
		v[col[p+3]] += z * val[p+3]
		rest := val[p+4:]
		for q, j := range col[p+4:][:len(rest)] {
			b := rest[q]
			r[j] += w * b
			t[j] += x * b
			u[j] += y * b
			v[j] += z * b
		}
	}
	for ; p < len(col); p++ {
		if bands > 1 && uint32(col[p])%uint32(bands) != uint32(band) {
			continue
		}
		r, v, rest := row(p), s*val[p], col[p:]
		for q, w := range val[p:][:len(rest)] {
			r[rest[q]] += v * w
		}
	}
}
