package outputs

import (
	"runtime"
	"slices"
	"sync"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// Loss is a loss of several outputs on the predictions Z = A W of a linear model, of which only each example's span is
// kept: all of n×k for classes, one number an example for tasks. Matrices of this pattern are slices of Size numbers,
// span after span.
type Loss struct {
	Loss  toolkit.MultiOutput // nil for a toolkit.Joint
	Joint toolkit.Joint       // nil for others
	N, K  int
	ptr   []int         // where spans begin; nil where each is a whole row
	lo    []int         // the first outputs of spans
	one   one           // the loss where it has one prediction an example
	rows  RangedClasses // the loss where it goes through several examples at once; nil where not
	z     []float64     // the predictions of a joint loss that Slopes was asked for last
}

// Any views a loss as New does, or a toolkit.Joint, of which Slopes, Dual and the products are known.
func Any(of toolkit.Loss) *Loss {
	if joint, ok := of.(toolkit.Joint); ok {
		return &Loss{Joint: joint, N: joint.Len(), K: 1, z: make([]float64, joint.Len())}
	}
	return New(of)
}

// New views a loss so: a toolkit.MultiOutput, or a toolkit.Separable as one of a single output. It panics for others.
func New(of toolkit.Loss) *Loss {
	loss := multiOutput(of)
	o := &Loss{Loss: loss, N: loss.Len(), K: loss.Outputs(), one: oneOf(of)}
	if o.one.loss != nil {
		return o
	}
	o.ptr, o.lo = make([]int, o.N+1), make([]int, o.N)
	whole := true
	for i := range o.N {
		lo, hi := loss.Span(i)
		o.lo[i], o.ptr[i+1] = lo, o.ptr[i]+hi-lo
		whole = whole && lo == 0 && hi == o.K
	}
	if whole {
		o.ptr, o.lo = nil, nil
		o.rows, _ = loss.(RangedClasses)
	}
	return o
}

// Size is how many numbers the pattern has.
func (o *Loss) Size() int {
	if o.ptr == nil {
		return o.N * o.K
	}
	return o.ptr[o.N]
}

// Span is example i's part of a matrix of the pattern, and its first output.
func (o *Loss) Span(z []float64, i int) (part []float64, lo int) {
	if o.ptr == nil {
		return z[i*o.K : (i+1)*o.K], 0
	}
	return z[o.ptr[i]:o.ptr[i+1]], o.lo[i]
}

// Predict is Z = A W on the pattern, for W of d×k numbers.
func (o *Loss) Predict(z []float64, a linalg.Map, w []float64) {
	if !slices.ContainsFunc(w, func(v float64) bool { return v != 0 }) { // as at W = 0
		clear(z)
		return
	}
	if o.ptr == nil {
		linalg.MulMat(z, a, w, o.K)
		return
	}
	_, d := a.Dims()
	t := make([]float64, o.K*d)
	linalg.Transpose(t, w, d, o.K)
	if rows, ok := a.(linalg.Rows); ok {
		o.Parallel(func(_, from, to int) {
			for i := from; i < to; i++ {
				part, lo := o.Span(z, i)
				for c := range part {
					part[c] = rows.DotRow(i, t[(lo+c)*d:(lo+c+1)*d])
				}
			}
		})
		return
	}
	aw := make([]float64, o.N*o.K)
	linalg.MulMat(aw, a, w, o.K)
	for i := range o.N {
		part, lo := o.Span(z, i)
		copy(part, aw[i*o.K+lo:])
	}
}

// Combine is Z = P V on the pattern, for P of n×r and V of r×k numbers.
func (o *Loss) Combine(z, p, v []float64, r int) {
	if o.ptr == nil {
		linalg.Gemm(z, p, v, o.N, r, o.K, false)
		return
	}
	t := make([]float64, o.K*r)
	linalg.Transpose(t, v, r, o.K)
	o.Parallel(func(_, from, to int) {
		for i := from; i < to; i++ {
			part, lo := o.Span(z, i)
			for c := range part {
				part[c] = floats.Dot(p[i*r:(i+1)*r], t[(lo+c)*r:(lo+c+1)*r])
			}
		}
	})
}

// Gradient is Aᵀ S, d×k, for S of the pattern.
func (o *Loss) Gradient(dst []float64, a linalg.Map, s []float64) {
	if o.ptr == nil {
		linalg.MulTransMat(dst, a, s, o.K)
		return
	}
	_, d := a.Dims()
	t := make([]float64, o.K*d)
	if rows, ok := a.(linalg.Rows); ok {
		for i := range o.N {
			part, lo := o.Span(s, i)
			for c, v := range part {
				rows.AddRow(t[(lo+c)*d:(lo+c+1)*d], v, i)
			}
		}
		linalg.Transpose(dst, t, o.K, d)
		return
	}
	linalg.MulTransMat(dst, a, o.dense(s), o.K)
}

// dense is S with zeros outside the pattern.
func (o *Loss) dense(s []float64) []float64 {
	out := make([]float64, o.N*o.K)
	for i := range o.N {
		part, lo := o.Span(s, i)
		copy(out[i*o.K+lo:], part)
	}
	return out
}

// TimesRows is S Vᵀ, n×r, for S of the pattern and V of r×k numbers.
func (o *Loss) TimesRows(dst, s, v []float64, r int) {
	if o.ptr == nil {
		linalg.Gemm(dst, s, v, o.N, o.K, r, true)
		return
	}
	t := make([]float64, o.K*r)
	linalg.Transpose(t, v, r, o.K)
	o.Parallel(func(_, from, to int) {
		for i := from; i < to; i++ {
			row := dst[i*r : (i+1)*r]
			clear(row)
			part, lo := o.Span(s, i)
			for c, u := range part {
				floats.AddScaled(row, u, t[(lo+c)*r:(lo+c+1)*r])
			}
		}
	})
}

// TransTimes is Pᵀ S, r×k, for P of n×r numbers and S of the pattern.
func (o *Loss) TransTimes(dst, p, s []float64, r int) {
	t := make([]float64, max(o.N, o.K)*r)
	if o.ptr == nil {
		t = t[:o.N*r]
		linalg.Transpose(t, p, o.N, r)
		linalg.Gemm(dst, t, s, r, o.N, o.K, false)
		return
	}
	t = t[:o.K*r]
	for i := range o.N {
		part, lo := o.Span(s, i)
		for c, u := range part {
			floats.AddScaled(t[(lo+c)*r:(lo+c+1)*r], u, p[i*r:(i+1)*r])
		}
	}
	linalg.Transpose(dst, t, o.K, r)
}

// chunkWork is how many numbers of the pattern a chunk of examples has: enough to pay for handing it out.
const chunkWork = 1 << 14

// chunkLen is the examples of a chunk; it does not depend on the cores, so that sums do not.
func (o *Loss) chunkLen() int { return max(1, chunkWork*o.N/max(1, o.Size())) }

// Chunks is how many chunks of examples there are.
func (o *Loss) Chunks() int { return (o.N + o.chunkLen() - 1) / o.chunkLen() }

// Parallel calls do for all chunks of examples, as many at a time as there are cores.
func (o *Loss) Parallel(do func(chunk, from, to int)) {
	chunks, size := o.Chunks(), o.chunkLen()
	workers := min(chunks, runtime.GOMAXPROCS(0))
	if workers <= 1 {
		for c := range chunks {
			do(c, c*size, min(o.N, (c+1)*size))
		}
		return
	}
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			for c := w; c < chunks; c += workers {
				do(c, c*size, min(o.N, (c+1)*size))
			}
		})
	}
	wg.Wait()
}
