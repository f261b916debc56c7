package newton

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// direction is about −H⁻¹∇P, by preconditioned conjugate gradients: the inner loop of CG's box.
func (n *newtonCG) direction(ctx context.Context) []float64 {
	size := len(n.grad)
	z, hd, d := make([]float64, size), make([]float64, size), make([]float64, size)
	r, mr := make([]float64, size), make([]float64, size) // residual, and M⁻¹r
	floats.ScaleTo(r, -1, n.grad)
	n.precondition(mr, r)
	copy(d, mr)
	rmr := floats.Dot(r, mr)
	first := rmr
	eps := math.Min(0.25, math.Sqrt(n.s.Residual)) // of √(rᵀM⁻¹r)
	for range n.Inner {
		if context.Cause(ctx) != nil || !(rmr > 0) {
			break
		}
		n.hessianTimes(hd, d)
		curvature := floats.Dot(d, hd)
		if !(curvature > 0) {
			break
		}
		alpha := rmr / curvature
		floats.AddScaled(z, alpha, d)
		floats.AddScaled(r, -alpha, hd)
		n.precondition(mr, r)
		next := floats.Dot(r, mr)
		if !(next > eps*eps*first) {
			break
		}
		floats.Scale(next/rmr, d)
		floats.Add(d, mr)
		rmr = next
	}
	if floats.Norm(z, 1) == 0 {
		copy(z, r)
	}
	return z
}

// precondition is dst = M⁻¹r.
func (n *newtonCG) precondition(dst, r []float64) {
	for j, v := range r {
		dst[j] = v
		if n.diagonal[j] > 0 {
			dst[j] /= n.diagonal[j]
		}
	}
}

// hessianDiagonal is that of the Hessian, Σ_i c_i x_ij² ∇²ℓ_i's and μ; μ alone for maps that cannot enumerate their
// entries.
func (n *newtonCG) hessianDiagonal() {
	clear(n.diagonal)
	entries, ok := n.x.(linalg.Entries)
	if ok {
		var local, curved []float64
		var lo int
		add := func(j int, v float64) {
			floats.AddScaled(n.diagonal[j*n.o.K+lo:j*n.o.K+lo+len(curved)], v*v, curved)
		}
		for i := range n.o.N {
			var z []float64
			z, lo = n.o.Span(n.z, i)
			m := len(z)
			local, curved = linalg.Resize(local, m*m), linalg.Resize(curved, m)
			n.hessian.Hessian(local, i, z)
			for c := range m {
				curved[c] = n.o.Loss.Weight(i) * local[c*m+c]
			}
			entries.VisitRow(i, add)
		}
	}
	for j := range n.ridged {
		n.diagonal[j] += n.mu
	}
}

// hessianTimes is dst = H v: Xᵀ C ∇²ℓ X v + μv.
func (n *newtonCG) hessianTimes(dst, v []float64) {
	line := make([]float64, n.o.Size())
	n.o.Predict(line, n.x, v)
	n.o.Parallel(func(_, from, to int) {
		var local, product []float64
		for i := from; i < to; i++ {
			z, _ := n.o.Span(n.z, i)
			part, _ := n.o.Span(line, i)
			m := len(z)
			local, product = linalg.Resize(local, m*m), linalg.Resize(product, m)
			n.hessian.Hessian(local, i, z)
			weight := n.o.Loss.Weight(i)
			for c := range m {
				product[c] = weight * floats.Dot(local[c*m:(c+1)*m], part)
			}
			copy(part, product)
		}
	})
	n.o.Gradient(dst, n.x, line)
	floats.AddScaled(dst[:n.ridged], n.mu, v[:n.ridged])
	n.s.Evals++
}
