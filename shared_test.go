package toolkit_test

import (
	"math"
	"math/rand/v2"

	"github.com/proxlab/proxlab/toolkit/prox"
)

// What the conformance tests that are left here share.

func randomVector(rng *rand.Rand, n int, scale float64) []float64 {
	v := make([]float64, n)
	for j := range v {
		v[j] = scale * rng.NormFloat64()
	}
	return v
}

// near compares to a relative and absolute tolerance.
func near(a, b, tol float64) bool {
	return a == b || math.Abs(a-b) <= tol*max(1, math.Abs(a), math.Abs(b))
}

var _ prox.Groups
