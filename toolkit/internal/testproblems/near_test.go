package testproblems

import (
	"math"
	"testing"
)

func TestNear(t *testing.T) {
	t.Parallel()
	inf := math.Inf(1)
	for pair, want := range map[[2]float64]bool{
		{1, 1 + 1e-9}: true, {1, 1.1}: false, {1e9, 1e9 + 1}: true, {inf, inf}: true, {-inf, inf}: false,
		{inf, 1}: false, {-inf, -1e308}: false, {1e308, -1e308}: false, {math.NaN(), math.NaN()}: false,
	} {
		if Near(pair[0], pair[1], 1e-8) != want || Near(pair[1], pair[0], 1e-8) != want {
			t.Errorf("%g and %g: near is not %v", pair[0], pair[1], want)
		}
	}
}
