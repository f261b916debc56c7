package linalg

import (
	"runtime"
	"sync"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/simd"
	"github.com/proxlab/proxlab/toolkit/internal/vec"
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
			sparse.AddOuter(gram, c, weightOf(h, i), i, 0, 1)
		}
		mirror(gram, c)
		return gram
	}
	zeros := make([]float64, c)
	denseGram(gram, c, r, h, func(p *simd.Panels, lo, hi, from, to int) bool {
		p.SetRows(0, hi-lo, dense.Data[lo*c+from:], c, zeros[from:to])
		return true
	})
	return gram
}

// GramOfRows is M H Mᵀ of a matrix given by its rows, as GramOfColumns is of one given by its columns.
func GramOfRows(m Map, h []float64) []float64 {
	r, _ := m.Dims()
	return GramOfSome(m, vec.UpTo(r), nil, h)
}

// GramOfSome is GramOfRows of some of the rows, whose indices ascend. A = Mᵀ may be there too, nil where it is not:
// that saves a transposition of sparse ones.
func GramOfSome(m Map, which []int, a Map, h []float64) []float64 {
	dense, sparse := explicit(m)
	all, n := m.Dims()
	if h != nil && len(h) != n {
		panic(badShape)
	}
	r := len(which)
	gram := make([]float64, r*r)
	if dense == nil {
		if r != all {
			sparse, a = SelectRows(m, which).(*CSR), nil
		}
		gramOfSparseRows(gram, sparse, a, h)
		mirror(gram, r)
		return gram
	}
	denseGram(gram, r, n, h, func(p *simd.Panels, lo, _, from, to int) bool {
		p.SetColumns(dense.Data[lo:], n, which[from:to])
		return true
	})
	return gram
}

// A panel has at most gramChunk terms of every product, and about gramNumbers numbers where there are many products:
// the fewer panels, the less adding their sums up takes, and the longer these are. A block has at most gramBlock² sums.
// Of a panel, gramDepth terms of every product, a whole part of it, are laid out at a time: they stay in a cache.
const (
	gramChunk   = 1024
	gramLeast   = 512
	gramNumbers = 1 << 18
	gramBlock   = 384
	gramDepth   = 136
	gramParts   = 8
	gramWork    = 1 << 20 // multiplications that are worth several goroutines
)

// layOut lays the numbers lo to hi of the columns from to to out; false where there is no need of any more.
type layOut func(p *simd.Panels, lo, hi, from, to int) bool

// denseGram adds the products of c columns of n numbers up. Whether cores take parts of the numbers or blocks of the
// columns is the same to every sum.
func denseGram(gram []float64, c, n int, h []float64, of layOut) {
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
	of                         layOut
	h                          []float64
	row, rows, column, columns int
	panel                      int // terms of each
	sums, products             []float64
	left, right, weighted      simd.Panels
}

// sum adds the terms lo to hi up, by panels.
func (b *gramOfBlock) sum(lo, hi int) {
	if b.sums == nil {
		b.sums = make([]float64, simd.GramStride(b.rows)*simd.GramStride(b.columns))
	}
	clear(b.sums)
	for first, to := lo, b.sums; lo < hi; lo += b.panel {
		clear(b.products)
		for k, end := lo, min(hi, lo+b.panel); k < end; k += gramDepth {
			if !b.add(to, k, min(end, k+gramDepth)) {
				return
			}
		}
		if lo > first {
			floats.Add(b.sums, b.products)
		} else if lo+b.panel < hi {
			b.products = append(b.products[:0], b.sums...)
			to = b.products
		}
	}
}

// add adds the terms lo to hi to the sums; false where there is no need of any more.
func (b *gramOfBlock) add(sums []float64, lo, hi int) bool {
	right := &b.left
	if b.row != b.column {
		right = &b.right
	}
	b.left.Resize(hi-lo, b.rows)
	right.Resize(hi-lo, b.columns)
	if !b.of(&b.left, lo, hi, b.row, b.row+b.rows) ||
		right != &b.left && !b.of(right, lo, hi, b.column, b.column+b.columns) {
		return false
	}
	if b.h != nil {
		b.weighted.Weigh(right, b.h[lo:hi])
		right = &b.weighted
	}
	simd.AddGram(sums, &b.left, right, b.row == b.column)
	return true
}

// addTo adds the sums to a matrix of c columns.
func (b *gramOfBlock) addTo(gram []float64, c int) {
	for i := range b.rows {
		at := (b.row+i)*c + b.column
		floats.Add(gram[at:at+b.columns], b.sums[i*simd.GramStride(b.columns):][:b.columns])
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
	outer := 0 // products
	columns, known := transposed.(*CSR)
	if known {
		for c, lo := range columns.Ptr[:columns.R] {
			outer += (columns.Ptr[c+1] - lo) * (columns.Ptr[c+1] - lo + 1) / 2
		}
	} else {
		counts := make([]int, m.C)
		for _, c := range m.Col {
			counts[c]++
			outer += counts[c]
		}
	}
	if outer < m.R*len(m.Col)/2 {
		if !known {
			columns = m.transpose()
		}
		workers := runtime.GOMAXPROCS(0)
		if outer < gramWork {
			workers = 1
		}
		eachOf(workers, func(worker int) {
			for c := range columns.R {
				columns.AddOuter(gram, m.R, weightOf(h, c), c, worker, workers)
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
				scratch[c] = val[k] * weightOf(h, int(c))
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

// weightOf is h_i, 1 of weights that are none.
func weightOf(h []float64, i int) float64 {
	if h == nil {
		return 1
	}
	return h[i]
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
