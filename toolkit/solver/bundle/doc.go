// Package bundle holds bundle methods: they minimize
//
//	f(w) = (λ/2)‖w‖² + ℓ(w)
//
// for a convex ℓ of which a value and a subgradient are all that is known, however costly. A call at w_i gives a cut, a
// plane below ℓ,
//
//	ℓ(w) ≥ ⟨a_i, w⟩ + b_i,      a_i ∈ ∂ℓ(w_i),  b_i = ℓ(w_i) − ⟨a_i, w_i⟩,
//
// and the next point comes from the model max_i ⟨a_i, w⟩ + b_i and a quadratic term. The methods differ in that term:
// Bundle has the ridge alone, Proximal adds the distances to all points so far (Do, Le and Foo), and Stabilized the
// distance to the best one (Kiwiel).
//
// All of them have the same certificate. With the cuts so far,
//
//	f(w) − f* ≤ f(w) − max {Σ_i α_i b_i − ‖Σ_i α_i a_i‖²/(2λ) : α ≥ 0, Σ_i α_i = 1},
//
// which is small only where the cuts are many near the minimizer: for small λ it may stay large long after f(w) is near
// f*. It presumes true subgradients. A cut that exceeds a value seen ends the run with ErrInconsistent; beforehand
// toolkittest.Function checks those of a function, and toolkittest.Oracle those of an oracle.
package bundle
