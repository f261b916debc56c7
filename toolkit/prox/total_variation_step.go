package prox

import (
	"math"
	"runtime"
	"slices"
	"sync"

	"github.com/proxlab/proxlab/toolkit/internal/simd"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// variationStep is the dual iteration on an image: r is the extrapolated dual point.
type variationStep struct {
	rows, cols int
	y, r       []float64
	c          float64
	images     [variationEvery]imageRows
}

// imageRows is the row of the image that an iteration of a sweep has come to, and the next, as they were before the
// iteration changed the dual variables that they depend on. The last pixel follows once more: no difference.
type imageRows struct{ row, below []float64 }

func newVariationStep(rows, cols int, y, dual []float64, c float64) *variationStep {
	s := &variationStep{rows: rows, cols: cols, y: y, r: slices.Clone(dual), c: c}
	for k := range s.images {
		s.images[k] = imageRows{make([]float64, cols+1), make([]float64, cols+1)}
	}
	return s
}

// sweep does variationEvery iterations from the dual point p on, by step, from the first row to the last: iteration k
// is at row i when that before it is at row i + 1, so that all find their rows in the cache. Cores take iterations
// each, one behind the other.
func (s *variationStep) sweep(p []float64, step func(k, i int, row, below []float64)) {
	workers := max(1, min(runtime.GOMAXPROCS(0), s.rows*s.cols/bandPixels, variationEvery))
	done := make([]chan int, workers+1) // done[w] tells how many rows are ready for w
	for w := 1; w < workers; w++ {
		done[w] = make(chan int, s.rows)
	}
	var group sync.WaitGroup
	for w := range workers {
		group.Go(func() {
			s.follow(p, variationEvery*w/workers, variationEvery*(w+1)/workers, done[w], done[w+1], step)
		})
	}
	group.Wait()
}

// sweepRows is how many rows a core does before it tells the next.
const sweepRows = 8

// follow does iterations lo ≤ k < hi of a sweep: before tells how many rows iteration lo − 1 has done, after is told of
// hi − 1.
func (s *variationStep) follow(p []float64, lo, hi int, before <-chan int, after chan<- int,
	step func(k, i int, row, below []float64)) {
	done := 0
	if before == nil {
		done = s.rows
	}
	for first := range s.rows + hi - lo - 1 {
		for done < min(first+2, s.rows) {
			done = <-before
		}
		for k := lo; k < hi; k++ {
			i := first - (k - lo)
			if i < 0 || i >= s.rows {
				continue
			}
			s.iterate(k, i, p, step)
			if k+1 == hi && after != nil && ((i+1)%sweepRows == 0 || i+1 == s.rows) {
				after <- i + 1
			}
		}
	}
}

// iterate is iteration k of a sweep at row i. Below the last row of the image there is none.
func (s *variationStep) iterate(k, i int, p []float64, step func(k, i int, row, below []float64)) {
	m := &s.images[k]
	if i == 0 {
		s.padded(m.row, p, 0)
	}
	if i+1 == s.rows {
		step(k, i, m.row, m.row) // no difference
		return
	}
	s.padded(m.below, p, i+1)
	step(k, i, m.row, m.below)
	m.row, m.below = m.below, m.row
}

// padded is a row of the image, and its last pixel once more.
func (s *variationStep) padded(dst, p []float64, i int) {
	s.imageRow(dst[:s.cols], p, i)
	dst[s.cols] = dst[s.cols-1]
}

// image is y − c∇ᵀp.
func (s *variationStep) image(dst, p []float64) {
	inBands(s.rows, s.cols, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			s.imageRow(dst[i*s.cols:(i+1)*s.cols], p, i)
		}
	})
}

// far is ‖x − y‖².
func (s *variationStep) far(x []float64) (sum float64) {
	difference := make([]float64, s.cols)
	for i := range s.rows {
		copy(difference, s.y[i*s.cols:(i+1)*s.cols])
		linalg.Axpy(difference, -1, x[i*s.cols:(i+1)*s.cols])
		sum += linalg.Dot(difference, difference)
	}
	return sum
}

// imageRow is a row of it: ∇ᵀp at ij is p1_{i−1,j} − p1_ij + p2_{i,j−1} − p2_ij, without what lies beyond the edges.
func (s *variationStep) imageRow(dst, p []float64, i int) {
	n, cols, c := s.rows*s.cols, s.cols, s.c
	y, across := s.y[i*cols:(i+1)*cols], p[n+i*cols:n+(i+1)*cols]
	dst, across = dst[:len(y)], across[:len(y)]
	end := len(y) - 1
	switch {
	case i > 0 && i+1 < s.rows:
		up, down := p[(i-1)*cols : i*cols][:len(y)], p[i*cols : (i+1)*cols][:len(y)]
		dst[0] = y[0] + float64(c*(across[0]+down[0]-up[0]))
		if end == 0 {
			dst[0] = y[0] + float64(c*(down[0]-up[0]))
			return
		}
		simd.VariationImage(dst[1:end], y[1:end], across[1:end], across[:end-1], down[1:end], up[1:end], c)
		dst[end] = y[end] + float64(c*(-across[end-1]+down[end]-up[end]))
		return
	case i > 0:
		for j, up := range p[(i-1)*cols : i*cols][:len(y)] {
			dst[j] = y[j] - c*up
		}
	case i+1 < s.rows:
		for j, down := range p[i*cols : (i+1)*cols][:len(y)] {
			dst[j] = y[j] + c*down
		}
	default:
		copy(dst, y)
	}
	left := 0.
	for j, right := range across[:end] {
		dst[j] += c * (right - left)
		left = right
	}
	dst[end] -= c * left
}

// accelerated is a sweep of steps p⁺ = Π(r + ∇(y − c∇ᵀr)/(8c)), r⁺ = p⁺ + β_k(p⁺ − p).
func (s *variationStep) accelerated(p []float64, beta [variationEvery]float64) {
	n, cols := s.rows*s.cols, s.cols
	step := 1 / (8 * s.c)
	s.sweep(s.r, func(k, i int, row, below []float64) {
		p1, p2 := p[i*cols:(i+1)*cols], p[n+i*cols:n+(i+1)*cols]
		r1, r2 := s.r[i*cols:(i+1)*cols], s.r[n+i*cols:n+(i+1)*cols]
		simd.VariationStep(p1, p2, r1, r2, row, below[:cols], step, beta[k])
	})
}

// chambolleStep is η. His proof takes η ≤ 1/8; it converges to 1/4.
const chambolleStep = 0.25

// chambolle is a sweep of steps of the fixed-point iteration.
func (s *variationStep) chambolle(p []float64) {
	n, cols := s.rows*s.cols, s.cols
	s.sweep(p, func(_, i int, row, below []float64) {
		p1, p2 := p[i*cols:(i+1)*cols], p[n+i*cols:n+(i+1)*cols]
		for j := range p1 {
			down, right := (below[j]-row[j])/s.c, (row[j+1]-row[j])/s.c
			scale := 1 / (1 + chambolleStep*math.Sqrt(down*down+right*right))
			p1[j] = (p1[j] + chambolleStep*down) * scale
			p2[j] = (p2[j] + chambolleStep*right) * scale
		}
	})
}

// bandPixels is how many pixels are worth a core.
const bandPixels = 1 << 14

// inBands does work on rows lo ≤ i < hi, on each core on others.
func inBands(rows, cols int, work func(lo, hi int)) {
	count := max(1, min(runtime.GOMAXPROCS(0), rows*cols/bandPixels, rows))
	var group sync.WaitGroup
	for k := range count - 1 {
		group.Go(func() { work(rows*k/count, rows*(k+1)/count) })
	}
	work(rows*(count-1)/count, rows)
	group.Wait()
}
