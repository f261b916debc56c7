package linalg

import (
	"runtime"
	"sync"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg/internal/simd"
)

// GramOfColumns is AᵀH A, c×c row by row, with H = diag(h); nil for ones. Only one half is computed, on all cores; the
// sums do not depend on their number, and those of a dense matrix are sums of sums of at most 1032 terms. It panics for
// maps that are neither Entries nor Beside, and where h has not an entry for each row.
func GramOfColumns(a Map, h []float64) []float64 {
	r, c := a.Dims()
	if h != nil && len(h) != r {
		panic(badShape)
	}
	if m, ok := a.(beside); ok {
		return m.gram(h)
	}
	dense, sparse := explicit(a)
	gram := make([]float64, c*c)
	if dense == nil {
		for i := range r {
			weight := 1.
			if h != nil {
				weight = h[i]
			}
			sparse.AddOuter(gram, c, weight, i, 0, 1)
		}
		mirror(gram, c)
		return gram
	}
	denseGram(gram, c, r, h, func(_ []float64, lo, _ int) simd.Matrix {
		return simd.Matrix{Data: dense.Data[lo*c:], Row: 1, Col: c}
	})
	return gram
}

// GramOfRows is M H Mᵀ of a matrix given by its rows, as GramOfColumns is of one given by its columns.
func GramOfRows(m Map, h []float64) []float64 {
	r, n := m.Dims()
	if h != nil && len(h) != n {
		panic(badShape)
	}
	dense, sparse := explicit(m)
	gram := make([]float64, r*r)
	if dense == nil {
		gramOfSparseRows(gram, sparse, h)
		mirror(gram, r)
		return gram
	}
	denseGram(gram, r, n, h, func(_ []float64, lo, _ int) simd.Matrix {
		return simd.Matrix{Data: dense.Data[lo:], Row: n, Col: 1}
	})
	return gram
}

// A panel has at most gramChunk terms of every product, and no more numbers than gramNumbers where there are many
// products: it fits a second-level cache. Panels are handed out in parts, whose number does not depend on the cores.
const (
	gramChunk   = 1024
	gramLeast   = 128
	gramNumbers = 1 << 15
	gramParts   = 8
	gramWork    = 1 << 20 // multiplications that are worth several goroutines
)

// denseGram adds the products of c columns of n numbers up; of is the matrix of the numbers lo to hi of each, a column
// by row, for which it may use scratch space.
func denseGram(gram []float64, c, n int, h []float64, of func(scratch []float64, lo, hi int) simd.Matrix) {
	parts := 1
	if c*c*n/2 > gramWork {
		parts = gramParts
	}
	chunk := gramPanel(c)
	sums := make([][]float64, parts)
	eachOf(parts, func(part int) {
		sums[part] = make([]float64, len(gram))
		scratch, products := make([]float64, c*chunk), make([]float64, len(gram))
		for lo, end := n*part/parts, n*(part+1)/parts; lo < end; lo += chunk {
			hi := min(end, lo+chunk)
			p := simd.Product{R: c, C: c, Inner: hi - lo, Alpha: 1, A: of(scratch, lo, hi), Upper: true}
			p.Sum, p.Stride = products, c
			p.B = simd.Matrix{Data: p.A.Data, Row: p.A.Col, Col: p.A.Row}
			if h != nil {
				p.Weights = h[lo:hi]
			}
			for i := range c {
				clear(products[i*c+i : (i+1)*c])
			}
			p.Serial()
			for i := range c {
				floats.Add(sums[part][i*c+i:(i+1)*c], products[i*c+i:(i+1)*c])
			}
		}
	})
	for _, sum := range sums {
		floats.Add(gram, sum)
	}
	mirror(gram, c)
}

// gramPanel is how many terms of every product of c columns a panel has: columns are in different lines of a cache.
func gramPanel(c int) int { return min(gramChunk, max(gramLeast, gramNumbers/max(1, c)))/16*16 + 8 }

// GramTerms is how many additions an entry of a Gram matrix of c dense columns of n numbers is behind at most: the
// Terms of solver.Rounding. It is less than n, as sums are sums of sums.
func GramTerms(n, c int) int {
	chunk := gramPanel(c)
	return min(n, chunk+n/gramParts/chunk+gramParts+2)
}

// gramOfSparseRows fills the upper half in, column by column.
func gramOfSparseRows(gram []float64, m *CSR, h []float64) {
	workers := min(m.R, runtime.GOMAXPROCS(0))
	eachOf(workers, func(worker int) {
		scratch := make([]float64, m.C)
		for i := worker; i < m.R; i += workers {
			col, val := m.Row(i)
			for k, c := range col {
				if scratch[c] = val[k]; h != nil {
					scratch[c] *= h[c]
				}
			}
			for j := range i + 1 {
				gram[j*m.R+i] = m.DotRow(j, scratch)
			}
			for _, c := range col {
				scratch[c] = 0
			}
		}
	})
}

// mirror fills the lower half of a symmetric matrix in.
func mirror(a []float64, n int) {
	for i := range n {
		for j := range i {
			a[i*n+j] = a[j*n+i]
		}
	}
}

// eachOf calls do for 0 to count−1, as many at a time as there are cores.
func eachOf(count int, do func(int)) {
	workers := min(count, runtime.GOMAXPROCS(0))
	var group sync.WaitGroup
	for w := range workers {
		group.Go(func() {
			for k := w; k < count; k += workers {
				do(k)
			}
		})
	}
	group.Wait()
}
