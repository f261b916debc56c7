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

// Hessians are c_i ∇²ℓ_i at predictions, for products at the cost of a few passes over one matrix of the pattern.
type Hessians struct {
	o       *Loss
	classes bool
	p       []float64 // of the pattern: the probabilities of classes, or c_i times the diagonals
}

// Hessians writes them at Z to h. It is false for a loss whose Hessians are neither diagonal, of one output, nor those
// of classes.
func (o *Loss) Hessians(h *Hessians, z []float64) bool {
	var at func(p []float64, i int, f []float64)
	of, known := o.Loss.(toolkit.Hessian)
	if tasks, ok := o.Loss.(Tasked); ok {
		_, known = tasks.Each().(toolkit.TwiceDifferentiable)
	}
	switch l := o.Loss.(type) {
	case classes:
		at, h.classes = l.Probabilities, true
	case taskClasses:
		at, h.classes = l.SpanProbabilities, true
	case apart:
		at = l.Diagonal
	default:
		if !known || o.Size() != o.N {
			return false
		}
		at = of.Hessian
	}
	h.o, h.p = o, vec.Resize(h.p, o.Size())
	o.Parallel(func(_, from, to int) {
		for i := from; i < to; i++ {
			f, _ := o.Span(z, i)
			p, _ := o.Span(h.p, i)
			if at(p, i, f); !h.classes {
				floats.Scale(o.Loss.Weight(i), p)
			}
		}
	})
	return true
}

// Times writes the rows c_i ∇²ℓ_i v_i to dst, which may be v.
func (h *Hessians) Times(dst, v []float64) {
	o := h.o
	if !h.classes {
		floats.MulTo(dst, h.p, v)
		return
	}
	o.Parallel(func(_, from, to int) {
		for i := from; i < to; i++ {
			p, _ := o.Span(h.p, i)
			row, _ := o.Span(v, i)
			out, _ := o.Span(dst, i)
			c := o.Loss.Weight(i)
			mean := linalg.Dot(p, row)
			row, out = row[:len(p)], out[:len(p)]
			for l, q := range p {
				out[l] = c * q * (row[l] - mean)
			}
		}
	})
}

// Diagonal writes the diagonal of c_i ∇²ℓ_i to dst.
func (h *Hessians) Diagonal(dst []float64, i int) {
	p, _ := h.o.Span(h.p, i)
	if !h.classes {
		copy(dst, p)
		return
	}
	c := h.o.Loss.Weight(i)
	for l, q := range p {
		dst[l] = c * q * (1 - q)
	}
}
