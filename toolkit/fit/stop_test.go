package fit_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// TestLinearStops: a context that ends and a limit give the best point so far with its gap, and the context an error; a
// tolerance out of reach stalls.
func TestLinearStops(t *testing.T) {
	t.Parallel()
	c := fit.Linear{Loss: loss.Logistic{}, Penalty: prox.SparseGroup{Lambda: 1, Mix: 0.5}}
	data := sample(&c, 60, 11, 4)
	most, err := c.LambdaMax(data)
	if err != nil {
		t.Fatal(err)
	}
	c.Lambda = 0.01 * most
	best, err := c.Fit(t.Context(), data)
	if err != nil {
		t.Fatal(err)
	}
	bounded := func(name string, m *model.Linear, status solver.Status) {
		t.Helper()
		if m.Status != status || !(m.Objective-best.Objective <= m.Gap+1e-12) || m.Objective < best.Objective-best.Gap {
			t.Errorf("%s: %s at %g with gap %g; the minimum is %g", name, m.Status, m.Objective, m.Gap, best.Objective)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	c.Watch = func(p solver.Progress) {
		if p.Iter == 5 {
			cancel()
		}
	}
	m, err := c.Fit(ctx, data)
	if !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	bounded("canceled", m, solver.Canceled)
	reason := errors.New("a reason")
	ctx, give := context.WithCancelCause(t.Context())
	give(reason)
	if m, err = c.Fit(ctx, data); !errors.Is(err, reason) || !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	bounded("canceled before it began", m, solver.Canceled)
	c.Watch, c.MaxIter = nil, 7
	if m, err = c.Fit(t.Context(), data); err != nil {
		t.Fatal(err)
	}
	bounded("limit", m, solver.IterationLimit)
	c.MaxIter, c.TimeLimit = 0, time.Nanosecond
	if m, err = c.Fit(t.Context(), data); err != nil {
		t.Fatal(err)
	}
	bounded("time", m, solver.TimeLimited)
	c.TimeLimit, c.Tol = 0, 1e-30
	if m, err = c.Fit(t.Context(), data); err != nil {
		t.Fatal(err)
	}
	bounded("out of reach", m, solver.Stalled)
	if m.Gap > 1e-9 {
		t.Errorf("it stalled at a gap of %g", m.Gap)
	}
	c.Tol, c.Lambda = 1e-6, 2*most
	if m, err = c.Fit(t.Context(), data); err != nil || m.Nonzeros() != 0 || m.Status != solver.Converged ||
		m.Gap > 1e-12 {
		t.Errorf("above λ_max: %+v, error %v", m, err)
	}
}

// TestLinearDeadlines: a deadline of the caller's is an error, of paths and folds too, beside what there is by then.
func TestLinearDeadlines(t *testing.T) {
	t.Parallel()
	c := fit.Linear{Penalty: prox.L1{Lambda: 1}, Lambda: 0.01, TimeLimit: time.Hour}
	data := sample(&c, 60, 11, 4)
	ctx, cancel := context.WithDeadline(t.Context(), time.Unix(0, 0))
	defer cancel()
	m, err := c.Fit(ctx, data)
	if !errors.Is(err, context.DeadlineExceeded) || m.Status != solver.TimeLimited || !(m.Gap > 0) {
		t.Errorf("a fit that has no time: %+v, error %v", m, err)
	}
	models, err := c.Path(ctx, data, []float64{2 * c.Lambda, c.Lambda})
	if !errors.Is(err, ctx.Err()) || len(models) != 1 {
		t.Errorf("a path that has no time: %d models, error %v", len(models), err)
	}
	if v, err := c.CrossValidate(ctx, data, []float64{c.Lambda}, 3); !errors.Is(err, ctx.Err()) || v != nil {
		t.Errorf("folds that have no time: %v, error %v", v, err)
	}
}
