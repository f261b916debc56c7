package linalg

import "gonum.org/v1/gonum/floats"

// ConjugateGradients solves H x = b for a symmetric H ⪰ 0 that is known by its products, preconditioned by M ≈ H:
//
//	x ← 0, r ← b, d ← M⁻¹r
//	until Stop, Steps times at most, and while rᵀM⁻¹r > 0 and dᵀHd > 0
//		α ← rᵀM⁻¹r/(dᵀHd)
//		x ← x + αd, r⁺ ← r − αHd
//		d ← M⁻¹r⁺ + (r⁺ᵀM⁻¹r⁺/rᵀM⁻¹r) d, r ← r⁺
//
// Where H is that of a function and b its negative gradient, x is a truncated Newton step, and a descent direction
// after each number of steps; it is 0 where the first curvature is not positive.
//
// Source: Nocedal and Wright, Numerical Optimization, 2006, Algorithms 5.3, 7.1 and 7.2.
type ConjugateGradients struct {
	// Times writes Hv to dst. It must be set.
	Times func(dst, v []float64)
	// Precondition writes M⁻¹r to dst; nil for M = I.
	Precondition func(dst, r []float64)
	// Steps is the most there are; 0 for as many as there are unknowns.
	Steps int
	// Stop is asked before each step with rᵀM⁻¹r and what that was at first; nil to go on while it falls.
	Stop func(square, first float64) bool
	// Longest is the greatest α for the next step, given x, d and Hd, as a trust region has it: a step that it shortens
	// is the last. Nil for no bound.
	Longest func(x, d, product []float64) float64
}

// Share is a Stop at √(rᵀM⁻¹r) ≤ share·√(bᵀM⁻¹b).
func Share(share float64) func(square, first float64) bool {
	return func(square, first float64) bool { return !(square > share*share*first) }
}

// Solve writes about H⁻¹b to x, which may not be b, and returns how far ½xᵀHx − bᵀx is below 0.
func (c ConjugateGradients) Solve(x, b []float64) (fallen float64) {
	if c.Times == nil {
		panic("linalg: conjugate gradients need Times, the products with H")
	}
	if c.Steps == 0 {
		c.Steps = len(b)
	}
	r, mr, d, hd := append([]float64(nil), b...), make([]float64, len(b)), make([]float64, len(b)), make([]float64, len(b))
	precondition := func() {
		if c.Precondition == nil {
			copy(mr, r)
			return
		}
		c.Precondition(mr, r)
	}
	clear(x)
	precondition()
	copy(d, mr)
	square := floats.Dot(r, mr)
	first := square
	for range c.Steps {
		if !(square > 0) || c.Stop != nil && c.Stop(square, first) {
			break
		}
		c.Times(hd, d)
		curvature := floats.Dot(d, hd)
		if !(curvature > 0) {
			break
		}
		alpha := square / curvature
		if c.Longest != nil {
			if most := c.Longest(x, d, hd); alpha > most {
				floats.AddScaled(x, most, d)
				return fallen + most*(square-most/2*curvature)
			}
		}
		floats.AddScaled(x, alpha, d)
		floats.AddScaled(r, -alpha, hd)
		fallen += alpha / 2 * square
		precondition()
		next := floats.Dot(r, mr)
		floats.Scale(next/square, d)
		floats.Add(d, mr)
		square = next
	}
	return fallen
}
