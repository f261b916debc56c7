package solver

import (
	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// The residual that steps by products are solved to, as a share of the gradient, so that the last ones square the
// error; and the most products.
const (
	productShare = 1e-9
	mostProducts = 300
)

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
