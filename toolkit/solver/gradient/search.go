package gradient

import "gonum.org/v1/gonum/floats"

// StepRule chooses σ, the reciprocal of the stepsize of IterativeProjection, by a search: Begin starts one, whose state
// belongs to one run. A rule is a value, or a pointer to one, that no run changes, so that ranging twice gives the same
// bits.
//
// The separation of a search from the point that a step leads to is that of Rader, Lyons, Kidger, Optimistix: Modular
// Optimisation in JAX and Equinox, 2024.
type StepRule interface {
	Begin() Search
}

// Search is a step rule in one run. Each iteration asks Sigma for the first σ, and then shows Try the point that a σ
// leads to until Try accepts it. The slices in an Iterate and a Trial are for reading, and only until the call returns.
type Search interface {
	// Sigma is the σ to try first from x.
	Sigma(at Iterate) float64
	// Try accepts a trial, or rejects it and returns the σ to try next from the same x; what it returns with an
	// acceptance is not used. A rule around this one may reject a trial that this one accepted: the last trial before
	// Sigma is called again is the one taken.
	Try(t Trial) (sigma float64, accepted bool)
}

// Point is a point x with what is known there.
type Point struct {
	X, Grad      []float64 // x and ∇f(x)
	F, Objective float64   // f(x) and f(x) + g(x)
}

// Iterate is the point x that an iteration starts from, and how the one before it came there.
type Iterate struct {
	Point
	Iter int       // the iterations before: 0 at x0
	S, R []float64 // s = x − x⁻ and r = ∇f(x) − ∇f(x⁻); nil at x0
}

// Trial is the point x⁺ = prox_{g/σ}(x − ∇f(x)/σ) that a σ leads to from x.
type Trial struct {
	Iterate
	Sigma float64
	Next  Point     // x⁺
	Step  []float64 // x⁺ − x
}

// Slope is ⟨∇f(x), x⁺ − x⟩.
func (t Trial) Slope() float64 { return floats.Dot(t.Grad, t.Step) }

// Squared is ‖x⁺ − x‖².
func (t Trial) Squared() float64 { return floats.Dot(t.Step, t.Step) }
