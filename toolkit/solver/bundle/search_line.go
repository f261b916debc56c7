package bundle

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// near is the share of the predicted decrease along a line at which its search ends.
const near = 0.1

// searchLine calls at the next point, and then between it and the best one while f has its minimum between them: where
// the bounds from both ends, parabolas of the ridge's curvature, are lowest.
func (r *run) searchLine(ctx context.Context, calls int) error {
	from, direction := slices.Clone(r.w), slices.Clone(r.next)
	floats.Sub(direction, from)
	curvature := r.Lambda * r.squared(direction)
	low := linePoint{0, r.Objective, r.slopeAlong(direction, r.w, r.bestA)}
	var high linePoint
	for k := range calls {
		at, predicted := 1.0, r.lower
		if k > 0 {
			if at, predicted = low.lowest(high, curvature); !(at > low.at && at < high.at) {
				return nil
			}
			floats.AddScaledTo(r.next, from, at, direction)
		}
		before := r.Objective
		if err := r.improve(ctx); err != nil {
			return err
		}
		switch here := (linePoint{at, r.Value, r.slopeAlong(direction, r.next, r.a)}); {
		case here.slope > 0:
			high = here
		case k == 0:
			return nil // the minimum is beyond
		default:
			low = here
		}
		if r.Value-predicted <= near*(before-predicted) {
			return nil
		}
	}
	return nil
}

// slopeAlong is ⟨λw + a, direction⟩.
func (r *run) slopeAlong(direction, w, a []float64) float64 {
	dual := direction
	if r.cuts.metric != nil {
		dual = r.scratch
		r.cuts.metric.Apply(dual, direction)
	}
	return r.Lambda*floats.Dot(w, dual) + floats.Dot(a, dual)
}

// linePoint is f at a point of a line.
type linePoint struct{ at, value, slope float64 }

// lowest is where the larger of the bounds of f from both ends of an interval is lowest, and how low: from x_0 that is
// f(x_0) + f'(x_0)(x − x_0) + (curvature/2)(x − x_0)².
func (p linePoint) lowest(q linePoint, curvature float64) (at, value float64) {
	width := q.at - p.at
	at = (q.value - p.value + p.slope*p.at - q.slope*q.at + curvature/2*width*(p.at+q.at)) /
		(p.slope - q.slope + curvature*width)
	if curvature > 0 {
		at = max(q.at-q.slope/curvature, min(at, p.at-p.slope/curvature))
	}
	x := at - p.at
	return at, p.value + p.slope*x + curvature/2*x*x
}
