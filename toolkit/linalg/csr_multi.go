package linalg

import (
	"runtime"
	"sync"

	"github.com/proxlab/proxlab/toolkit/internal/simd"
)

// Products of a sparse matrix with k columns are worth several goroutines from so many multiplications on; transposed
// ones add up in so many parts, whatever the cores, so that sums are the same on all machines.
const (
	sparseWork  = 1 << 18
	sparseParts = 8
)

// parts cuts rows into about equal numbers of entries.
func (a *CSR) parts(count int) []int {
	cuts := make([]int, count+1)
	row := 0
	for p := 1; p < count; p++ {
		for row < a.R && a.Ptr[row] < len(a.Val)*p/count {
			row++
		}
		cuts[p] = row
	}
	cuts[count] = a.R
	return cuts
}

// eachPart calls do for each of some parts of the rows, as many at a time as there are cores.
func (a *CSR) eachPart(count int, do func(part, lo, hi int)) {
	cuts := a.parts(count)
	workers := min(count, runtime.GOMAXPROCS(0))
	var group sync.WaitGroup
	for w := range workers {
		group.Go(func() {
			for p := w; p < count; p += workers {
				do(p, cuts[p], cuts[p+1])
			}
		})
	}
	group.Wait()
}

// mulMat is dst = A W.
func (a *CSR) mulMat(dst, w []float64, k int) {
	count := 1
	if len(a.Val)*k >= sparseWork {
		count = sparseParts
	}
	a.eachPart(count, func(_, lo, hi int) {
		clear(dst[lo*k : hi*k])
		for i := lo; i < hi; i++ {
			col, val := a.Row(i)
			simd.AxpyGathered(dst[i*k:(i+1)*k], val, col, w, k)
		}
	})
}

// transMulMat is dst = Aᵀ U, summed part by part.
func (a *CSR) transMulMat(dst, u []float64, k int) {
	count := 1
	if len(a.Val)*k >= sparseWork && len(dst) <= len(a.Val)*k/sparseParts {
		count = sparseParts
	}
	sums := make([][]float64, count)
	sums[0] = dst
	a.eachPart(count, func(part, lo, hi int) {
		if part > 0 {
			sums[part] = make([]float64, len(dst))
		}
		sum := sums[part]
		clear(sum)
		for i := lo; i < hi; i++ {
			col, val := a.Row(i)
			simd.AxpyScattered(sum, k, val, col, u[i*k:(i+1)*k])
		}
	})
	for _, sum := range sums[1:] {
		simd.Axpy(dst, 1, sum)
	}
}
