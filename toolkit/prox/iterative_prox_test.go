package prox_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// iterative holds the regularizers whose prox iterates, in all their forms, on 36 coordinates, with the reference's
// maps.
var iterative = map[string]func(lambda float64) toolkit.IterativeProx{
	"Overlap": func(l float64) toolkit.IterativeProx {
		return prox.Overlap{Lambda: l, Groups: testproblems.Chained(36)}
	},
	"Overlap/fixed point": func(l float64) toolkit.IterativeProx {
		return prox.Overlap{Lambda: l, Groups: testproblems.Chained(36), FixedPoint: true}
	},
	"TotalVariation": func(l float64) toolkit.IterativeProx { return prox.TotalVariation{Lambda: l, Rows: 4, Cols: 9} },
	"TotalVariation/Chambolle": func(l float64) toolkit.IterativeProx {
		return prox.TotalVariation{Lambda: l, Rows: 4, Cols: 9, Chambolle: true}
	},
}

// TestIterativeProx: the gap bounds the distance of the prox's objective to its minimum at every tolerance, is met,
// and a second call from the duals of the first has nothing left to do.
func TestIterativeProx(t *testing.T) {
	t.Parallel()
	for name, create := range iterative {
		rng := rand.New(rand.NewPCG(7, 8))
		for range 5 {
			gamma, lambda := math.Exp(rng.NormFloat64()), math.Exp(rng.NormFloat64())
			g, v := create(lambda), testproblems.Normal(rng, 36, 3)
			objective := func(z []float64) float64 {
				d := floats.Distance(z, v, 2)
				return g.Value(z) + d*d/(2*gamma)
			}
			best := make([]float64, 36)
			g.Prox(best, v, gamma)
			least := objective(best)
			for _, tol := range []float64{1, 1e-2, 1e-4, 1e-6} {
				z, dual := make([]float64, 36), make([]float64, g.Duals(36))
				value, gap := g.ProxTo(z, dual, v, gamma, tol)
				o := objective(z)
				excess, right := o-least, testproblems.Near(value, g.Value(z), 1e-12)
				if excess > gap+1e-9*least || gap > tol*o*(1+1e-12) || !right {
					t.Fatalf("%s at %g: %g above the minimum %g, gap %g; value %g", name, tol, excess, least, gap, value)
				}
				again := append([]float64(nil), dual...)
				if _, gap := g.ProxTo(z, again, v, gamma, tol); gap > tol*o*(1+1e-12) || !floats.Equal(again, dual) {
					t.Errorf("%s at %g: from its own duals the gap is %g", name, tol, gap)
				}
			}
		}
	}
}
