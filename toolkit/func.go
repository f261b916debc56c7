// Package toolkit is the contract of proxlab: the few small interfaces through which losses, regularizers, parameter
// stores and solvers meet. It holds no algorithm, prints nothing, reads no file.
//
// Every objective of the project is scaled as
//
//	P(w) = Σ_i c_i ℓ_i(w) + λ Ω(w) + (μ/2) ‖w‖²        c_i = 1/n unless weights are given; squared loss ℓ = ½ (f − y)²
//
// λ belongs to the regularizer (prox.L1{Lambda: 0.1}), μ to prox.Ridge, and γ is always a stepsize.
//
// Manners are those of gonum: destination first, a panic with a constant string for a programmer's error (lengths that
// differ, γ ≤ 0), an error for data, files and numerical failure.
package toolkit

// Func is a function of a real vector. Value may be +Inf outside the function's domain.
type Func interface {
	Value(x []float64) float64
}

// Smooth is a differentiable function. ValueGrad writes ∇f(x) to dst and returns f(x); dst must not alias x.
type Smooth interface {
	Func
	ValueGrad(dst, x []float64) float64
}

// Proxable is a convex function g with a computable proximity operator,
//
//	prox_{γg}(v) = argmin_z g(z) + ‖z − v‖²/(2γ),      γ > 0.
//
// Prox writes it to dst, which may alias v, and returns g(dst).
type Proxable interface {
	Func
	Prox(dst, v []float64, gamma float64) float64
}

// IterativeProx is a Proxable whose proximity operator is found by iteration on a dual problem. ProxTo starts from the dual variables
// dual, Duals(len(v)) numbers, zeros where nothing better is known, and leaves the last ones there; it stops where
// gap ≤ tol·(g(dst) + ‖dst − v‖²/(2γ)) or rounding allows no more. gap bounds how far that objective of the prox is from its minimum.
// Prox itself starts from zeros and goes as far as rounding allows.
type IterativeProx interface {
	Proxable
	Duals(d int) int
	ProxTo(dst, dual, v []float64, gamma, tol float64) (value, gap float64)
}

// Conjugate is a convex function g whose Fenchel conjugate g*(v) = sup_w ⟨v,w⟩ − g(w) is known: what a duality gap needs.
// Polar is the gauge of the conjugate's domain, inf{ρ ≥ 0 : v/ρ ∈ dom g*}: 0 where g* is finite everywhere,
// ‖v‖∞/λ for λ‖·‖₁. Dividing v by max(1, Polar(v)) makes it dual feasible.
type Conjugate interface {
	Conjugate(v []float64) float64
	Polar(v []float64) float64
}

// NearPolar is a Conjugate, the indicator of a ball where finite, whose polar is found by iteration, and comes closer where a point is known at
// which v is nearly a subgradient. PolarNear(v, x) is never less than the polar.
type NearPolar interface {
	PolarNear(v, x []float64) float64
}

// Lipschitzer is a smooth function that knows a constant L ≥ 0 with ‖∇f(x) − ∇f(y)‖ ≤ L‖x − y‖.
type Lipschitzer interface {
	Lipschitz() float64
}

// Certifier bounds how far a point is from optimal: Gap(w) ≥ P(w) − P*, absolute.
type Certifier interface {
	Objective(w []float64) float64
	Gap(w []float64) float64
}

// Separable is a loss that is a weighted sum over examples of convex functions of one prediction each,
//
//	L(f) = Σ_i c_i ℓ_i(f_i).
//
// At returns ℓ_i(f) and a (sub)derivative there; Conjugate is ℓ_i*(u); Curvature is an upper bound of c_i ℓ_i” over all i
// and f, +Inf where ℓ has kinks.
type Separable interface {
	Len() int
	Weight(i int) float64
	At(i int, f float64) (value, slope float64)
	Conjugate(i int, u float64) float64
	Curvature() float64
}

// LeastSquares is a Separable loss ½ (f − Target(i))²: coordinate methods then keep residuals.
type LeastSquares interface {
	Target(i int) float64
}

// TwiceDifferentiable is a Separable loss that knows ℓ_i”(f).
type TwiceDifferentiable interface {
	Second(i int, f float64) float64
}

// MultiOutput is a loss of k predictions an example: a weighted sum of convex functions of one row of predictions each,
//
//	L(F) = Σ_i c_i ℓ_i(f_i),      F is n×k with rows f_i.
//
// Block says which outputs lo ≤ c < hi the loss of example i depends on: all k for several classes, those of its task for
// several tasks. f, grad and u below hold the entries of that block alone. At writes a (sub)gradient of ℓ_i at f to grad, which
// may alias f, and returns ℓ_i(f); Conjugate is ℓ_i*(u); Curvature is an upper bound of the largest eigenvalue of c_i ∇²ℓ_i over
// all i and f. The methods may be called from several goroutines at once.
type MultiOutput interface {
	Len() int
	Outputs() int
	Block(i int) (lo, hi int)
	Weight(i int) float64
	At(grad []float64, i int, f []float64) float64
	Conjugate(i int, u []float64) float64
	Curvature() float64
}

// Curved is a MultiOutput loss that knows the diagonal of its Hessians: Diagonal writes that of ∇²ℓ_i(f) to h. Second-order
// methods build preconditioners on it.
type Curved interface {
	Diagonal(h []float64, i int, f []float64)
}

// Hessian is a MultiOutput loss that knows its Hessians: Hessian writes ∇²ℓ_i(f), m×m row by row for a block of m outputs, to h. Where the loss
// is a sum over outputs, apart from one another, it writes a diagonal matrix.
type Hessian interface {
	Hessian(h []float64, i int, f []float64)
}

// LineCurved is a MultiOutput loss with a bound of its own of d²ℓ_i(f + tv)/dt², over all f and t, below Curvature's.
type LineCurved interface {
	LineCurvature(i int, v []float64) float64
}

// Gauge is a set of atoms of rank one, u vᵀ, that holds the regularizer Ω(W) = min{Σ θ_i : W = Σ θ_i u_i v_iᵀ, θ_i ≥ 0} on d×k
// matrices, given row by row. Extreme writes to u and v an atom that maximizes ⟨u vᵀ, G⟩ and returns the maximum, the polar
// Ω°(G): an upper bound of it where it is not exact, since gaps rest on it.
type Gauge interface {
	Extreme(u, v, g []float64) float64
}
