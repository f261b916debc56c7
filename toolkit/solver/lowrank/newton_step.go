package lowrank

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/vec"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver/internal/outputs"
)

// The system of a Newton step: the most products with the Hessian; the share of the gradient that may be left, at least
// and at most, in the norm of the preconditioner; and the last directions whose products precondition the next system,
// fewer where they are long.
const (
	mostProducts = 100
	leastLeft    = 0.1
	mostLeft     = 0.25
	keptPairs    = 20
	keptNumbers  = 1 << 22
)

// The damping is δ = doubt·max(0, ‖∇φ‖₂ − λ). From a doubt of 1 on the term of second order in the factors,
// 2⟨∇φ, ŮᵀV̊⟩ + λ(‖Ů‖² + ‖V̊‖²), is no longer negative.
const (
	leastDoubt = 0.5
	mostDoubt  = 4
)

// system is what the systems of Newton steps share.
type system struct {
	hessians                outputs.Hessians
	firstDecrement          float64 // ⟨∇Ψ, M⁻¹∇Ψ⟩ at the first step, M the preconditioner
	preconditioner          *preconditioner
	doubt, radius           float64   // of the damping; the longest step
	ridge                   float64   // λ + δ
	both, change, adu, part []float64 // scratch of products with the Hessian
}

// newtonStep moves the factors by a truncated Newton step on Ψ with an Armijo line search; it is false where none
// lowers Ψ.
func (f *factoredDescent) newtonStep(ctx context.Context) bool {
	f.refresh()
	if !f.o.Hessians(&f.hessians, f.z) {
		return false
	}
	f.formGradient()
	f.ridge = f.lambda + f.doubt*math.Max(0, f.norm-f.lambda)
	direction := f.newtonDirection(ctx)
	slope := floats.Dot(direction, f.grad)
	if !(slope < 0) || !f.armijo(direction, slope) {
		return false
	}
	length := f.s.Step * floats.Norm(direction, 2)
	if f.s.Step < 1 {
		f.doubt = math.Min(mostDoubt, 4*f.doubt)
		f.radius = 2 * length
	} else {
		f.doubt = math.Max(leastDoubt, f.doubt/2)
		f.radius = math.Max(f.radius, 3*length)
	}
	return true
}

// newtonDirection is about −(∇²Ψ + δI)⁻¹∇Ψ, by preconditioned conjugate gradients, which end where the curvature is not
// positive and at the region's border. Directions and their products are pairs of BFGS, on the preconditioner of the
// next system.
//
// Source: Nocedal, Wright, Numerical Optimization, 2006, algorithm 7.2; the pairs: Morales, Nocedal, Automatic
// Preconditioning by Limited Memory Quasi-Newton Updating, SIAM J. Optim. 2000.
func (f *factoredDescent) newtonDirection(ctx context.Context) []float64 {
	size := len(f.at)
	z, negative := make([]float64, size), make([]float64, size)
	floats.ScaleTo(negative, -1, f.grad)
	var pairs [][2][]float64
	kept := min(keptPairs, max(1, keptNumbers/size))
	f.hessian.Memory = kept
	precondition := f.preconditionNewton()
	linalg.ConjugateGradients{
		Times: f.hessianTimes, Precondition: precondition, Steps: mostProducts,
		Stop: func(square, first float64) bool {
			if f.firstDecrement == 0 {
				f.firstDecrement = first
			}
			left := math.Max(leastLeft, math.Min(mostLeft, math.Sqrt(math.Sqrt(first/f.firstDecrement))))
			return context.Cause(ctx) != nil || !(square > left*left*first)
		},
		Longest: func(z, d, hd []float64) float64 {
			pairs = append(pairs[max(0, len(pairs)+1-kept):], [2][]float64{slices.Clone(d), slices.Clone(hd)})
			return within(z, d, f.radius)
		},
	}.Solve(z, negative)
	if floats.Norm(z, math.Inf(1)) == 0 {
		precondition(z, negative)
	}
	for _, p := range pairs {
		f.hessian.Add(p[0], p[1])
	}
	return z
}

// within is the largest α with ‖z + αd‖ ≤ radius.
func within(z, d []float64, radius float64) float64 {
	if math.IsInf(radius, 1) {
		return radius
	}
	zz, zd, dd := floats.Dot(z, z), floats.Dot(z, d), floats.Dot(d, d)
	room := radius*radius - zz
	return room / (zd + math.Sqrt(zd*zd+dd*math.Max(0, room)))
}

// hessianTimes is dst = (∇²Ψ + δI) v at the current factors for v = (Ů, V̊): with S' = c∇²ℓ(A(ŮᵀV + UᵀV̊)) and G' =
// AᵀS', and the slopes S and G = AᵀS,
//
//	over U: V G'ᵀ + V̊ Gᵀ + (λ + δ)Ů,      over V: U G' + Ů G + (λ + δ)V̊.
func (f *factoredDescent) hessianTimes(dst, x []float64) {
	s, r := f.s, f.s.Rank
	u, v := f.at[:len(s.U)], f.at[len(s.U):]
	du, dv := x[:len(s.U)], x[len(s.U):]
	hu, hv := dst[:len(s.U)], dst[len(s.U):]
	f.line = vec.Resize(f.line, f.o.Size())
	f.part = vec.Resize(f.part, len(dst))
	if f.formed(r) {
		f.both = append(append(append(append(f.both[:0], du...), u...), v...), dv...)
		f.w, f.change = vec.Resize(f.w, s.d*s.k), vec.Resize(f.change, s.d*s.k)
		form(f.w, f.both[:2*len(u)], f.both[2*len(u):], s.d, s.k, 2*r)
		f.o.Predict(f.line, f.a, f.w)
		f.hessians.Times(f.line, f.line)
		f.o.Gradient(f.change, f.a, f.line)
		linalg.Gemm(hu, v, f.change, r, s.k, s.d, true)
		linalg.Gemm(hv, u, f.change, r, s.d, s.k, false)
	} else {
		f.adu = vec.Resize(f.adu, f.o.N*r)
		f.from = vec.Resize(f.from, f.o.Size())
		linalg.MulRows(f.adu, f.a, du, r)
		f.o.Combine(f.line, f.adu, v, r)
		f.o.Combine(f.from, f.au, dv, r)
		floats.Add(f.line, f.from)
		f.hessians.Times(f.line, f.line)
		f.rv = vec.Resize(f.rv, f.o.N*r)
		f.o.TimesRows(f.rv, f.line, v, r)
		linalg.TransMulRows(hu, f.a, f.rv, r)
		f.o.TransTimes(hv, f.au, f.line, r)
	}
	linalg.Gemm(f.part[:len(u)], dv, f.gradient, r, s.k, s.d, true)
	linalg.Gemm(f.part[len(u):], du, f.gradient, r, s.d, s.k, false)
	floats.Add(dst, f.part)
	floats.AddScaled(dst, f.ridge, x)
	s.Evals++
}

// preconditionNewton is a product with an approximate inverse of ∇²Ψ. Its C is that of the first Newton step.
func (f *factoredDescent) preconditionNewton() func(dst, g []float64) {
	same := func(dst, g []float64) { copy(dst, g) }
	if f.NoPreconditioner {
		return same
	}
	p := newPreconditioner(f.factored, f.at, f.hessians.Diagonal, f.ridge, f.preconditioner)
	if p == nil {
		return same
	}
	f.preconditioner, f.hessian.Initial = p, p.apply
	return func(dst, g []float64) { floats.ScaleTo(dst, -1, f.hessian.Direction(g)) }
}
