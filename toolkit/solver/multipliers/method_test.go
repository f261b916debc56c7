package multipliers_test

import (
	"context"
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
	"github.com/proxlab/proxlab/toolkit/solver/multipliers"
	"github.com/proxlab/proxlab/toolkit/toolkittest"
)

// states forgets the type of states.
func states[S solver.State](seq solver.Seq[S]) solver.Seq[solver.State] {
	return func(yield func(solver.State, error) bool) {
		for st, err := range seq {
			if !yield(st, err) {
				return
			}
		}
	}
}

func byNewton(ctx context.Context, p *solver.Problem, start []float64) solver.Seq[solver.State] {
	return states(coordinate.ProximalNewton{Start: start}.Iterations(ctx, p))
}

func byFISTA(ctx context.Context, p *solver.Problem, start []float64) solver.Seq[solver.State] {
	return states(gradient.FISTA{Start: start[:p.Dim()]}.Iterations(ctx, p))
}

// quantiles is a problem of 40 examples and 8 features with the lasso.
func quantiles(seed uint64, penalty toolkit.Proxable) *solver.Problem {
	rng := rand.New(rand.NewPCG(seed, 3))
	x := linalg.NewDense(40, 8, testproblems.Normal(rng, 320, 1))
	y := testproblems.Normal(rng, 40, 1)
	for i := range y {
		y[i] += 2*x.At(i, 0) - x.At(i, 1)
	}
	return solver.NewProblem(x, loss.Quantile{Y: y, Tau: 0.3}, penalty)
}

// TestMethod does what any solver owes, and by two solvers of the smooth problems ends at the same minimum.
func TestMethod(t *testing.T) {
	t.Parallel()
	p := quantiles(1, prox.L1{Lambda: 0.05})
	stop := solver.Any(solver.RelGap(1e-9), solver.MaxIter(60))
	best, err := solver.Run(multipliers.Method{Inner: byNewton}.Iterations(t.Context(), p), stop)
	if err != nil || best.Status != solver.Converged {
		t.Fatalf("%v, gap %g, error %v", best.Status, best.Gap, err)
	}
	other, err := solver.Run(multipliers.Method{Inner: byFISTA, MaxInner: 3000}.Iterations(t.Context(), p), stop)
	if err != nil || !testproblems.Near(other.Objective, best.Objective, 2e-9) {
		t.Errorf("by FISTA %.12g, by Newton %.12g, error %v", other.Objective, best.Objective, err)
	}
	run := func(ctx context.Context, p *solver.Problem, x0 []float64) solver.Seq[*multipliers.State] {
		return multipliers.Method{Inner: byNewton, Start: x0}.Iterations(ctx, p)
	}
	if err := toolkittest.Solver(run, toolkittest.On(p, best.Objective), toolkittest.Iterations(40)); err != nil {
		t.Error(err)
	}
}

// TestMethodIsExactForAnyWidth: smoothing leaves no trace in the answer, however wide the envelope is at first.
func TestMethodIsExactForAnyWidth(t *testing.T) {
	t.Parallel()
	p := quantiles(2, prox.L1{Lambda: 0.02}).WithRidge(0.01)
	var want float64
	for _, width := range []float64{0, 1e-3, 1, 1e3} {
		c := multipliers.Method{Inner: byNewton, Width: width}
		res, err := solver.Run(c.Iterations(t.Context(), p), solver.Any(solver.RelGap(1e-9), solver.MaxIter(100)))
		if want == 0 {
			want = res.Objective
		}
		if err != nil || res.Status != solver.Converged || !testproblems.Near(res.Objective, want, 2e-9) {
			t.Errorf("width %g: %v at %.12g, not %.12g, error %v", width, res.Status, res.Objective, want, err)
		}
	}
}

// TestMethodBeginsAtAnInterpolation: a start whose loss is all but 0, as paths come by, says nothing of the width.
func TestMethodBeginsAtAnInterpolation(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(5, 3))
	x, y := linalg.NewDense(30, 30, nil), make([]float64, 30)
	for i := range 15 {
		y[2*i] = float64(rng.IntN(3))
		for j := range x.C {
			x.Row(2 * i)[j] = rng.Float64()
		}
		y[2*i+1] = y[2*i]
		copy(x.Row(2*i+1), x.Row(2*i))
	}
	var start []float64
	for _, lambda := range []float64{0.002, 0.0004} {
		p := solver.NewProblem(x, loss.Quantile{Y: y, Tau: 0.5}, prox.L1{Lambda: lambda})
		res, err := solver.Run(multipliers.Method{Inner: byNewton, Start: start}.Iterations(t.Context(), p),
			solver.Any(solver.RelGap(1e-9), solver.MaxIter(20)))
		if err != nil || res.Status != solver.Converged {
			t.Errorf("λ = %g: %v, gap %g of %g, error %v", lambda, res.Status, res.Gap, res.Objective, err)
		}
		start = res.X
	}
}

// TestMethodSeparable: with one feature an example, which is its own, the median is the target, shrunk.
func TestMethodSeparable(t *testing.T) {
	t.Parallel()
	y := []float64{3, -2, 0.5, -0.1}
	identity := linalg.NewDense(4, 4, nil)
	for i := range y {
		identity.Row(i)[i] = 1
	}
	l := loss.Quantile{Y: y, Weights: []float64{1, 1, 1, 1}}
	p := solver.NewProblem(identity, l, prox.L1{Lambda: 0.4}).WithRidge(0.1)
	res, err := solver.Run(multipliers.Method{Inner: byNewton}.Iterations(t.Context(), p),
		solver.Any(solver.AbsGap(1e-10), solver.MaxIter(60)))
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range y { // slope ½ of the loss against 0.4 + 0.1|w|: w = 1 where the target is beyond
		if want := math.Copysign(math.Min(1, math.Abs(v)), v); math.Abs(res.X[i]-want) > 1e-4 {
			t.Errorf("weight %d is %g, not %g", i, res.X[i], want)
		}
	}
}

// TestMethodRefuses names what a problem lacks.
func TestMethodRefuses(t *testing.T) {
	t.Parallel()
	p := quantiles(3, prox.L1{Lambda: 0.1})
	y := make([]float64, 40)
	for says, c := range map[string]struct {
		p     *solver.Problem
		inner func(context.Context, *solver.Problem, []float64) solver.Seq[solver.State]
	}{
		"which loss.Squared has not":   {p.WithLoss(loss.Squared{Y: y}), byNewton},
		"needs μ > 0, or a penalty":    {quantiles(3, nil), byNewton},
		"μ = -1":                       {p.WithRidge(-1), byNewton},
		"a solver of its smooth":       {p, nil},
		"that is a sum of norms over ": {quantiles(3, prox.TraceNorm{Lambda: 1, Rows: 8, Cols: 1}), byNewton},
	} {
		testproblems.Says(t, multipliers.Method{Inner: c.inner}.Iterations(t.Context(), c.p), says)
	}
}
