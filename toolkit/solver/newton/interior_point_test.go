package newton_test

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/newton"
	"github.com/proxlab/proxlab/toolkit/toolkittest"
)

// minimum is the optimum by the interior point, with its gap tested.
func minimum(t *testing.T, p *solver.Problem) solver.Result {
	t.Helper()
	stop := solver.Any(solver.AbsGap(1e-10), solver.MaxIter(200))
	res, err := solver.Run(newton.InteriorPoint{}.Iterations(t.Context(), p), stop)
	if err != nil || res.Status != solver.Converged {
		t.Fatalf("%v, error %v, gap %g", res.Status, err, res.Gap)
	}
	return res
}

// TestInteriorPoint does what any solver owes, within thirty iterations; a dense matrix ends at the same bits.
func TestInteriorPoint(t *testing.T) {
	t.Parallel()
	s := testproblems.NewSVM(300, 8, 0.01, 1)
	p := s.Problem()
	best := minimum(t, p)
	if o := p.Objective(best.X); !testproblems.Near(o, best.Objective, 1e-12) {
		t.Errorf("reports objective %g, at its point it is %g", best.Objective, o)
	}
	if best.Iter > 30 {
		t.Errorf("%d iterations", best.Iter)
	}
	run := func(ctx context.Context, p *solver.Problem, _ []float64) solver.Seq[*newton.InteriorPointState] {
		return newton.InteriorPoint{}.Iterations(ctx, p)
	}
	if err := toolkittest.Solver(run, toolkittest.On(p, best.Objective), toolkittest.Iterations(best.Iter)); err != nil {
		t.Error(err)
	}
	dense := minimum(t, solver.NewProblem(linalg.ToDense(s.X), loss.Hinge{Y: s.Y}, prox.Ridge{Mu: s.Mu}))
	if !floats.Equal(dense.X, best.X) {
		t.Error("a dense matrix ends elsewhere")
	}
}

// TestInteriorPointAgreesWithCoordinateDescent compares the optimum with that of dual coordinate descent.
func TestInteriorPointAgreesWithCoordinateDescent(t *testing.T) {
	t.Parallel()
	for _, mu := range []float64{1, 1e-2, 1e-4} {
		s := testproblems.NewSVM(120, 5, mu, 4)
		best := minimum(t, s.Problem())
		v := coordinateDescent(s, 200000)
		if o := s.Problem().Objective(v); math.Abs(o-best.Objective) > 1e-6 {
			t.Errorf("μ = %g: objective %.9g, by coordinate descent %.9g", mu, best.Objective, o)
		}
		if d := floats.Distance(best.X, v, 2); d > math.Sqrt(2*2e-6/mu) { // strong convexity
			t.Errorf("μ = %g: weights differ by %g", mu, d)
		}
	}
}

// coordinateDescent is dual coordinate descent as Hsieh et al., 2008, have it, with passes until nothing moves.
func coordinateDescent(s testproblems.SVM, passes int) []float64 {
	m := float64(s.X.R)
	w, alpha := make([]float64, s.X.C), make([]float64, s.X.R) // w = Σ α_i y_i a_i/(μm), 0 ≤ α_i ≤ 1
	for range passes {
		var moved float64
		for i, y := range s.Y {
			q := s.X.DotRows(i, i) / (s.Mu * m)
			if q == 0 {
				continue
			}
			now := math.Min(1, math.Max(0, alpha[i]+(1-y*s.X.DotRow(i, w))/q))
			moved = math.Max(moved, math.Abs(now-alpha[i]))
			s.X.AddRow(w, (now-alpha[i])*y/(s.Mu*m), i)
			alpha[i] = now
		}
		if moved < 1e-13 {
			break
		}
	}
	return w
}

// TestInteriorPointIntercept: an intercept is a feature that is large everywhere and so has next to no ridge; weights
// are examples repeated.
func TestInteriorPointIntercept(t *testing.T) {
	t.Parallel()
	const large = 1e4
	s := testproblems.NewSVM(80, 5, 0.02, 3)
	weights := make([]float64, 80)
	var rows []int
	var y []float64
	for i := range weights {
		weights[i] = float64(1 + i%3)
		for range 1 + i%3 {
			rows, y = append(rows, i), append(y, s.Y[i])
		}
	}
	floats.Scale(1/floats.Sum(weights), weights)
	constant := func(n int, v float64) *linalg.Dense {
		row := linalg.NewDense(1, n, nil)
		floats.AddConst(v, row.Data)
		return row
	}
	stop := solver.Any(solver.AbsGap(1e-11), solver.MaxIter(200))
	run := func(a linalg.Map, l loss.Hinge, intercept *linalg.Dense) solver.Result {
		p := solver.NewProblem(a, l, prox.Ridge{Mu: s.Mu}).WithUnpenalized(intercept)
		res, err := solver.Run(newton.InteriorPoint{}.Iterations(t.Context(), p), stop)
		if err != nil || res.Status != solver.Converged {
			t.Fatal(res.Status, err)
		}
		return res
	}
	want := run(linalg.AppendColumns(linalg.SelectRows(s.X, rows), constant(len(rows), large)), loss.Hinge{Y: y}, nil)
	got := run(s.X, loss.Hinge{Y: s.Y, Weights: weights}, constant(80, 1))
	if !testproblems.Near(got.Objective, want.Objective, 1e-6) || math.Abs(got.X[5]-large*want.X[5]) > 1e-3 {
		t.Errorf("objective %.9g and intercept %g, with a large feature %.9g and %g",
			got.Objective, got.X[5], want.Objective, large*want.X[5])
	}
	half := run(s.X, loss.Hinge{Y: s.Y, Weights: weights}, constant(80, 0.5))
	if !testproblems.Near(got.Objective, half.Objective, 1e-10) || math.Abs(got.X[5]-0.5*half.X[5]) > 1e-5 {
		t.Errorf("with a column of 0.5 the objective is %.9g and the weight %g, with one of ones %.9g and %g",
			half.Objective, half.X[5], got.Objective, got.X[5])
	}
}
