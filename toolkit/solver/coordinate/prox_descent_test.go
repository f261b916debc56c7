package coordinate_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate"
	"github.com/proxlab/proxlab/toolkit/toolkittest"
)

// squares is a random least squares problem.
func squares(seed uint64, n, d int, g toolkit.Proxable) (*solver.Problem, *linalg.Dense, []float64) {
	rng := rand.New(rand.NewPCG(seed, 211))
	a, y := linalg.NewDense(n, d, testproblems.Normal(rng, n*d, 1)), testproblems.Normal(rng, n, 2)
	return solver.NewProblem(a, loss.Squared{Y: y}, g), a, y
}

// TestProxDescentContract: it does what any solver owes, for bounds with the lasso.
func TestProxDescentContract(t *testing.T) {
	t.Parallel()
	p, _, _ := squares(1, 30, 6, prox.Nonnegative(0.1))
	run := func(ctx context.Context, p *solver.Problem, x0 []float64) solver.Seq[*coordinate.ProxDescentState] {
		return coordinate.ProxDescent{Start: x0}.Iterations(ctx, p)
	}
	if err := toolkittest.Solver(run, toolkittest.On(p, math.NaN()), toolkittest.Iterations(20)); err != nil {
		t.Error(err)
	}
}

// pieces of a penalty of one weight: slope + curvature·w for lo ≤ w ≤ hi.
type piece struct{ lo, hi, slope, curvature float64 }

// leastOverPieces is the minimum of ½‖Aw − y‖²/n + Σ g(w_j) over all choices of one piece a weight: where the
// quadratic that they make has its stationary point inside of them, or a weight is at 0.
func leastOverPieces(a *linalg.Dense, y []float64, pieces []piece, g toolkit.Proxable) float64 {
	n, d := a.Dims()
	least := math.Inf(1)
	choice := make([]int, d)
	for {
		gram, right := mat.NewDense(d, d, nil), mat.NewVecDense(d, nil)
		for j := range d {
			k := choice[j]
			if k == len(pieces) { // w_j = 0
				gram.Set(j, j, 1)
				continue
			}
			for i := range n {
				row := a.Row(i)
				right.SetVec(j, right.AtVec(j)+row[j]*y[i]/float64(n))
				for l := range d {
					if choice[l] < len(pieces) {
						gram.Set(j, l, gram.At(j, l)+row[j]*row[l]/float64(n))
					}
				}
			}
			gram.Set(j, j, gram.At(j, j)+pieces[k].curvature)
			right.SetVec(j, right.AtVec(j)-pieces[k].slope)
		}
		var w mat.VecDense
		if w.SolveVec(gram, right) == nil {
			x, f := w.RawVector().Data, make([]float64, n)
			if value := g.Value(x); !math.IsInf(value, 1) { // any point bounds the minimum
				a.MulVec(f, x)
				least = math.Min(least, math.Pow(floats.Distance(f, y, 2), 2)/(2*float64(n))+value)
			}
		}
		j := 0
		for ; j < d && choice[j] == len(pieces); j++ {
			choice[j] = 0
		}
		if j == d {
			return least
		}
		choice[j]++
	}
}

// TestProxDescentIsTheBestOfAllPieces: the nonnegative lasso is the best over all supports; MCP, from the best of all
// pieces of its slopes, stays there, and never gets below it.
func TestProxDescentIsTheBestOfAllPieces(t *testing.T) {
	t.Parallel()
	const lambda, gamma = 0.3, 2.5
	infinite := math.Inf(1)
	for seed := range uint64(6) {
		g := prox.Nonnegative(lambda)
		p, a, y := squares(seed, 12, 4, g)
		res, err := solver.Run(coordinate.ProxDescent{}.Iterations(t.Context(), p), solver.Any(solver.AbsGap(1e-12),
			solver.MaxIter(100)))
		if err != nil || res.Status != solver.Converged {
			t.Fatal(res.Status, err)
		}
		least := leastOverPieces(a, y, []piece{{0, infinite, lambda, 0}}, g)
		if !testproblems.Near(res.Objective, least, 1e-10) {
			t.Errorf("nonnegative: %.12g, over all supports %.12g", res.Objective, least)
		}
		concave := prox.MCP{Lambda: lambda, Gamma: gamma}
		p, a, y = squares(seed, 12, 4, concave)
		least = leastOverPieces(a, y, []piece{
			{0, gamma * lambda, lambda, -1 / gamma}, {-gamma * lambda, 0, -lambda, -1 / gamma}, {-infinite, infinite, 0, 0},
		}, concave)
		best := infinite
		for k := range 40 {
			start := testproblems.Normal(rand.New(rand.NewPCG(uint64(k), seed)), 4, 2)
			res, err := solver.Run(coordinate.ProxDescent{Start: start}.Iterations(t.Context(), p), solver.MaxIter(50))
			if err != nil || res.Objective < least*(1-1e-10) || !math.IsInf(res.Gap, 1) {
				t.Fatalf("MCP: %.12g is below %.12g, or a gap %g is claimed; error %v", res.Objective, least, res.Gap, err)
			}
			best = math.Min(best, res.Objective)
		}
		if !testproblems.Near(best, least, 1e-9) {
			t.Errorf("MCP: from 40 starts %.12g, over all pieces %.12g", best, least)
		}
	}
}

// TestProxDescentRefuses what it does not know.
func TestProxDescentRefuses(t *testing.T) {
	t.Parallel()
	p, _, _ := squares(1, 5, 2, prox.TraceNorm{Lambda: 1, Rows: 2, Cols: 1})
	for _, err := range (coordinate.ProxDescent{}).Iterations(t.Context(), p) {
		if err == nil {
			t.Error("a penalty that is none of single weights is accepted")
		}
		break
	}
	svm := testproblems.NewSVM(10, 3, 0.1, 2).Problem()
	q := solver.NewProblem(svm.A, svm.Loss, prox.Nonnegative(1))
	for _, err := range (coordinate.ProxDescent{}).Iterations(t.Context(), q) {
		if err == nil {
			t.Error("a loss with kinks is accepted")
		}
		break
	}
}
