package solver

import (
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver/internal/outputs"
)

// The residual that steps by products are solved to, as a share of the gradient, so that the last ones square the
// error; and the most products.
const (
	productShare = 1e-9
	mostProducts = 300
)

// unpenalized minimizes a loss of several outputs over weights B, q×k, of columns F that nothing penalizes, by
// Newton's method: from the last minimum, which is near as a rule.
type unpenalized struct {
	o       *outputs.Loss
	hessian toolkit.Hessian
	f       *linalg.Dense // n×q
	b       []float64

	base, z, trial, slopes []float64 // predictions without B, with it, and at a trial; slopes
	constant               float64   // what all entries of F are, where it is one column for one output; else 0
	value, tried           float64   // the loss at B, and at the end of the last step
	known                  bool      // base, slopes and value are those of B

	gradient, squares, step []float64        // in B; the diagonal of FᵀCF; the last step
	curvatures              *mat.SymDense    // nil where they are known by products
	hessians                outputs.Hessians // of many weights
}

// add is z_i ← z_i + (F B)_i for an example.
func (m *unpenalized) add(z, b []float64, i int) {
	part, lo := m.o.Span(z, i)
	for a, v := range m.f.Row(i) {
		floats.AddScaled(part, v, b[a*m.o.K+lo:a*m.o.K+lo+len(part)])
	}
}

// along are FᵀU, q×k.
func (m *unpenalized) along(u []float64) []float64 {
	k := m.o.K
	out := make([]float64, m.f.C*k)
	if len(out) == 1 {
		out[0] = linalg.Dot(m.f.Data, u)
		return out
	}
	for i := range m.o.N {
		part, lo := m.o.Span(u, i)
		for a, v := range m.f.Row(i) {
			floats.AddScaled(out[a*k+lo:a*k+lo+len(part)], v, part)
		}
	}
	return out
}

// directByProducts is Direct by conjugate gradients, for B of many weights, as thousands of classes have: a product
// costs a pass over the predictions, and the Hessian one for each weight.
func (m *unpenalized) directByProducts(damping float64) (decrement float64, ok bool) {
	z, diagonal := make([]float64, m.o.Size()), m.diagonal()
	floats.AddScaled(diagonal, damping, m.squares)
	m.step = make([]float64, len(m.b))
	linalg.ConjugateGradients{
		Times: func(dst, v []float64) {
			clear(z)
			m.o.Parallel(func(_, from, to int) {
				for i := from; i < to; i++ {
					m.add(z, v, i)
				}
			})
			m.hessians.Times(z, z)
			copy(dst, m.along(z))
			for j, s := range m.squares {
				dst[j] += damping * s * v[j]
			}
		},
		Precondition: func(dst, r []float64) {
			for j, h := range diagonal {
				if dst[j] = 0; h > 0 { // a class that has no probability anywhere stays so
					dst[j] = r[j] / h
				}
			}
		},
		Steps: mostProducts, Stop: linalg.Share(productShare),
	}.Solve(m.step, m.gradient)
	decrement = floats.Dot(m.step, m.gradient)
	return decrement, Finite(decrement)
}

// diagonal is that of the Hessian in B.
func (m *unpenalized) diagonal() []float64 {
	out, local := make([]float64, len(m.b)), make([]float64, m.o.K)
	for i := range m.o.N {
		row, lo := m.o.Span(m.z, i)
		h := local[:len(row)]
		m.hessians.Diagonal(h, i)
		for a, v := range m.f.Row(i) {
			floats.AddScaled(out[a*m.o.K+lo:a*m.o.K+lo+len(h)], v*v, h)
		}
	}
	return out
}

// squaresOf is the diagonal of FᵀCF.
func (m *unpenalized) squaresOf() []float64 {
	out := make([]float64, len(m.b))
	for i := range m.o.N {
		row, lo := m.o.Span(m.z, i)
		for a, v := range m.f.Row(i) {
			floats.AddConst(m.o.Loss.Weight(i)*v*v, out[a*m.o.K+lo:a*m.o.K+lo+len(row)])
		}
	}
	return out
}
