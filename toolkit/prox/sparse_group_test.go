package prox_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// TestSparseGroupDerivatives compares them with differences of values and of gradients, in groups and outside of them.
func TestSparseGroupDerivatives(t *testing.T) {
	t.Parallel()
	const step = 1e-5
	rng := rand.New(rand.NewPCG(19, 1))
	groups := prox.Groups{{4, 0, 2}, {1, 5}}
	for _, mix := range []float64{0, 0.3, 1} {
		g := prox.SparseGroup{Lambda: 0.7, Mix: mix, Groups: groups, Weights: []float64{1.5, 0}}
		for k, part := range g.Parts(7) {
			for count := 1; count <= len(part); count++ { // the others are 0
				x := testproblems.Normal(rng, count, 1)
				gradient, hessian := make([]float64, count), make([]float64, count*count)
				g.Derivatives(gradient, hessian, x, k)
				value := func(i int, off float64) float64 {
					full := make([]float64, 7)
					for l, v := range x {
						full[part[l]] = v
					}
					full[part[i]] += off
					return g.Value(full)
				}
				slopes := func(i int, off float64) []float64 {
					moved, out := append([]float64(nil), x...), make([]float64, count)
					moved[i] += off
					g.Derivatives(out, make([]float64, count*count), moved, k)
					return out
				}
				for i := range x {
					if want := (value(i, step) - value(i, -step)) / (2 * step); math.Abs(gradient[i]-want) > 1e-6 {
						t.Errorf("S = %g, part %d at %v: slope %d is %g, by differences %g", mix, k, x, i, gradient[i], want)
					}
					up, down := slopes(i, step), slopes(i, -step)
					for l := range x {
						if want := (up[l] - down[l]) / (2 * step); math.Abs(hessian[i*count+l]-want) > 1e-6 {
							t.Errorf("S = %g, part %d at %v: entry %d, %d is %g, by differences %g", mix, k, x, i, l,
								hessian[i*count+l], want)
						}
					}
				}
			}
		}
	}
}
