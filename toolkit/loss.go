package toolkit

// Loss is a weighted sum over n examples of convex functions of their predictions,
//
//	L = Σ_i c_i ℓ_i,      c_i ≥ 0,
//
// of one prediction an example (Separable) or of several (MultiOutput). Len is n, Weight is c_i, and Curvature is an
// upper bound of the largest eigenvalue of c_i ∇²ℓ_i over all examples and predictions, +Inf where ℓ has kinks. The
// methods of a loss may be called from several goroutines at once.
type Loss interface {
	Len() int
	Weight(i int) float64
	Curvature() float64
}

// Separable is a loss of one prediction an example, L(f) = Σ_i c_i ℓ_i(f_i). At returns ℓ_i(f) and a (sub)derivative
// there; Conjugate is ℓ_i*(u).
type Separable interface {
	Loss
	At(i int, f float64) (value, slope float64)
	Conjugate(i int, u float64) float64
}

// TwiceDifferentiable is a Separable loss that knows ℓ_i”(f).
type TwiceDifferentiable interface {
	Second(i int, f float64) float64
}

// Joint is a loss of one prediction an example that is no sum over examples, such as Cox's partial likelihood. Its
// weights c_i say what an example counts.
//
// ValueGrad writes a (sub)gradient of L at f to grad, which may alias f, and returns L(f). DualBound is a number that
// L*(s∇L(f)) does not exceed, for 0 ≤ s ≤ 1, equal to it at s = 1, and the sum of the absolute values of the terms
// that it is a sum of: what a duality gap needs.
type Joint interface {
	Loss
	ValueGrad(grad, f []float64) float64
	DualBound(f []float64, s float64) (bound, size float64)
}

// Majorized is a smooth Joint loss that knows its Hessian and a bound of it: Majorant writes a diagonal h with
// ∇²L(f) ⪯ diag(h), which may alias f. HessianAt is the product v ↦ ∇²L(f) v, where dst may alias v; it has space of
// its own, and is for one goroutine. It is nil where it is not known, for any f.
type Majorized interface {
	Majorant(h, f []float64)
	HessianAt(f []float64) func(dst, v []float64)
}

// MoreauEnvelope is a Separable loss whose Moreau envelope is known,
//
//	e_s(f) = min_z ℓ_i(z) + (f − z)²/(2s),      s > 0,
//
// smooth where ℓ_i has kinks. Envelope returns its slope u at f, which is a subgradient of ℓ_i at z = f − su and inside
// the domain of ℓ_i* whatever the rounding, and a second derivative there; e_s(f) = ℓ_i(f − su) + su²/2.
//
// Source: Moreau, Proximité et dualité dans un espace hilbertien, Bull. Soc. Math. France 1965.
type MoreauEnvelope interface {
	Envelope(i int, f, s float64) (slope, second float64)
}

// MultiOutput is a loss of k predictions an example, L(F) = Σ_i c_i ℓ_i(f_i) for n×k predictions F with rows f_i.
//
// Span says which outputs lo ≤ c < hi the loss of example i depends on: all k for several classes, those of its task
// for several tasks. f, grad and u below hold the entries of that span alone. At writes a (sub)gradient of ℓ_i at f
// to grad, which may alias f, and returns ℓ_i(f); Conjugate is ℓ_i*(u).
type MultiOutput interface {
	Loss
	Outputs() int
	Span(i int) (lo, hi int)
	At(grad []float64, i int, f []float64) float64
	Conjugate(i int, u []float64) float64
}

// Hessian is a MultiOutput loss that knows its Hessians: Hessian writes ∇²ℓ_i(f), m×m row by row for a span of m
// outputs, to h. Where the loss is a sum over outputs, apart from one another, it writes a diagonal matrix.
type Hessian interface {
	Hessian(h []float64, i int, f []float64)
}
