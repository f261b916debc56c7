package newton

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/vec"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// direction is about −H⁻¹∇P, by preconditioned conjugate gradients: the inner loop of CG's box.
func (n *newtonCG) direction(ctx context.Context) []float64 {
	z, negative := make([]float64, len(n.grad)), make([]float64, len(n.grad))
	floats.ScaleTo(negative, -1, n.grad)
	n.precondition(z, n.grad)
	left := math.Sqrt(floats.Dot(n.grad, z) / math.Abs(n.s.Objective)) // in no unit
	enough := linalg.Share(math.Min(0.25, math.Max(1e-6, math.Sqrt(left))))
	linalg.ConjugateGradients{
		Times: n.hessianTimes, Precondition: n.precondition, Steps: n.Inner,
		Stop: func(square, first float64) bool { return context.Cause(ctx) != nil || enough(square, first) },
	}.Solve(z, negative)
	if floats.Norm(z, 1) == 0 {
		return negative
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
			local, curved = vec.Resize(local, m*m), vec.Resize(curved, m)
			n.hessian.Hessian(local, i, z)
			for c := range m {
				curved[c] = n.o.Loss.Weight(i) * (local[c*m+c] + n.damping*n.curvature)
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
			local, product = vec.Resize(local, m*m), vec.Resize(product, m)
			n.hessian.Hessian(local, i, z)
			weight := n.o.Loss.Weight(i)
			for c := range m {
				product[c] = weight * (floats.Dot(local[c*m:(c+1)*m], part) + n.damping*n.curvature*part[c])
			}
			copy(part, product)
		}
	})
	n.o.Gradient(dst, n.x, line)
	floats.AddScaled(dst[:n.ridged], n.mu, v[:n.ridged])
	n.s.Evals++
}

// typicalCurvature is the most that second derivatives of the loss can be; where they may be anything, their mean.
func (n *newtonCG) typicalCurvature() float64 {
	var sum, largest float64
	for i := range n.o.N {
		sum += n.o.Loss.Weight(i)
		largest = math.Max(largest, n.o.Loss.Weight(i))
	}
	if most := n.o.Loss.Curvature(); !math.IsInf(most, 1) || n.o.Size() != n.o.N {
		return math.Min(most, math.MaxFloat64) / largest
	}
	curvatures := make([]float64, n.o.N)
	n.o.Seconds(curvatures, n.z, n.hessian)
	return floats.Sum(curvatures) / sum
}
