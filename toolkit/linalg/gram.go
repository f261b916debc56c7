package linalg

import (
	"runtime"
	"sync"

	"gonum.org/v1/gonum/floats"
)

// GramOfRows is M H Mᵀ, r×r row by row, of a matrix of r long rows, a *Dense or a *CSR, and H = diag(h); nil for ones.
// Only one half is computed, on all cores; the sums do not depend on their number. Sums of a dense matrix are sums of
// sums of at most gramChunk terms.
func GramOfRows(m Map, h []float64) []float64 {
	dense, sparse := explicit(m)
	r, n := m.Dims()
	if h != nil && len(h) != n {
		panic(badShape)
	}
	gram := make([]float64, r*r)
	if dense != nil {
		denseGram(gram, dense, h)
	} else {
		sparseGram(gram, sparse, h)
	}
	for i := range r {
		for j := range i {
			gram[j*r+i] = gram[i*r+j]
		}
	}
	return gram
}

// A chunk of the rows has at most gramChunk columns, and no more numbers than gramNumbers where there are many rows:
// they fit a second-level cache. Chunks are handed out in parts, whose number does not depend on the cores.
const (
	gramChunk   = 1024
	gramLeast   = 128
	gramNumbers = 1 << 15
	gramParts   = 8
	gramWork    = 1 << 20 // multiplications that are worth several goroutines
)

// denseGram fills the lower half in.
func denseGram(gram []float64, m *Dense, h []float64) {
	parts := 1
	if m.R*m.R*m.C/2 > gramWork {
		parts = gramParts
	}
	sums := make([][]float64, parts)
	eachOf(parts, func(part int) {
		sums[part] = make([]float64, len(gram))
		chunk := min(gramChunk, max(gramLeast, gramNumbers/max(1, m.R)))
		scratch := make([]float64, chunk)
		for lo, end := m.C*part/parts, m.C*(part+1)/parts; lo < end; lo += chunk {
			gramOfChunk(sums[part], m, h, lo, min(end, lo+chunk), scratch)
		}
	})
	for _, sum := range sums {
		floats.Add(gram, sum)
	}
}

// gramOfChunk adds the products of the columns lo to hi.
func gramOfChunk(sum []float64, m *Dense, h []float64, lo, hi int, scratch []float64) {
	for i := range m.R {
		row := m.Row(i)[lo:hi]
		if h != nil {
			row = floats.MulTo(scratch[:hi-lo], row, h[lo:hi])
		}
		for j := range i + 1 {
			sum[i*m.R+j] += floats.Dot(row, m.Row(j)[lo:hi])
		}
	}
}

// sparseGram fills the lower half in, row by row.
func sparseGram(gram []float64, m *CSR, h []float64) {
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
				gram[i*m.R+j] = m.DotRow(j, scratch)
			}
			for _, c := range col {
				scratch[c] = 0
			}
		}
	})
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
