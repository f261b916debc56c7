package outputs

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// Slopes writes the rows c_i ∇ℓ_i(z_i) to s and returns Σ_i c_i ℓ_i(z_i). s may alias z.
func (o *Loss) Slopes(s, z []float64) float64 {
	if o.Joint != nil {
		copy(o.z, z)
		return o.Joint.ValueGrad(s, o.z)
	}
	if o.one.loss != nil {
		return o.sum(func(_, from, to int) float64 { return o.one.slopes(s[from:to], z[from:to], from) })
	}
	if o.rows != nil {
		return o.sum(func(_, from, to int) float64 {
			return o.rows.Range(s[from*o.K:to*o.K], z[from*o.K:to*o.K], from)
		})
	}
	return o.Sum(func(i int) float64 {
		c := o.Loss.Weight(i)
		f, _ := o.Span(z, i)
		g, _ := o.Span(s, i)
		v := o.Loss.At(g, i, f)
		floats.Scale(c, g)
		return c * v
	})
}

// Through is the loss at Z = A W, which goes to z, its slopes go to s and their gradient AᵀS to dst. Blocks of rows
// that are in the cache are gone through once for all of it, where there is one prediction an example, and else ok is
// false.
func (o *Loss) Through(dst []float64, a linalg.Map, w, z, s []float64) (value float64, ok bool) {
	if o.one.loss == nil {
		return 0, false
	}
	linalg.Sandwich(dst, a, w, s, 1, func(from, to int) {
		if copy(z[from:to], s[from:to]); to-from == o.N { // all at once, on all cores
			value = o.Slopes(s, z)
			return
		}
		value += o.one.slopes(s[from:to], z[from:to], from)
	})
	return value, true
}

// Curvature is a bound of the second derivative of the loss along a direction of the predictions.
func (o *Loss) Curvature(line []float64) float64 {
	along, ok := o.Loss.(LineCurved)
	if !ok {
		return o.Loss.Curvature() * floats.Dot(line, line)
	}
	return o.Sum(func(i int) float64 {
		part, _ := o.Span(line, i)
		return o.Loss.Weight(i) * along.LineCurvature(i, part)
	})
}

// Dual is −Σ_i c_i ℓ_i*(t s_i/c_i), the loss's part of the dual objective at t·S, and the sum of its terms' absolute
// values. Of a toolkit.Joint, s must be the last slopes, and what it is not less than is its DualBound.
func (o *Loss) Dual(s []float64, t float64) (dual, magnitude float64) {
	if o.Joint != nil {
		bound, size := o.Joint.DualBound(o.z, t)
		return -bound, size
	}
	sizes := make([]float64, o.Chunks())
	dual = -o.sum(func(chunk, from, to int) (sum float64) {
		if o.one.dual != nil {
			sum, sizes[chunk] = o.one.dual.ConjugateRange(s[from:to], t, from)
			return sum
		}
		at := make([]float64, o.K)
		for i := from; i < to; i++ {
			c := o.Loss.Weight(i)
			if c <= 0 {
				continue
			}
			part, _ := o.Span(s, i)
			for k, v := range part {
				at[k] = t * v / c // c may be so small that t/c is no number
			}
			term := c * o.conjugate(i, at[:len(part)])
			sizes[chunk] += math.Abs(term)
			sum += term
		}
		return sum
	})
	return dual, floats.Sum(sizes)
}

// DualAtZero is Dual at S = 0, the sum of the least losses.
func (o *Loss) DualAtZero() float64 {
	if o.Joint != nil {
		bound, _ := o.Joint.DualBound(make([]float64, o.N), 0)
		return -bound
	}
	dual, _ := o.Dual(make([]float64, o.Size()), 1)
	return dual
}

// Sum adds up over examples, in parallel; always in the same order.
func (o *Loss) Sum(of func(i int) float64) (sum float64) {
	return o.sum(func(_, from, to int) (sum float64) {
		for i := from; i < to; i++ {
			sum += of(i)
		}
		return sum
	})
}

// sum adds up what of returns for chunks of examples.
func (o *Loss) sum(of func(chunk, from, to int) float64) (sum float64) {
	parts := make([]float64, o.Chunks())
	o.Parallel(func(chunk, from, to int) { parts[chunk] = of(chunk, from, to) })
	for _, p := range parts {
		sum += p
	}
	return sum
}

// conjugate is ℓ_i*.
func (o *Loss) conjugate(i int, u []float64) float64 {
	if o.one.loss != nil {
		return o.one.loss.Conjugate(i, u[0])
	}
	return o.Loss.Conjugate(i, u)
}

// Seconds writes the c_i ℓ_i” at predictions of one output to h; hessian is what the loss knows of them.
func (o *Loss) Seconds(h, z []float64, hessian toolkit.Hessian) {
	o.Parallel(func(_, from, to int) {
		if o.one.ranged != nil {
			o.one.ranged.SecondRange(h[from:to], z[from:to], from)
			return
		}
		for i := from; i < to; i++ {
			hessian.Hessian(h[i:i+1], i, z[i:i+1])
			h[i] *= o.Loss.Weight(i)
		}
	})
}

// Level is the b at which the loss of Z + b is least; ok is false where that is not known.
func (o *Loss) Level(z []float64) (b float64, ok bool) {
	if o.one.levelled == nil {
		return 0, false
	}
	return o.one.levelled.Level(z), true
}
