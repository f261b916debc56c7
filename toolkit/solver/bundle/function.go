package bundle

import "context"

// Function is a convex function ℓ of Dim numbers that need not be differentiable. Subgradient writes an a ∈ ∂ℓ(w), so
// that ℓ(v) ≥ ℓ(w) + ⟨a, v − w⟩ for all v, to a, whose length is that of w, and returns ℓ(w); a is not w. It returns
// the context's error where that ends first.
type Function interface {
	Dim() int
	Subgradient(ctx context.Context, a, w []float64) (value float64, err error)
}

// Metric is a Function whose variables have an inner product of their own, ⟨u, v⟩ = uᵀKv with a positive semidefinite
// K, in place of uᵀv: the norm of the ridge is then √(wᵀKw), and subgradients are those of that inner product. Apply
// writes Kv to dst, which does not alias v.
type Metric interface {
	Apply(dst, v []float64)
}

// Terms is a Function that says how many terms the longest of its sums has, such as the number of examples: rounding is
// then counted in certificates. Without it there are as many as variables.
type Terms interface {
	Terms() int
}

// Slackened is a Function that is a maximum which was not quite found: its value was more than that of its last call by
// Slack at most, and the plane of the call is below it everywhere: see toolkit.Bounded. Objectives and gaps have the
// slack added.
type Slackened interface {
	Slack() float64
}

// Inexact is a Function that says by how much the plane of its last call may exceed it: by rounding of other sums than
// those of value and subgradient alone, and where its value is a minimum that was not quite found.
type Inexact interface {
	Excess() float64
}
