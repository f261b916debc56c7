package newton

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
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
			local, curved = linalg.Resize(local, m*m), linalg.Resize(curved, m)
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
			local, product = linalg.Resize(local, m*m), linalg.Resize(product, m)
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

// fewProducts cost next to nothing.
const fewProducts = 1e6

// search goes along a step, on which P is the loss of Z + tXs and a parabola; without success the weights stay, and ok
// is false. Predictions are made anew where steps were hard, if this costs little: what steps along directions that
// cancel add up to is rounded.
func (n *newtonCG) search(step []float64) (ok bool) {
	s, line := n.s, make([]float64, n.o.Size())
	n.o.Predict(line, n.x, step)
	w, part, ridge := s.w[:n.ridged], step[:n.ridged], n.ridge(s.w)
	middle, square := n.mu*floats.Dot(w, part), n.mu*floats.Dot(part, part)
	at := func(t float64) (value, slope float64) {
		floats.AddScaledTo(n.trial, n.z, t, line)
		s.Evals++
		value = n.o.Slopes(n.slopes, n.trial) + ridge + t*(middle+t/2*square)
		return value, floats.Dot(n.slopes, line) + middle + t*square
	}
	t, value, ok := alongSlopes(at, s.Objective, floats.Dot(n.grad, step), solver.Slack*math.Abs(s.Objective))
	if !ok {
		n.o.Slopes(n.slopes, n.z)
		return false
	}
	floats.AddScaled(s.w, t, step)
	s.Step, s.Objective = t, value
	n.z, n.trial = n.trial, n.z
	if hard := t != 1 || n.damping > 0; n.factorable() && (hard || n.o.N*len(s.w) <= fewProducts) {
		n.o.Predict(n.z, n.x, s.w)
		s.Objective = n.o.Slopes(n.slopes, n.z) + n.ridge(s.w)
	}
	n.gradient()
	return true
}
