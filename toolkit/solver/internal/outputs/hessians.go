package outputs

import (
	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/vec"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// classes and taskClasses are losses with the Hessians diag(p) − ppᵀ, of all outputs or of those of a task, which write
// p.
type (
	classes interface {
		Probabilities(p []float64, i int, f []float64)
	}
	taskClasses interface {
		SpanProbabilities(p []float64, i int, f []float64)
	}
)

// apart is a loss that is a sum over outputs, and knows the diagonal of its Hessians.
type apart interface {
	ByOutput() toolkit.Separable
	Curved
}

// Hessians are c_i (∇²ℓ_i + Damping I) at predictions, for products at the cost of a few passes over one matrix of the
// pattern, but for a loss that says no more of them than what they are.
type Hessians struct {
	Damping float64 // set before they are written
	o       *Loss
	classes bool
	p       []float64       // of the pattern: the probabilities of classes, or c_i times the diagonals
	of      toolkit.Hessian // of other losses, asked at each product; nil for these
	z       []float64       // where it is asked
	rows    []float64       // room of OfWeights
	line    []float64       // of the pattern: room of Sandwich
}

// Hessians writes them at Z to h. It is false for a loss without.
func (o *Loss) Hessians(h *Hessians, z []float64) bool {
	var at func(p []float64, i int, f []float64)
	of, known := o.Loss.(toolkit.Hessian)
	if tasks, ok := o.Loss.(Tasked); ok {
		_, known = tasks.Each().(toolkit.TwiceDifferentiable)
	}
	h.o, h.of = o, nil
	switch l := o.Loss.(type) {
	case classes:
		at, h.classes = l.Probabilities, true
	case taskClasses:
		at, h.classes = l.SpanProbabilities, true
	case apart:
		at = l.Diagonal
	default:
		if !known {
			return false
		}
		if at = of.Hessian; o.Size() != o.N {
			h.of, h.z = of, append(h.z[:0], z...)
			return true
		}
	}
	h.p = vec.Resize(h.p, o.Size())
	o.Parallel(func(_, from, to int) {
		if o.rows != nil {
			o.rows.RangeProbabilities(h.p[from*o.K:to*o.K], z[from*o.K:to*o.K])
			return
		}
		if o.one.ranged != nil {
			o.one.ranged.SecondRange(h.p[from:to], z[from:to], from)
			for i := from; i < to && h.Damping != 0; i++ {
				h.p[i] += h.Damping * o.Loss.Weight(i)
			}
			return
		}
		for i := from; i < to; i++ {
			f, _ := o.Span(z, i)
			p, _ := o.Span(h.p, i)
			if at(p, i, f); !h.classes {
				floats.AddConst(h.Damping, p)
				floats.Scale(o.Loss.Weight(i), p)
			}
		}
	})
	return true
}

// Sandwich is Aᵀ C A V, d×k, for the matrix C of them, of V of d×k numbers.
func (h *Hessians) Sandwich(dst []float64, a linalg.Map, v []float64) {
	o := h.o
	h.line = vec.Resize(h.line, o.Size())
	if o.ptr == nil {
		linalg.Sandwich(dst, a, v, h.line, o.K, func(from, to int) {
			if to-from == o.N { // all at once, on all cores
				h.Times(h.line, h.line)
				return
			}
			h.times(h.line, h.line, from, to)
		})
		return
	}
	o.Predict(h.line, a, v)
	h.Times(h.line, h.line)
	o.Gradient(dst, a, h.line)
}

// Times writes the rows c_i (∇²ℓ_i + Damping I) v_i to dst, which may be v.
func (h *Hessians) Times(dst, v []float64) {
	h.o.Parallel(func(_, from, to int) { h.times(dst, v, from, to) })
}

// fewClasses are summed in a loop, which takes less than a kernel's call: a tenth of a fit of four classes.
const fewClasses = 8

// times is Times for the examples from to to.
func (h *Hessians) times(dst, v []float64, from, to int) {
	o := h.o
	if !h.classes && h.of == nil && o.ptr == nil {
		from, to = from*o.K, to*o.K
		floats.MulTo(dst[from:to], h.p[from:to], v[from:to])
		return
	}
	var local, product []float64
	for i := from; i < to; i++ {
		row, _ := o.Span(v, i)
		out, _ := o.Span(dst, i)
		c := o.Loss.Weight(i)
		if h.of != nil {
			local, product = h.whole(local, i), vec.Resize(product, len(row))
			for l := range product {
				product[l] = c * (floats.Dot(local[l*len(row):(l+1)*len(row)], row) + h.Damping*row[l])
			}
			copy(out, product)
			continue
		}
		p, _ := o.Span(h.p, i)
		if !h.classes {
			floats.MulTo(out, p, row)
			continue
		}
		row, out = row[:len(p)], out[:len(p)]
		var mean float64
		if len(p) > fewClasses {
			mean = linalg.Dot(p, row)
		} else {
			for l, q := range p {
				mean += q * row[l]
			}
		}
		for l, q := range p {
			out[l] = c * (q*(row[l]-mean) + h.Damping*row[l])
		}
	}
}

// whole is ∇²ℓ_i, written to dst or where there is room.
func (h *Hessians) whole(dst []float64, i int) []float64 {
	f, _ := h.o.Span(h.z, i)
	dst = vec.Resize(dst, len(f)*len(f))
	h.of.Hessian(dst, i, f)
	return dst
}

// Diagonal writes the diagonal of c_i (∇²ℓ_i + Damping I) to dst.
func (h *Hessians) Diagonal(dst []float64, i int) {
	c := h.o.Loss.Weight(i)
	if h.of != nil {
		local := h.whole(nil, i)
		for l := range dst {
			dst[l] = c * (local[l*len(dst)+l] + h.Damping)
		}
		return
	}
	p, _ := h.o.Span(h.p, i)
	if !h.classes {
		copy(dst, p)
		return
	}
	for l, q := range p {
		dst[l] = c * (q*(1-q) + h.Damping)
	}
}
