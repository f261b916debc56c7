package composite

import "fmt"

// Unbounded is the error of a problem whose P falls without end. By convexity P(x + t Ray) ≤ P(x) − t Slope for all
// t ≥ 0 and all x that satisfy the constraints: K_k Ray is in the recession cones of all terms, where a number of it
// counts as 0 that is at most 2⁻⁴⁶ Σ_j |K_ij||Ray_j|, and Slope, −⟨c, Ray⟩ less the terms' recession functions, is more
// than that share of what it is a sum of. Where no x is known that satisfies the constraints, X is nil: the
// problem has no solution then, be it that there is none.
//
// Source: Rockafellar, Convex Analysis, 1970, Theorems 8.5 and 8.6.
type Unbounded struct {
	X, Ray []float64
	Slope  float64
}

// Error says it.
func (e *Unbounded) Error() string {
	if e.X == nil {
		return fmt.Sprintf("infeasible or unbounded: the objective falls without end, by %.3g for each step along a ray, "+
			"wherever constraints hold", e.Slope)
	}
	return fmt.Sprintf("the objective falls without end: by %.3g for each step along a ray, and constraints hold", e.Slope)
}
