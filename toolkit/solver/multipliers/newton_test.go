package multipliers_test

import (
	"context"
	"math"
	"testing"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/multipliers"
	"github.com/proxlab/proxlab/toolkit/toolkittest"
)

// withIntercept is a problem with a ridge alone and an intercept.
func withIntercept() *solver.Problem {
	ones := linalg.NewDense(1, 40, nil)
	for i := range ones.Data {
		ones.Data[i] = 1
	}
	return quantiles(4, nil).WithRidge(0.01).WithUnpenalized(ones)
}

// TestWithoutInner does what any solver owes where no solver of subproblems is given, with bounds too.
func TestWithoutInner(t *testing.T) {
	t.Parallel()
	run := func(ctx context.Context, p *solver.Problem, x0 []float64) solver.Seq[*multipliers.State] {
		return multipliers.Method{Start: x0}.Iterations(ctx, p)
	}
	for _, p := range []*solver.Problem{
		quantiles(4, nil).WithRidge(0.01), quantiles(4, prox.Nonnegative(0)).WithRidge(0.01), withIntercept(),
	} {
		best, err := solver.Run(run(t.Context(), p, nil), solver.Any(solver.RelGap(1e-10), solver.MaxIter(60)))
		if err != nil || best.Status != solver.Converged {
			t.Fatalf("%v, gap %g, error %v", best.Status, best.Gap, err)
		}
		if p.Unpenalized != nil { // the kit starts from W alone
			continue
		}
		if err := toolkittest.Solver(run, toolkittest.On(p, best.Objective), toolkittest.Iterations(40)); err != nil {
			t.Error(err)
		}
	}
}

// stuck is a state at weights that are no solution.
type stuck struct {
	solver.Progress
	w []float64
}

func (s *stuck) X(dst []float64) []float64 { return append(dst[:0], s.w...) }

// TestUnbalancedSlopesAreNoCertificate: where a solver of subproblems leaves the intercept at 0, slopes do not sum up
// to 0, and the dual objective is no bound.
func TestUnbalancedSlopesAreNoCertificate(t *testing.T) {
	t.Parallel()
	p := withIntercept()
	shifted := solver.NewProblem(linalg.NewDense(40, 8, nil), p.Loss, prox.L1{Lambda: 1}).WithUnpenalized(p.Unpenalized)
	stop := func(_ context.Context, _ *solver.Problem, start []float64) solver.Seq[solver.State] {
		return func(yield func(solver.State, error) bool) {
			yield(&stuck{solver.Progress{Iter: 1, Objective: 1}, make([]float64, len(start))}, nil)
		}
	}
	res, err := solver.Run(multipliers.Method{Inner: stop}.Iterations(t.Context(), shifted), solver.MaxIter(30))
	l, least := p.Loss.(loss.Quantile), math.Inf(1)
	for _, b := range l.Y { // the best intercept is one of the targets
		var sum float64
		for i := range l.Y {
			value, _ := l.At(i, b)
			sum += l.Weight(i) * value
		}
		least = math.Min(least, sum)
	}
	if err != nil || res.Gap < res.Objective-least {
		t.Errorf("P is %g, the least %g, the gap says %g, error %v", res.Objective, least, res.Gap, err)
	}
	if testproblems.Near(res.Objective, least, 1e-3) {
		t.Error("the best intercept is 0: there is nothing to see")
	}
}
