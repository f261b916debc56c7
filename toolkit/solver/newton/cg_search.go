package newton

import "math"

// What a function has to fall by, as a share of what its slope promises; what of the slope may be left at the end of a
// step of 1, more of several outputs, which cost more to look at, and of another; what share of its value a slope is
// rounding; and how often a line search looks. Of losses that fall off like exponential functions e⁻¹ of the slope is
// left.
const (
	enoughFall   = 1e-4
	slopeAtOne   = 0.2
	slopeOfMany  = 0.9
	slopeAtOther = 0.1
	noSlope      = 1e-13
	mostTrials   = 60
)

// alongSlopes is a step t along a line, of a convex function that is found at t with its slope, and is before at 0,
// with a slope: 1 where it falls enough and of its slope a share is left, else about where it is least, which is
// between slopes of different signs. The function is asked for t last. It is not ok where no step falls by more than
// slack.
func alongSlopes(
	at func(t float64) (value, slope float64), before, slope, slack, share float64,
) (t, value float64, ok bool) {
	size := math.Abs(slope)
	low, high := place{slope: slope}, place{at: math.Inf(1)}
	t = 1
	for range mostTrials {
		value, here := at(t)
		fell := value <= before+enoughFall*t*slope+slack
		if fell && (math.Abs(here) <= share*size || size <= noSlope*math.Abs(before)) {
			return t, value, true
		}
		if fell && here < 0 {
			low = place{t, here}
		} else {
			high = place{t, here}
		}
		if t, share = low.between(high), slopeAtOther; !(high.at-low.at > 1e-12*low.at) || t < 1e-30 || t > 1e30 {
			break
		}
	}
	if low.at == 0 {
		return 0, before, false
	}
	value, _ = at(low.at)
	return low.at, value, true
}

// place is where on a line a function has a slope.
type place struct{ at, slope float64 }

// between is where the slope may be 0: by a straight line through both, and not too near to one of them.
func (low place) between(high place) float64 {
	switch width := high.at - low.at; {
	case math.IsInf(high.at, 1):
		return 4 * low.at
	case !(high.slope > 0) || math.IsInf(high.slope, 1): // it is not finite there, or rounding
		return low.at + width/10
	default:
		share := low.slope / (low.slope - high.slope)
		return low.at + width*min(max(share, 0.05), 0.9)
	}
}
