package coordinate_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate"
	"github.com/proxlab/proxlab/toolkit/solver/gradient"
)

// manyWeights are sparse group lassos with little penalty: more weights are not 0 than there are examples, and passes
// over them are slow. One weight is in no group, and one group has no weight.
func manyWeights() map[string]*solver.Problem {
	const n, d, size = 40, 100, 9
	g := prox.SparseGroup{Lambda: 1, Mix: 0.5}
	for j := 0; j+size < d; j += size {
		var group []int
		for i := range size {
			group = append(group, j+i)
		}
		g.Groups, g.Weights = append(g.Groups, group), append(g.Weights, 1+float64(j%2))
	}
	g.Weights[3] = 0
	rng := rand.New(rand.NewPCG(227, 1))
	a := linalg.NewDense(n, d, testproblems.Normal(rng, n*d, 1))
	y := testproblems.Normal(rng, n, 1)
	ones := linalg.NewDense(1, n, slices.Repeat([]float64{1}, n))
	of := func(l toolkit.Loss) *solver.Problem { return solver.NewProblem(a, l, g) }
	squared := of(loss.Squared{Y: y}).WithUnpenalized(ones)
	several := g
	several.Groups = append(prox.Groups(nil), g.Groups...)
	for i, group := range several.Groups { // of both outputs
		for _, j := range group {
			several.Groups[i] = append(several.Groups[i], d+j)
		}
	}
	two := loss.SquaredOutputs{Y: testproblems.Normal(rng, 2*n, 1), K: 2}
	out := map[string]*solver.Problem{
		"squared": squared, "ridge": squared.WithRidge(1e-4), "logistic": of(loss.Logistic{Y: testproblems.Signs(y)}),
		"sparse":  solver.NewProblem(linalg.ToCSR(a), loss.Squared{Y: y}, g),
		"weights": of(loss.Squared{Y: y, Weights: testproblems.SawtoothWeights(n)}).WithUnpenalized(ones),
		"outputs": solver.NewProblem(a, two, several),
	}
	for name, p := range out {
		out[name] = p.At(2e-3 * p.LambdaMax())
	}
	return out
}

// TestProxDescentByNewton: steps of Newton's method on the weights that are not 0 take few passes, to where FISTA ends.
func TestProxDescentByNewton(t *testing.T) {
	t.Parallel()
	for name, p := range manyWeights() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := solver.Run(coordinate.ProxDescent{}.Iterations(t.Context(), p), solver.Any(solver.RelGap(1e-10),
				solver.MaxIter(100)))
			if err != nil || got.Status != solver.Converged {
				t.Fatalf("%s after %d, gap %g of %g, error %v", got.Status, got.Iter, got.Gap, got.Objective, err)
			}
			start := make([]float64, p.Dim())
			want, err := solver.Run(gradient.FISTA{Start: start}.Iterations(t.Context(), p),
				solver.Any(solver.RelGap(1e-9), solver.MaxIter(100000)))
			if err != nil || want.Status != solver.Converged {
				t.Fatalf("FISTA: %s, gap %g of %g, error %v", want.Status, want.Gap, want.Objective, err)
			}
			if !testproblems.Near(got.Objective, want.Objective, 2e-9) {
				t.Errorf("%.12g, FISTA %.12g", got.Objective, want.Objective)
			}
			if far := floats.Distance(got.X[:p.Dim()], want.X, math.Inf(1)); far > 1e-3*floats.Norm(want.X, math.Inf(1)) {
				t.Errorf("weights are %g from FISTA's", far)
			}
			if got.Evals > 300 { // passes alone are 1,000 and more, or 340 for the logistic loss
				t.Errorf("%d passes and steps", got.Evals)
			}
		})
	}
}
