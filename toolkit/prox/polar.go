package prox

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// gaugeOf bounds the polar of a penalty from below and above, from the residual x of the projection of v on ρ times the
// dual ball: ⟨v, x⟩/Ω(x) is a lower bound, and the next ρ; upper is one from above at x and ρ. v is not 0.
//
// Source: Newton's method on the dual norm as in Mairal, Jenatton, Obozinski, Bach, Convex and Network Flow
// Optimization for Structured Sparsity, JMLR 2011, section 3.3.
func gaugeOf(
	v []float64, value func(x []float64) float64, project func(x []float64, rho float64),
	upper func(x []float64, rho float64) float64, enough func(lo, hi float64) bool,
) (lo, hi float64) {
	x := append([]float64(nil), v...)
	hi = upper(x, 0)
	for range polarRounds {
		next := floats.Dot(v, x) / value(x)
		if !(next > lo) { // NaN where nothing is left
			break
		}
		if lo = next; enough(lo, hi) {
			break
		}
		project(x, lo)
		hi = math.Min(hi, upper(x, lo))
	}
	return lo, hi
}

// polarRounds bounds the projections for a polar, and polarTol is how close its bounds have to come.
const (
	polarRounds = 50
	polarTol    = 1e-10
)

// closeEnough tells whether two bounds of a polar will do, and decided whether they tell if it is more than 1.
func closeEnough(lo, hi float64) bool { return hi-lo <= polarTol*hi }

func decided(lo, hi float64) bool { return lo > 1+decidedSlack || hi <= 1+decidedSlack }
