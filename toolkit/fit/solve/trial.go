package solve

import (
	"context"
	"fmt"
)

// tried is a run of the method that comes before the run's own, where it got to the tolerance, or is all there is time
// for; nil where the other is to go on.
func (r *run) tried(ctx context.Context, start []float64) (done *run, x []float64) {
	if r.m.First == nil || !r.at.Wanted.Free() || r.c.MaxIter > 0 {
		return nil, nil
	}
	first, most := r.m.First(r.at, r.problem)
	if most == 0 || r.at.why(first) != "" {
		return nil, nil
	}
	done = newRun(r.p, r.c, r.at, first, r.lambda)
	done.zero, done.limit = r.zero, most
	done.trial = !first.KeepsBest // else its rate says little
	x, err := done.follow(ctx, start)
	if err != nil || done.reached == 0 && ctx.Err() == nil {
		r.earlier = done.last.Iter
		r.why += fmt.Sprintf(" (here after %d)", r.earlier)
		return nil, nil
	}
	return done, x
}
