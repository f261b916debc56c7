package smooth

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// Raised is how many times the curvatures of a loss those of its model are; 0 stands for 1. Of a penalty that is not
// convex they are raised after a step by which the objective does not fall, up to what lies above the loss, and a part
// of that is taken back after one by which it does.
type Raised float64

const (
	raiseBy, lowerBy = 8, 2
	raisedShare      = 1e-3 // of the largest curvature, where others are less
)

// LeastRaised is the least curvature that is raised: weights that separate the examples may go on growing at no cost,
// and far from all targets losses are nearly straight.
const LeastRaised = 1e-10

// Tried takes notice of a step.
func (r *Raised) Tried(accepted, fell bool) {
	switch {
	case !accepted:
		*r = raiseBy * max(1, *r)
	case fell:
		*r = max(1, *r/lowerBy)
	}
}

// Raise raises curvatures, which are at most a bound.
func (r *Raised) Raise(h []float64, most float64) {
	if *r <= 1 {
		return
	}
	least := raisedShare * math.Min(most, floats.Max(h))
	for i, v := range h {
		h[i] = math.Min(most, float64(*r)*math.Max(v, least))
	}
}
