package testproblems

import "math"

// Near compares to a relative and absolute tolerance.
func Near(a, b, tol float64) bool {
	return a == b || math.Abs(a-b) <= tol*max(1, math.Abs(a), math.Abs(b))
}
