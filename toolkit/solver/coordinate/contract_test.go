package coordinate_test

import (
	"context"
	"errors"
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate"
)

// state is what the states of the solvers of this package have.
type state interface {
	solver.Reporter
	solver.Pointed
}

// TestTinyLasso: each solver comes to the known solution within five iterations, at the same bits in a second run; it
// reports the objective and the gap of its point; gaps bound errors; the start stays as it was; the context ends it;
// and NaN is told from convergence.
func TestTinyLasso(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]coordinate.Descent{
		"Descent": {}, "Descent/all": {NoWorkingSets: true}, "Descent/no-extrapolation": {NoExtrapolation: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tinyLasso(t, func(ctx context.Context, p *solver.Problem, start []float64) solver.Seq[*coordinate.State] {
				c.Start = start
				return c.Iterations(ctx, p)
			})
		})
	}
	t.Run("ProximalNewton", func(t *testing.T) {
		t.Parallel()
		type seq = solver.Seq[*coordinate.ProximalNewtonState]
		tinyLasso(t, func(ctx context.Context, p *solver.Problem, start []float64) seq {
			return coordinate.ProximalNewton{Start: start}.Iterations(ctx, p)
		})
	})
}

func tinyLasso[S state](t *testing.T, run func(ctx context.Context, p *solver.Problem, start []float64) solver.Seq[S]) {
	t.Helper()
	p, solution := testproblems.TinyLasso()
	best := p.Objective(solution)
	start := []float64{5, -5, 5}
	first, err := solver.Run(bounded(t, run(t.Context(), p, start), best), solver.MaxIter(5))
	if err != nil || !floats.EqualApprox(first.X, solution, 1e-10) {
		t.Fatalf("at %v, the solution is %v, error %v", first.X, solution, err)
	}
	if !floats.Equal(start, []float64{5, -5, 5}) {
		t.Errorf("the start was changed to %v", start)
	}
	if want := p.Objective(first.X); !testproblems.Near(first.Objective, want, 1e-12) {
		t.Errorf("reports objective %g, at its point it is %g", first.Objective, want)
	}
	if want := p.Gap(first.X); !testproblems.Near(first.Gap, want, 1e-12) {
		t.Errorf("reports gap %g, at its point it is %g", first.Gap, want)
	}
	if again, _ := solver.Run(run(t.Context(), p, start), solver.MaxIter(5)); !floats.Equal(first.X, again.X) {
		t.Errorf("a second run ends at %v, the first at %v", again.X, first.X)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, err := range run(ctx, p, nil) {
		if !errors.Is(err, context.Canceled) {
			t.Fatalf("error %v, not that of the context", err)
		}
	}
	a := linalg.NewDense(2, 2, []float64{1, math.NaN(), 0, 1})
	bad := solver.NewProblem(a, loss.Squared{Y: []float64{1, 2}}, prox.L1{Lambda: 0.1})
	if _, err := solver.Run(run(t.Context(), bad, nil), solver.MaxIter(100)); !errors.Is(err, solver.ErrDiverged) {
		t.Errorf("error %v, not ErrDiverged", err)
	}
}
