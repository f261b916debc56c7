package testproblems

import "math"

// Near compares to a relative and absolute tolerance. No number is near an infinite one but itself.
func Near(a, b, tol float64) bool {
	return a == b || !math.IsInf(a-b, 0) && math.Abs(a-b) <= tol*max(1, math.Abs(a), math.Abs(b))
}
