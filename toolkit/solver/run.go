package solver

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"
)

// Status says why a run ended.
type Status string

// The reasons for which a run ends.
const (
	Converged      Status = "converged"
	IterationLimit Status = "iteration-limit"
	TimeLimited    Status = "time-limit"
	Stalled        Status = "stalled"
	Stationary     Status = "stationary" // of what is not convex, whose minimum nobody knows: steps gain nothing
	Canceled       Status = "canceled"
	Diverged       Status = "diverged"
)

// Stop looks at the progress of a state and returns why to stop there, "" to go on. NaN never counts as converged, nor
// does a gap or a residual of 0: see Progress.
type Stop func(p *Progress) Status

// RelGap stops as converged at Gap ≤ tol·|Objective|, and as stalled where Rounding is more and the rest of the gap is
// not.
func RelGap(tol float64) Stop {
	return func(p *Progress) Status { return gapWithin(p, tol*math.Abs(p.Objective)) }
}

// AbsGap stops as converged at Gap ≤ tol, and as stalled where Rounding is more and the rest of the gap is not.
func AbsGap(tol float64) Stop {
	return func(p *Progress) Status { return gapWithin(p, tol) }
}

func gapWithin(p *Progress, tol float64) Status {
	switch {
	case within(p.Gap, tol):
		return Converged
	case p.Rounding > tol && p.Left() <= tol:
		return Stalled // the gap falls no further
	}
	return ""
}

// SmallResidual stops as converged at Residual ≤ tol.
func SmallResidual(tol float64) Stop {
	return when(Converged, func(p *Progress) bool { return within(p.Residual, tol) })
}

// within tells whether a bound is known and small. What is known to be 0, to rounding, is within all of them.
func within(bound, tol float64) bool { return bound > 0 && bound <= Known(tol) }

// MaxIter stops after n iterations.
func MaxIter(n int) Stop {
	return when(IterationLimit, func(p *Progress) bool { return p.Iter >= n })
}

// MaxTime stops when Elapsed, which Timed fills, reaches d.
func MaxTime(d time.Duration) Stop {
	return when(TimeLimited, func(p *Progress) bool { return p.Elapsed >= d })
}

// NoDecrease stops as stalled after n states in a row whose objective was not below the lowest before them.
func NoDecrease(n int) Stop {
	best, since := math.Inf(1), 0
	return func(p *Progress) Status {
		if p.Iter <= 1 { // a new run
			best, since = math.Inf(1), 0
		}
		if p.Objective < best {
			best, since = p.Objective, 0
			return ""
		}
		if since++; since >= n {
			return Stalled
		}
		return ""
	}
}

// Any stops when the first of several stops does.
func Any(stops ...Stop) Stop {
	return func(p *Progress) Status {
		for _, s := range stops {
			if why := s(p); why != "" {
				return why
			}
		}
		return ""
	}
}

func when(why Status, holds func(*Progress) bool) Stop {
	return func(p *Progress) Status {
		if holds(p) {
			return why
		}
		return ""
	}
}

// Result is where a run ended: the last state's progress and point (nil where the state has none), and why.
type Result struct {
	Progress
	X      []float64
	Status Status
}

// Nonzeros is the number of weights of X that are not exactly zero.
func (r Result) Nonzeros() int {
	n := 0
	for _, x := range r.X {
		if x != 0 {
			n++
		}
	}
	return n
}

// Run ranges over a sequence until stop says so, timing it. The end of a context is a status (canceled or time-limit)
// and an error (see Interrupted), beside the last state, and so is divergence. Any other error of the sequence is
// returned as it is.
func Run[S Reporter](seq Seq[S], stop Stop) (Result, error) {
	res := Result{Progress: Unknown(), Status: Stalled}
	for st, err := range Timed(seq) {
		res.Progress = *st.Report()
		if err == nil {
			res.Status = stop(st.Report())
		} else {
			if res.Status = ending(err); res.Status == "" {
				err = fmt.Errorf("solver: %w", err)
			}
		}
		if res.Status == "" && err == nil {
			continue
		}
		if p, ok := any(st).(Pointed); ok {
			res.X = p.X(nil)
		}
		return res, err
	}
	return res, errors.New("solver: the sequence ended without a reason")
}

// ending is what the error that ends a sequence means.
func ending(err error) Status {
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return TimeLimited
	case errors.Is(err, context.Canceled):
		return Canceled
	case errors.Is(err, ErrDiverged):
		return Diverged
	}
	return ""
}
