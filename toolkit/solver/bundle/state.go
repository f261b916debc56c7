package bundle

import (
	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/solver"
)

// State is the state after a call of the function. Iter and Evals count calls; Objective is the least f so far, of the
// point that X copies, and Gap bounds how far it is from the minimum: NaN for λ = 0.
type State struct {
	solver.Progress
	Value   float64 // f at the point of the last call
	Slack   float64 // what of Objective and of Gap is the slack of a Slackened function
	Cuts    int     // how many are kept
	Active  int     // those that hold the next point: with a multiplier that is not 0
	Serious int     // steps to a point that is better than all before
	Radius  float64 // R of Proximal
	Phases  int     // how often R was guessed, of Proximal
	Weight  float64 // u, the weight of the distance, of Stabilized
	w       []float64
	units   []float64 // of w; nil for ones
}

// X copies the best point.
func (s *State) X(dst []float64) []float64 {
	dst = append(dst[:0], s.w...)
	if s.units != nil {
		floats.Mul(dst, s.units)
	}
	return dst
}

// Config is what all methods have in common.
type Config struct {
	// Lambda is λ ≥ 0. Without a ridge, λ = 0, there is no certificate, and f may fall without end: Bundle refuses it, and
	// Proximal asks for a radius.
	Lambda float64
	// Start is w_1, nil for 0. No cuts come with it: what is certified begins anew.
	Start []float64
	// Bounded says that ℓ ≥ Least everywhere, as hinge losses are at least 0: a cut that needs no call.
	Bounded bool
	Least   float64
	// Nonnegative restricts w to w ≥ 0. It takes memory of the square of the number of variables.
	Nonnegative bool
	// MaxCuts bounds how many cuts are kept, 1,000 where it is 0; at least 8. Where there are more, those that were not
	// needed for longest are left out, a quarter of them at once; where too many are needed, the two of least weight
	// become their convex combination, a cut as well. They take about 16·MaxCuts·(Dim + MaxCuts) bytes however many calls
	// there are, and with a Metric 8·MaxCuts·Dim more.
	MaxCuts int
}
