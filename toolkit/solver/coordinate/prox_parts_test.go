package coordinate_test

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate"
	"github.com/proxlab/proxlab/toolkit/solver/gradient"
	"github.com/proxlab/proxlab/toolkit/toolkittest"
)

// inBlocks are penalties of blocks of 100 weights: of very different sizes, one larger than those whose Gram matrices
// are kept, and of weights in no block.
func inBlocks() map[string]toolkit.Proxable {
	groups := prox.Groups{{3}, {0, 1, 2, 4}, nil, {95, 90}}
	for j := 5; j < 85; j++ {
		groups[2] = append(groups[2], j)
	}
	weights := []float64{1, 2, 6, 0}
	return map[string]toolkit.Proxable{
		"sparse groups": prox.SparseGroup{Lambda: 1, Mix: 0.4, Groups: groups, Weights: weights},
		"largest":       prox.L1Inf{Lambda: 1, Groups: groups[:3], Weights: weights[:3]},
	}
}

// TestProxDescentByBlocks: it ends where FISTA does, with squared and logistic loss, a ridge, and unpenalized weights.
func TestProxDescentByBlocks(t *testing.T) {
	t.Parallel()
	const n, d = 40, 100
	for name, g := range inBlocks() {
		for seed, smooth := range []func(y []float64) toolkit.Loss{
			func(y []float64) toolkit.Loss { return loss.Squared{Y: y} },
			func(y []float64) toolkit.Loss {
				for i := range y {
					y[i] = math.Copysign(1, y[i])
				}
				return loss.Logistic{Y: y}
			},
		} {
			rng := rand.New(rand.NewPCG(uint64(seed), 223))
			a := linalg.NewDense(n, d, testproblems.Normal(rng, n*d, 1))
			p := solver.NewProblem(a, smooth(testproblems.Normal(rng, n, 2)), g)
			p = p.At(0.03).WithRidge(0.02 * float64(1+seed))
			if seed == 1 {
				p = p.WithUnpenalized(linalg.NewDense(1, n, slices.Repeat([]float64{1}, n)))
			}
			got, err := solver.Run(coordinate.ProxDescent{}.Iterations(t.Context(), p), solver.Any(solver.AbsGap(1e-10),
				solver.MaxIter(300)))
			if err != nil {
				t.Fatal(name, err)
			}
			want, err := solver.Run(gradient.FISTA{}.Iterations(t.Context(), p),
				solver.Any(solver.AbsGap(1e-10), solver.MaxIter(20000)))
			if err != nil {
				t.Fatal(name, err)
			}
			if got.Status != solver.Converged || !testproblems.Near(got.Objective, want.Objective, 1e-9) {
				t.Errorf("%s %d: %s after %d iterations at %.12g, gap %g; FISTA %.12g", name, seed, got.Status, got.Iter,
					got.Objective, got.Gap, want.Objective)
			}
		}
	}
}

// TestProxDescentByBlocksContract: it does what any solver owes.
func TestProxDescentByBlocksContract(t *testing.T) {
	t.Parallel()
	p, _, _ := squares(1, 30, 6, prox.SparseGroup{Lambda: 0.1, Mix: 0.5, Groups: prox.Groups{{0, 2}, {1, 5, 3}}})
	run := func(ctx context.Context, p *solver.Problem, x0 []float64) solver.Seq[*coordinate.ProxDescentState] {
		return coordinate.ProxDescent{Start: x0}.Iterations(ctx, p)
	}
	if err := toolkittest.Solver(run, toolkittest.On(p, math.NaN()), toolkittest.Iterations(20)); err != nil {
		t.Error(err)
	}
}
