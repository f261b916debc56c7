package linalg

import (
	"runtime"
	"sync"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/simd"
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
	denseGram(gram, c, r, h, func(_ *[]float64, lo, _, from, _ int) simd.Matrix {
		return simd.Matrix{Data: dense.Data[lo*c+from:], Row: 1, Col: c}
	})
	return gram
}

// GramOfRows is M H Mᵀ of a matrix given by its rows, as GramOfColumns is of one given by its columns.
func GramOfRows(m Map, h []float64) []float64 { return GramOfBoth(m, nil, h) }

// GramOfBoth is GramOfRows where A = Mᵀ is there too, nil where it is not: that saves a transposition of sparse ones.
func GramOfBoth(m, a Map, h []float64) []float64 {
	r, n := m.Dims()
	if h != nil && len(h) != n {
		panic(badShape)
	}
	dense, sparse := explicit(m)
	gram := make([]float64, r*r)
	if dense == nil {
		gramOfSparseRows(gram, sparse, a, h)
		mirror(gram, r)
		return gram
	}
	denseGram(gram, r, n, h, func(_ *[]float64, lo, _, from, _ int) simd.Matrix {
		return simd.Matrix{Data: dense.Data[from*n+lo:], Row: n, Col: 1}
	})
	return gram
}

// A panel has at most gramChunk terms of every product, and about gramNumbers numbers where there are many products:
// the fewer panels, the less adding their sums up takes, and the longer these are. A block has at most gramBlock² sums.
const (
	gramChunk   = 1024
	gramLeast   = 512
	gramNumbers = 1 << 18
	gramBlock   = 384
	gramParts   = 8
	gramWork    = 1 << 20 // multiplications that are worth several goroutines
)

// panel is the matrix of the numbers lo to hi of the columns from to to, a column by row, for which it may use scratch
// space, which it makes as large as it needs; without numbers where there is no need of any more.
type panel func(scratch *[]float64, lo, hi, from, to int) simd.Matrix

// denseGram adds the products of c columns of n numbers up. Whether cores take parts of the numbers or blocks of the
// columns is the same to every sum.
func denseGram(gram []float64, c, n int, h []float64, of panel) {
	defer mirror(gram, c)
	parts, cores := 1, 1
	if c*c*n/2 > gramWork {
		parts, cores = gramParts, runtime.GOMAXPROCS(0)
	}
	cut := func(part int) (lo, hi int) { return n * part / parts, n * (part + 1) / parts }
	if c <= gramBlock && cores > 1 {
		blocks := make([]gramOfBlock, parts)
		eachOf(parts, func(part int) {
			blocks[part] = gramOfBlock{of: of, h: h, rows: c, columns: c, panel: gramPanel(c)}
			blocks[part].sum(cut(part))
		})
		for _, b := range blocks {
			b.addTo(gram, c)
		}
		return
	}
	bands := (c + gramBlock - 1) / gramBlock
	for bands*(bands+1)/2 < cores {
		bands++
	}
	wide := (c + bands - 1) / bands
	eachOf(bands*bands, func(k int) {
		i, j := k/bands*wide, k%bands*wide
		if i > j || j >= c {
			return
		}
		b := gramOfBlock{
			of: of, h: h, row: i, rows: min(wide, c-i), column: j, columns: min(wide, c-j), panel: gramPanel(c),
		}
		for part := range parts {
			b.sum(cut(part))
			b.addTo(gram, c)
		}
	})
}

// gramOfBlock is a block of a Gram matrix, on its diagonal or above: of some rows and columns, from row and column on.
type gramOfBlock struct {
	of                         panel
	h                          []float64
	row, rows, column, columns int
	panel                      int // terms of each
	sums, products             []float64
	left, right                []float64 // scratch space
}

// sum adds the terms lo to hi up, by panels.
func (b *gramOfBlock) sum(lo, hi int) {
	if b.sums == nil {
		b.sums, b.products = make([]float64, b.rows*b.columns), make([]float64, b.rows*b.columns)
	}
	clear(b.sums)
	p := simd.Product{R: b.rows, C: b.columns, Alpha: 1, Sum: b.sums, Stride: b.columns, Upper: b.row == b.column}
	for first := lo; lo < hi; lo += b.panel {
		end := min(hi, lo+b.panel)
		p.Inner, p.A = end-lo, b.of(&b.left, lo, end, b.row, b.row+b.rows)
		p.B = p.A
		if !p.Upper {
			p.B = b.of(&b.right, lo, end, b.column, b.column+b.columns)
		}
		if p.A.Data == nil || p.B.Data == nil {
			return
		}
		p.B.Row, p.B.Col = p.B.Col, p.B.Row
		if b.h != nil {
			p.Weights = b.h[lo:end]
		}
		if lo == first {
			p.Serial()
			p.Sum = b.products
			continue
		}
		clear(b.products)
		p.Serial()
		floats.Add(b.sums, b.products)
	}
}

// addTo adds the sums to a matrix of c columns.
func (b *gramOfBlock) addTo(gram []float64, c int) {
	for i := range b.rows {
		at := (b.row+i)*c + b.column
		floats.Add(gram[at:at+b.columns], b.sums[i*b.columns:(i+1)*b.columns])
	}
}

// gramPanel is how many terms of every product of c columns a panel has: columns are in different lines of a cache.
func gramPanel(c int) int { return min(gramChunk, max(gramLeast, gramNumbers/max(1, c)))/16*16 + 8 }

// GramTerms is how many additions an entry of a Gram matrix of c dense columns of n numbers is behind at most: the
// Terms of solver.Rounding. It is less than n, as sums are sums of sums.
func GramTerms(n, c int) int {
	chunk := gramPanel(c)
	return min(n, chunk+n/gramParts/chunk+gramParts+2)
}

// gramOfSparseRows fills the upper half in: by products of rows, or by outer products of columns, where these are so
// short that it takes fewer multiplications.
func gramOfSparseRows(gram []float64, m *CSR, transposed Map, h []float64) {
	counts, outer := make([]int, m.C), 0
	for _, c := range m.Col {
		counts[c]++
		outer += counts[c]
	}
	if outer < m.R*len(m.Col)/2 {
		columns, known := transposed.(*CSR)
		if !known {
			columns = m.transpose()
		}
		workers := runtime.GOMAXPROCS(0)
		if outer < gramWork {
			workers = 1
		}
		eachOf(workers, func(worker int) {
			for c := range columns.R {
				weight := 1.
				if h != nil {
					weight = h[c]
				}
				columns.AddOuter(gram, m.R, weight, c, worker, workers)
			}
		})
		return
	}
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

// mirror fills the lower half of a symmetric matrix in, by tiles of which rows stay in a cache while columns are read.
func mirror(a []float64, n int) {
	const tile = 16
	tiles := (n + tile - 1) / tile
	for k := range tiles * tiles {
		top, left := k/tiles*tile, k%tiles*tile
		for i := top; i < min(n, top+tile); i++ {
			for j := left; j < min(i, left+tile); j++ {
				a[i*n+j] = a[j*n+i]
			}
		}
	}
}

// eachOf calls do for 0 to count−1, as many at a time as there are cores.
func eachOf(count int, do func(int)) {
	workers := min(count, runtime.GOMAXPROCS(0))
	if workers == 1 {
		for k := range count {
			do(k)
		}
		return
	}
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
