package solver_test

import (
	"context"
	"errors"
	"math"
	"testing"
	"testing/synctest"
	"time"

	"github.com/proxlab/proxlab/toolkit/solver"
)

// countdown is a sequence whose objective is 10/iter and whose gap is half of it.
type countdown struct {
	solver.Progress
}

func (c *countdown) X(dst []float64) []float64 { return append(dst[:0], float64(c.Iter)) }

func counting(ctx context.Context) solver.Seq[*countdown] {
	return func(yield func(*countdown, error) bool) {
		s := &countdown{}
		for {
			if err := context.Cause(ctx); err != nil {
				yield(s, err)
				return
			}
			s.Iter++
			s.Objective = 10 / float64(s.Iter)
			s.Gap = s.Objective / 2
			s.Residual = math.NaN()
			if !yield(s, nil) {
				return
			}
		}
	}
}

func TestRunStatuses(t *testing.T) {
	t.Parallel()
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	late, cancelLate := context.WithDeadline(t.Context(), time.Unix(0, 0))
	defer cancelLate()
	for _, c := range []struct {
		what   string
		ctx    context.Context
		stop   solver.Stop
		status solver.Status
		iter   int
	}{
		{"absolute gap", t.Context(), solver.AbsGap(1), solver.Converged, 5},
		{"iterations", t.Context(), solver.MaxIter(7), solver.IterationLimit, 7},
		{"the first of two", t.Context(), solver.Any(solver.MaxIter(9), solver.AbsGap(1)), solver.Converged, 5},
		{
			"relative gap never reached", t.Context(), solver.Any(solver.RelGap(0.1), solver.MaxIter(50)),
			solver.IterationLimit, 50,
		},
		{"NaN is not small", t.Context(), solver.Any(solver.SmallResidual(1), solver.MaxIter(3)), solver.IterationLimit, 3},
		{"time", t.Context(), solver.MaxTime(0), solver.TimeLimited, 1},
		{"canceled", canceled, solver.MaxIter(3), solver.Canceled, 0},
		{"deadline", late, solver.MaxIter(3), solver.TimeLimited, 0},
	} {
		res, err := solver.Run(counting(c.ctx), c.stop)
		if !errors.Is(err, c.ctx.Err()) || res.Status != c.status || res.Iter != c.iter {
			t.Errorf(
				"%s: %s after %d iterations, error %v; not %s after %d",
				c.what,
				res.Status,
				res.Iter,
				err,
				c.status,
				c.iter,
			)
		}
		if len(res.X) != 1 || res.X[0] != float64(c.iter) {
			t.Errorf("%s: point %v", c.what, res.X)
		}
	}
}

func TestRunReportsErrors(t *testing.T) {
	t.Parallel()
	fails := func(e error) solver.Seq[*countdown] {
		return func(yield func(*countdown, error) bool) { yield(&countdown{}, e) }
	}
	if res, err := solver.Run(fails(solver.ErrDiverged), solver.MaxIter(1)); res.Status != solver.Diverged ||
		!errors.Is(err, solver.ErrDiverged) {
		t.Errorf("%s, %v", res.Status, err)
	}
	other := errors.New("other")
	if _, err := solver.Run(fails(other), solver.MaxIter(1)); !errors.Is(err, other) {
		t.Errorf("error %v", err)
	}
	empty := func(func(*countdown, error) bool) {}
	if _, err := solver.Run(empty, solver.MaxIter(1)); err == nil {
		t.Error("an empty sequence is no error")
	}
}

func TestNoDecreaseStalls(t *testing.T) {
	t.Parallel()
	stop := solver.NoDecrease(2)
	values := []float64{3, 2, 2.5, 2.5, 1}
	for run := range 2 { // the rule begins anew with every run
		for i, v := range values[:4] {
			got := stop(&solver.Progress{Iter: i + 1, Objective: v})
			if want := map[bool]solver.Status{true: solver.Stalled}[i == 3]; got != want {
				t.Errorf("run %d, iteration %d: %q, not %q", run, i+1, got, want)
			}
		}
	}
}

func TestAdaptors(t *testing.T) {
	t.Parallel()
	var teed, kept []int
	seq := solver.Tee(counting(t.Context()), func(s *countdown) { teed = append(teed, s.Iter) })
	seq = solver.Evaluate(seq, 3, func(s *countdown) (float64, float64) { return -float64(s.Iter), math.NaN() })
	seq = solver.Best(seq, func(s *countdown) { kept = append(kept, s.Iter) })
	var seen []int
	for st, err := range solver.Sample(solver.Timed(seq), solver.Every(2)) {
		if err != nil {
			t.Fatal(err)
		}
		seen = append(seen, st.Iter)
		if st.Iter == 6 {
			if st.Objective != -6 || st.Gap != 10.0/12 {
				t.Errorf("objective %g was not evaluated, or gap %g was overwritten", st.Objective, st.Gap)
			}
			break
		}
	}
	if len(teed) != 6 || len(seen) != 3 || seen[2] != 6 {
		t.Errorf("teed %v, seen %v", teed, seen)
	}
	if want := []int{1, 2, 3, 6}; len(kept) != 4 || kept[3] != want[3] {
		t.Errorf("kept %v, not %v", kept, want)
	}
}

// TestTimedLeavesOutTheLoopsBody runs on a clock that moves only while all sleep.
func TestTimedLeavesOutTheLoopsBody(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		slow := solver.Tee(counting(t.Context()), func(*countdown) { time.Sleep(time.Second) })
		for st, err := range solver.Timed(slow) {
			time.Sleep(time.Hour)
			if want := time.Duration(st.Iter) * time.Second; err != nil || st.Elapsed != want {
				t.Fatalf("elapsed %v after %d iterations of a second, error %v", st.Elapsed, st.Iter, err)
			}
			if st.Iter == 5 {
				return
			}
		}
	})
}
