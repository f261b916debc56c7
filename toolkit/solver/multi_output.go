package solver

import (
	"runtime"
	"sync"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// outputs is a loss of several outputs on the predictions Z of a linear model, of which only each example's block is kept: all of
// n×k for classes, one number an example for tasks. Matrices of its pattern are slices of size() numbers, block after block.
type outputs struct {
	loss toolkit.MultiOutput
	n, k int
	ptr  []int // where blocks begin; nil where each is a whole row
	lo   []int // the first outputs of blocks
}

func newOutputs(loss toolkit.MultiOutput) *outputs {
	o := &outputs{loss: loss, n: loss.Len(), k: loss.Outputs()}
	o.ptr, o.lo = make([]int, o.n+1), make([]int, o.n)
	whole := true
	for i := range o.n {
		lo, hi := loss.Block(i)
		o.lo[i], o.ptr[i+1] = lo, o.ptr[i]+hi-lo
		whole = whole && lo == 0 && hi == o.k
	}
	if whole {
		o.ptr, o.lo = nil, nil
	}
	return o
}

// size is how many numbers the pattern has.
func (o *outputs) size() int {
	if o.ptr == nil {
		return o.n * o.k
	}
	return o.ptr[o.n]
}

// block is example i's part of a matrix of the pattern, and its first output.
func (o *outputs) block(z []float64, i int) (part []float64, lo int) {
	if o.ptr == nil {
		return z[i*o.k : (i+1)*o.k], 0
	}
	return z[o.ptr[i]:o.ptr[i+1]], o.lo[i]
}

// predict is Z = X W on the pattern, for W of d×k numbers.
func (o *outputs) predict(z []float64, x linalg.Map, w []float64) {
	if o.ptr == nil {
		linalg.MulMat(z, x, w, o.k)
		return
	}
	_, d := x.Dims()
	t := make([]float64, o.k*d)
	linalg.Transpose(t, w, d, o.k)
	if rows, ok := x.(linalg.Rows); ok {
		o.parallel(func(_, from, to int) {
			for i := from; i < to; i++ {
				part, lo := o.block(z, i)
				for c := range part {
					part[c] = rows.DotRow(i, t[(lo+c)*d:(lo+c+1)*d])
				}
			}
		})
		return
	}
	xw := make([]float64, o.n*o.k)
	linalg.MulMat(xw, x, w, o.k)
	for i := range o.n {
		part, lo := o.block(z, i)
		copy(part, xw[i*o.k+lo:])
	}
}

// combine is Z = P V on the pattern, for P of n×r and V of r×k numbers.
func (o *outputs) combine(z, p, v []float64, r int) {
	if o.ptr == nil {
		linalg.Gemm(z, p, v, o.n, r, o.k, false)
		return
	}
	t := make([]float64, o.k*r)
	linalg.Transpose(t, v, r, o.k)
	o.parallel(func(_, from, to int) {
		for i := from; i < to; i++ {
			part, lo := o.block(z, i)
			for c := range part {
				part[c] = floats.Dot(p[i*r:(i+1)*r], t[(lo+c)*r:(lo+c+1)*r])
			}
		}
	})
}

// gradient is Xᵀ S, d×k, for S of the pattern.
func (o *outputs) gradient(dst []float64, x linalg.Map, s []float64) {
	if o.ptr == nil {
		linalg.MulTransMat(dst, x, s, o.k)
		return
	}
	_, d := x.Dims()
	t := make([]float64, o.k*d)
	if rows, ok := x.(linalg.Rows); ok {
		for i := range o.n {
			part, lo := o.block(s, i)
			for c, v := range part {
				rows.AddRow(t[(lo+c)*d:(lo+c+1)*d], v, i)
			}
		}
		linalg.Transpose(dst, t, o.k, d)
		return
	}
	linalg.MulTransMat(dst, x, o.dense(s), o.k)
}

// dense is S with zeros outside the pattern.
func (o *outputs) dense(s []float64) []float64 {
	out := make([]float64, o.n*o.k)
	for i := range o.n {
		part, lo := o.block(s, i)
		copy(out[i*o.k+lo:], part)
	}
	return out
}

// timesRows is S Vᵀ, n×r, for S of the pattern and V of r×k numbers.
func (o *outputs) timesRows(dst, s, v []float64, r int) {
	if o.ptr == nil {
		linalg.Gemm(dst, s, v, o.n, o.k, r, true)
		return
	}
	t := make([]float64, o.k*r)
	linalg.Transpose(t, v, r, o.k)
	o.parallel(func(_, from, to int) {
		for i := from; i < to; i++ {
			row := dst[i*r : (i+1)*r]
			clear(row)
			part, lo := o.block(s, i)
			for c, u := range part {
				floats.AddScaled(row, u, t[(lo+c)*r:(lo+c+1)*r])
			}
		}
	})
}

// transTimes is Pᵀ S, r×k, for P of n×r numbers and S of the pattern.
func (o *outputs) transTimes(dst, p, s []float64, r int) {
	t := make([]float64, max(o.n, o.k)*r)
	if o.ptr == nil {
		t = t[:o.n*r]
		linalg.Transpose(t, p, o.n, r)
		linalg.Gemm(dst, t, s, r, o.n, o.k, false)
		return
	}
	t = t[:o.k*r]
	for i := range o.n {
		part, lo := o.block(s, i)
		for c, u := range part {
			floats.AddScaled(t[(lo+c)*r:(lo+c+1)*r], u, p[i*r:(i+1)*r])
		}
	}
	linalg.Transpose(dst, t, o.k, r)
}

// slopes writes the rows c_i ∇ℓ_i(z_i) to s and returns Σ_i c_i ℓ_i(z_i). s may alias z.
func (o *outputs) slopes(s, z []float64) float64 {
	return o.sum(func(i int) float64 {
		c := o.loss.Weight(i)
		f, _ := o.block(z, i)
		g, _ := o.block(s, i)
		v := o.loss.At(g, i, f)
		floats.Scale(c, g)
		return c * v
	})
}

// curvature is a bound of the second derivative of the loss along a direction of the predictions.
func (o *outputs) curvature(line []float64) float64 {
	along, ok := o.loss.(toolkit.LineCurved)
	if !ok {
		return o.loss.Curvature() * floats.Dot(line, line)
	}
	return o.sum(func(i int) float64 {
		part, _ := o.block(line, i)
		return o.loss.Weight(i) * along.LineCurvature(i, part)
	})
}

// dual is −Σ_i c_i ℓ_i*(t s_i/c_i), the loss's part of the dual objective at t·S.
func (o *outputs) dual(s []float64, t float64) float64 {
	return -o.sum(func(i int) float64 {
		c := o.loss.Weight(i)
		if c <= 0 {
			return 0
		}
		part, _ := o.block(s, i)
		at := make([]float64, len(part))
		floats.ScaleTo(at, t/c, part)
		return c * o.loss.Conjugate(i, at)
	})
}

// sum adds up over examples, in parallel; always in the same order.
func (o *outputs) sum(of func(i int) float64) (sum float64) {
	parts := make([]float64, o.chunks())
	o.parallel(func(chunk, from, to int) {
		var s float64
		for i := from; i < to; i++ {
			s += of(i)
		}
		parts[chunk] = s
	})
	for _, p := range parts {
		sum += p
	}
	return sum
}

// chunkWork is how many numbers of the pattern a chunk of examples has: enough to pay for handing it out.
const chunkWork = 1 << 14

// chunkLen is the examples of a chunk; it does not depend on the cores, so that sums do not.
func (o *outputs) chunkLen() int { return max(1, chunkWork*o.n/max(1, o.size())) }

func (o *outputs) chunks() int { return (o.n + o.chunkLen() - 1) / o.chunkLen() }

// parallel calls do for all chunks of examples, as many at a time as there are cores.
func (o *outputs) parallel(do func(chunk, from, to int)) {
	chunks, size := o.chunks(), o.chunkLen()
	workers := min(chunks, runtime.GOMAXPROCS(0))
	if workers <= 1 {
		for c := range chunks {
			do(c, c*size, min(o.n, (c+1)*size))
		}
		return
	}
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			for c := w; c < chunks; c += workers {
				do(c, c*size, min(o.n, (c+1)*size))
			}
		})
	}
	wg.Wait()
}
