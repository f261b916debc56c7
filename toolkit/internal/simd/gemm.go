package simd

import (
	"math"
	"runtime"
	"sync"
)

// Matrix is a matrix with the entry a_ij at Data[i*Row+j*Col]: by rows with Col 1, and by columns, or transposed, with
// Row 1.
type Matrix struct {
	Data     []float64
	Row, Col int
}

// from is the matrix from row i and column j on.
func (m Matrix) from(i, j int) Matrix {
	m.Data = m.Data[i*m.Row+j*m.Col:]
	return m
}

// Product is what Gemm and Syrk add up: C ← C + α A B, C of R×C numbers by rows that begin every Stride numbers, and A
// of R×Inner. Each entry is c ← fma(a_ik, α b_kj, c) for k in order, in one sum, whatever the level, the blocks and the
// number of cores. With Weights, b_kj is that of B times weight k, and rounded.
type Product struct {
	R, C, Inner int
	Alpha       float64
	A, B        Matrix
	Weights     []float64 // of Inner; nil for ones
	Sum         []float64
	Stride      int
	// Upper leaves out what is below the diagonal, of a C with as many rows as columns.
	Upper bool
}

// Blocks of A and B that are laid out anew: a block of A fits half a second-level cache, a panel of three registers of
// B a first-level cache with what passes through it.
const (
	blockInner   = 192
	blockRows    = 240
	blockColumns = 3072
	// parallelWork is how many multiplications are worth another core, and smallWork so few that laying out is not.
	parallelWork = 1 << 18
	smallWork    = 1 << 8
)

// tile is C ← C + A B of a tile of C, for k columns of A, its rows and columns row and col numbers apart, and k rows of
// B, laid out row by row. Of the last register of columns last are in C.
type tile func(k int, a []float64, row, col int, b, c []float64, stride, last int)

// tiles are the tiles of a level: rows × lanes, 2·lanes or 3·lanes. pack lays out len(weights) rows of 3·lanes numbers,
// of rows that begin row numbers apart, times a weight each; spread writes count rows of x less a shift, as many
// numbers of each as this has, to panels that begin step numbers apart; nil where there are no kernels for it.
type tiles struct {
	rows, lanes int
	of          [3]tile
	pack        func(panel, b []float64, row int, weights []float64)
	spread      func(panels []float64, step int, x []float64, row int, shift []float64, count int)
}

var tilesPlain = tiles{rows: 4, lanes: 4, of: [3]tile{tilePlain(4), tilePlain(8), tilePlain(12)}}

// tilePlain goes through a tile by parts of 2×4 sums, which fit the registers of most processors.
func tilePlain(width int) tile {
	return func(k int, a []float64, row, col int, b, c []float64, stride, last int) {
		for i := 0; i < 4; i += 2 {
			for j := 0; j < width; j += 4 {
				right, part := b[j:], c[i*stride+j:]
				if count := min(4, width-4+last-j); count < 4 {
					addEdge(k, a[i*row:], row, col, right, width, part, stride, count)
					continue
				}
				addPlain(k, a[i*row:], row, col, right, width, part, stride)
			}
		}
	}
}

// addPlain adds 2×4 products up, for rows of B that are width numbers apart.
func addPlain(k int, a []float64, row, col int, b []float64, width int, c []float64, stride int) {
	upper, lower := (*[4]float64)(c), (*[4]float64)(c[stride:])
	u0, u1, u2, u3 := upper[0], upper[1], upper[2], upper[3]
	l0, l1, l2, l3 := lower[0], lower[1], lower[2], lower[3]
	below := a[row:]
	for p := range k {
		x, y, right := a[p*col], below[p*col], (*[4]float64)(b[p*width:])
		r0, r1, r2, r3 := right[0], right[1], right[2], right[3]
		u0, u1, u2, u3 = fma(x, r0, u0), fma(x, r1, u1), fma(x, r2, u2), fma(x, r3, u3)
		l0, l1, l2, l3 = fma(y, r0, l0), fma(y, r1, l1), fma(y, r2, l2), fma(y, r3, l3)
	}
	*upper, *lower = [4]float64{u0, u1, u2, u3}, [4]float64{l0, l1, l2, l3}
}

// addEdge is addPlain for so many columns of C alone.
func addEdge(k int, a []float64, row, col int, b []float64, width int, c []float64, stride, count int) {
	var edge [8]float64
	copy(edge[:count], c)
	copy(edge[4:4+count], c[stride:])
	addPlain(k, a, row, col, b, width, edge[:], 4)
	copy(c[:count], edge[:])
	copy(c[stride:stride+count], edge[4:])
}

// Run adds the product up, on all cores where that pays.
func (p Product) Run() { p.run(tilesOf(level), runtime.GOMAXPROCS(0)) }

// Serial adds the product up on one core.
func (p Product) Serial() { p.run(tilesOf(level), 1) }

func (p Product) run(t *tiles, cores int) {
	work := p.R * p.C * p.Inner
	if p.R == 0 || p.C == 0 || p.Inner == 0 {
		return
	}
	if work <= smallWork {
		p.small()
		return
	}
	parts := min(cores, 1+work/parallelWork)
	if parts == 1 {
		p.block(t)
		return
	}
	var group sync.WaitGroup
	for k := range parts {
		if part := p.part(k, parts, t); part.R > 0 && part.C > 0 {
			group.Go(func() { part.block(t) })
		}
	}
	group.Wait()
}

// part is one of so many parts of the rows of C, or of its columns where these are more; of a triangle, parts of about
// the same area.
func (p Product) part(k, parts int, t *tiles) Product {
	switch size := 3 * t.lanes; {
	case p.Upper:
		cut := func(k int) int {
			at := float64(p.R) * (1 - math.Sqrt(1-float64(k)/float64(parts)))
			return min(p.R, (int(at)+size-1)/size*size)
		}
		lo, hi := cut(k), cut(k+1)
		return p.piece(lo, hi, lo, p.C)
	case p.C > p.R:
		lo, hi := p.C*k/parts/size*size, p.C*(k+1)/parts/size*size
		if k+1 == parts {
			hi = p.C
		}
		return p.piece(0, p.R, lo, hi)
	}
	lo, hi := p.R*k/parts/t.rows*t.rows, p.R*(k+1)/parts/t.rows*t.rows
	if k+1 == parts {
		hi = p.R
	}
	return p.piece(lo, hi, 0, p.C)
}

// piece is the product of rows i0 to i1 of A and columns j0 to j1 of B.
func (p Product) piece(i0, i1, j0, j1 int) Product {
	if i0 >= i1 || j0 >= j1 {
		return Product{}
	}
	p.R, p.C = i1-i0, j1-j0
	p.A, p.B, p.Sum = p.A.from(i0, 0), p.B.from(0, j0), p.Sum[i0*p.Stride+j0:]
	return p
}

// small is the definition.
func (p Product) small() {
	for i := range p.R {
		row := p.Sum[i*p.Stride : i*p.Stride+p.C]
		for k := range p.Inner {
			a, b, w := p.A.Data[i*p.A.Row+k*p.A.Col], p.B.Data[k*p.B.Row:], 1.
			if p.Weights != nil {
				w = p.Weights[k]
			}
			for j := range row {
				if !p.Upper || j >= i {
					row[j] = fma(a, p.Alpha*(w*b[j*p.B.Col]), row[j])
				}
			}
		}
	}
}
