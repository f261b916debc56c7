package coordinate_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate"
	"github.com/proxlab/proxlab/toolkit/solver/gradient"
)

// TestProximalNewtonOfTimes: with the Hessian of Cox's loss, which is no diagonal, few models end where a long run of
// FISTA does, with more features than examples and with fewer, ties, censoring, strata, groups, one of them
// unpenalized, and a ridge; also where most of the examples are told apart, and the Hessian is nearly 0.
func TestProximalNewtonOfTimes(t *testing.T) {
	t.Parallel()
	for seed, size := range [][2]int{{15, 30}, {40, 12}, {15, 30}, {40, 5}, {30, 30}, {15, 30}, {100, 12}, {15, 30}} {
		n, d := size[0], size[1]
		rng := rand.New(rand.NewPCG(uint64(seed), 71))
		x := linalg.NewDense(n, d, testproblems.Normal(rng, n*d, 1+float64(seed%3)))
		y, event, strata := make([]float64, n), make([]bool, n), make([]int64, n)
		for i := range n {
			y[i] = math.Ceil(9 * rng.ExpFloat64() * math.Exp(-x.At(i, 0)))
			event[i], strata[i] = rng.IntN(3) > 0, int64(i%(1+seed/4))
		}
		groups := prox.L21{Lambda: 1}
		for j := 0; j < d; j += 3 {
			groups.Groups = append(groups.Groups, []int{j, min(j+1, d-1), min(j+2, d-1)}[:min(3, d-j)])
			groups.Weights = append(groups.Weights, math.Min(1, float64(j)))
		}
		var penalty toolkit.Proxable = prox.L1{Lambda: 1}
		if seed%4 == 1 {
			penalty = groups
		}
		l := loss.Cox{Ties: loss.Ties(seed / 2 % 2)}.BindWatched(y, event, loss.Watched{Strata: strata}, nil)
		p := solver.NewProblem(x, l, penalty).WithRidge(0.01 * float64(seed/2%2))
		p = p.At(math.Pow(10, -1-float64(seed%3)) / 2)
		fista := gradient.FISTA{}.Iterations(t.Context(), p)
		long, err := solver.Run(fista, solver.Any(solver.RelGap(1e-8), solver.MaxIter(8000)))
		if err != nil {
			t.Fatal(err)
		}
		seq := bounded(t, coordinate.ProximalNewton{}.Iterations(t.Context(), p), long.Objective)
		res, err := solver.Run(seq, solver.Any(solver.RelGap(1e-9), solver.MaxIter(60)))
		if err != nil || res.Status != solver.Converged || !(math.Abs(long.Objective-res.Objective) <= long.Gap+res.Gap) {
			t.Errorf("problem %d: %v after %d, error %v, objective %.12g, by FISTA %.12g", seed, res.Status, res.Iter, err,
				res.Objective, long.Objective)
		}
	}
}
