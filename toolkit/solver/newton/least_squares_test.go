package newton_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/newton"
	"github.com/proxlab/proxlab/toolkit/toolkittest"
)

// TestLeastSquares does what any solver owes; it is the solution by QR, and with more columns than examples that of
// least norm.
func TestLeastSquares(t *testing.T) {
	t.Parallel()
	x, y, ones := testproblems.Intercept(5, 30, 4)
	run := func(ctx context.Context, p *solver.Problem, _ []float64) solver.Seq[*newton.LeastSquaresState] {
		return newton.LeastSquares{}.Iterations(ctx, p)
	}
	p := solver.NewProblem(x, loss.Squared{Y: y}, nil)
	for name, p := range map[string]*solver.Problem{"plain": p, "an unpenalized column": p.WithUnpenalized(ones)} {
		if err := toolkittest.Solver(run, toolkittest.On(p, math.NaN()), toolkittest.Iterations(3)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	rng := rand.New(rand.NewPCG(5, 6))
	for _, shape := range [][2]int{{30, 5}, {5, 30}} {
		n, d := shape[0], shape[1]
		a, y := linalg.NewDense(n, d, testproblems.Normal(rng, n*d, 1)), testproblems.Normal(rng, n, 1)
		p := solver.NewProblem(a, loss.Squared{Y: y}, nil)
		res, err := solver.Run(run(t.Context(), p, nil), solver.MaxIter(1))
		if err != nil {
			t.Fatal(err)
		}
		var want mat.VecDense // gonum's solution of least norm where there are several
		if err := want.SolveVec(mat.NewDense(n, d, a.Data), mat.NewVecDense(n, y)); err != nil {
			t.Fatal(err)
		}
		if !floats.EqualApprox(res.X, want.RawVector().Data, 1e-10) {
			t.Errorf("%d × %d: %v, by QR %v", n, d, res.X, want.RawVector().Data)
		}
	}
}

func TestLeastSquaresRefuses(t *testing.T) {
	t.Parallel()
	x, y, _ := testproblems.Intercept(5, 30, 4)
	outputs := loss.SquaredOutputs{Y: append(y, y...), K: 2}
	for something, p := range map[string]*solver.Problem{
		"which loss.Logistic is not":       solver.NewProblem(x, loss.Logistic{Y: testproblems.Signs(y)}, nil),
		"which loss.SquaredOutputs is not": solver.NewProblem(x, outputs, nil),
		"neither penalty nor ridge":        solver.NewProblem(x, loss.Squared{Y: y}, prox.Ridge{Mu: 1}),
	} {
		testproblems.Says(t, newton.LeastSquares{}.Iterations(t.Context(), p), something)
	}
}

// TestLeastSquaresOfAnyScale: the unit of a feature changes neither rank nor objective, and of dependent columns the
// solution is still that of least norm, with weights as large as the unit wants it.
func TestLeastSquaresOfAnyScale(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(7, 6))
	const n, d = 30, 5
	x, y := linalg.NewDense(n, d, testproblems.Normal(rng, n*d, 1)), testproblems.Normal(rng, n, 1)
	solve := func(a linalg.Map) (solver.Result, *newton.LeastSquaresState) {
		p := solver.NewProblem(a, loss.Squared{Y: y}, nil)
		var last *newton.LeastSquaresState
		seq := solver.Tee(newton.LeastSquares{}.Iterations(t.Context(), p), func(s *newton.LeastSquaresState) { last = s })
		res, err := solver.Run(seq, solver.MaxIter(1))
		if err != nil {
			t.Fatal(err)
		}
		return res, last
	}
	want, _ := solve(x)
	for _, unit := range []float64{1e-19, 1e-9, 1e9} {
		got, last := solve(linalg.ScaleColumns(x, []float64{unit, 1, 1, 1 / unit, 1}))
		if !testproblems.Near(got.Objective, want.Objective, 1e-12) || last.Rank != d ||
			!testproblems.Near(got.X[0]*unit, want.X[0], 1e-9) {
			t.Errorf("unit %g: objective %g of rank %d, it is %g", unit, got.Objective, last.Rank, want.Objective)
		}
	}
	twice := linalg.AppendColumns(x, linalg.Columns(linalg.SelectColumns(x, []int{2})).(*linalg.Dense))
	got, last := solve(twice)
	if last.Rank != d || last.Full != d+1 || !(last.Open > 0) || !testproblems.Near(got.X[2], got.X[5], 1e-9) ||
		!testproblems.Near(got.Objective, want.Objective, 1e-12) {
		t.Errorf("a column twice: rank %d of %d, weights %g and %g, objective %g", last.Rank, last.Full, got.X[2], got.X[5],
			got.Objective)
	}
}
