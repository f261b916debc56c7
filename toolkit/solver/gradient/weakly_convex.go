package gradient

// WeaklyConvex is a function g that may not be convex, while g + (ρ/2)‖·‖² is: WeakConvexity is the least such ρ, 0
// where g is convex. Its prox has one minimum for γ < 1/ρ.
type WeaklyConvex interface {
	WeakConvexity() (rho float64)
}

// weakMargin keeps L above ρ.
const weakMargin = 1.1
