package solve

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// twins are two features that are nearly the same, and a target that both explain alike: where both have half of the
// weight each is at its minimum beside the other, and P curves downwards along (1, −1).
func twins(seed uint64, penalty toolkit.Proxable, l func(y []float64) toolkit.Loss) *Problem {
	const n = 60
	rng := rand.New(rand.NewPCG(seed, 38))
	x, y := linalg.NewDense(n, 2, nil), make([]float64, n)
	for i := range n / 2 {
		common, own := rng.NormFloat64(), 0.3*rng.NormFloat64()
		noise := 0.1 * rng.NormFloat64()
		copy(x.Row(2*i), []float64{common + own, common - own})
		copy(x.Row(2*i+1), []float64{common - own, common + own}) // exchanging the features changes nothing
		y[2*i], y[2*i+1] = common+noise, common+noise
	}
	return NewProblem(solver.NewProblem(x, l(y), penalty))
}

// TestSaddlesAreLeft: from the saddle itself, at which every prox step is 0, methods go on to a point that is lower by
// far, at which P curves upwards.
func TestSaddlesAreLeft(t *testing.T) {
	t.Parallel()
	squared := func(y []float64) toolkit.Loss { return loss.Squared{Y: y} }
	huber := func(y []float64) toolkit.Loss { return loss.Huber{Y: y, Delta: 5} }
	for k, l := range []func(y []float64) toolkit.Loss{squared, huber} {
		for _, penalty := range []toolkit.Proxable{prox.MCP{Lambda: 1, Gamma: 3}, prox.SCAD{Lambda: 1, A: 3}} {
			p := twins(uint64(k), penalty, l)
			at := &Case{Loss: p.Loss, Penalty: penalty, Examples: 60, Features: 2, Outputs: 1}
			const lambda = 0.3
			// the minimum on the diagonal, by golden sections
			problem := p.At(lambda)
			along := func(v float64) float64 { return problem.Objective([]float64{v, v}) }
			lo, hi := 0., 1.
			for range 200 {
				if a, b := lo+(hi-lo)*0.382, lo+(hi-lo)*0.618; along(a) < along(b) {
					hi = b
				} else {
					lo = a
				}
			}
			saddle := []float64{lo, lo}
			for _, m := range []*Method{ProxDescent, FISTA} {
				at.Wanted = m
				got, err := p.Solve(t.Context(), Settings{NoPolish: true}, at, lambda, slices.Clone(saddle))
				if err != nil || got.Status != solver.Converged {
					t.Fatalf("%s: %+v, %v", m, got, err)
				}
				if !(got.Objective < along(lo)-1e-3*along(lo)) || floats.Distance(got.Weights, saddle, 2) < 0.1 {
					t.Errorf("%s × %v by %s: %v with P = %.6g, from the saddle %v with %.6g", p.Loss, penalty, m, got.Weights,
						got.Objective, saddle, along(lo))
				}
				// brute force: nothing near by is lower
				for angle := range 64 {
					sin, cos := math.Sincos(2 * math.Pi * float64(angle) / 64)
					near := []float64{got.Weights[0] + 1e-3*cos, got.Weights[1] + 1e-3*sin}
					if problem.Objective(near) < got.Objective-1e-9 {
						t.Errorf("%s × %v by %s: %v is no local minimum", p.Loss, penalty, m, got.Weights)
					}
				}
			}
		}
	}
}
