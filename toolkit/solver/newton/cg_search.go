package newton

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/solver"
)

// What P has to fall by, as a share of what its slope promises; what of the slope may be left at the end of a step of 1,
// and of another; what share of P a slope is rounding; and how often a line search looks.
const (
	enoughFall   = 1e-4
	slopeAtOne   = 0.9
	slopeAtOther = 0.1
	noSlope      = 1e-13
	mostTrials   = 60
	fewProducts  = 1e6 // that cost next to nothing
)

// line is P on the way along a step: P(w + ts) is the loss of Z + tXs, and a parabola.
type line struct {
	n              *newtonCG
	along          []float64 // Xs
	slope          float64   // ⟨∇P, s⟩
	ridge          float64   // (μ/2)‖w‖² of the weights that have a ridge,
	middle, square float64   // μ⟨w, s⟩ and μ‖s‖² of these
}

// at is P at t, and its slope there. Predictions and slopes of that point stay.
func (l line) at(t float64) (value, slope float64) {
	n := l.n
	floats.AddScaledTo(n.trial, n.z, t, l.along)
	n.s.Evals++
	value = n.o.Slopes(n.slopes, n.trial) + l.ridge + t*(l.middle+t/2*l.square)
	return value, floats.Dot(n.slopes, l.along) + l.middle + t*l.square
}

// search goes along a step: by 1 where P falls enough and its slope has become less, else to about where it is least.
// Losses are convex: that is between two slopes of different signs. Without success the weights stay, and ok is false.
func (n *newtonCG) search(step []float64) (ok bool) {
	s := n.s
	w, part := s.w[:n.ridged], step[:n.ridged]
	l := line{n: n, along: make([]float64, n.o.Size()), slope: floats.Dot(n.grad, step), ridge: n.ridge(s.w)}
	n.o.Predict(l.along, n.x, step)
	l.middle, l.square = n.mu*floats.Dot(w, part), n.mu*floats.Dot(part, part)
	slack, size := solver.Slack*math.Abs(s.Objective), math.Abs(l.slope)
	low, high := place{slope: l.slope}, place{at: math.Inf(1)}
	t, share := 1., slopeAtOne
	for range mostTrials {
		value, slope := l.at(t)
		fell := value <= s.Objective+enoughFall*t*l.slope+slack
		if fell && (math.Abs(slope) <= share*size || size <= noSlope*math.Abs(s.Objective)) {
			n.take(step, t, value)
			return true
		}
		if fell && slope < 0 {
			low = place{t, slope}
		} else {
			high = place{t, slope}
		}
		if t, share = low.between(high), slopeAtOther; !(high.at-low.at > 1e-12*low.at) || t < 1e-30 || t > 1e30 {
			break
		}
	}
	if low.at > 0 {
		value, _ := l.at(low.at)
		n.take(step, low.at, value)
		return true
	}
	n.o.Slopes(n.slopes, n.z)
	return false
}

// place is where on a line P has a slope.
type place struct{ at, slope float64 }

// between is where the slope may be 0: by a straight line through both, and not too near to one of them.
func (low place) between(high place) float64 {
	switch width := high.at - low.at; {
	case math.IsInf(high.at, 1):
		return 4 * low.at
	case !(high.slope > 0) || math.IsInf(high.slope, 1): // P is not finite there, or rounding
		return low.at + width/10
	default:
		share := low.slope / (low.slope - high.slope)
		return low.at + width*min(max(share, 0.05), 0.9)
	}
}

// take goes to t, where the slopes are known. Predictions are made anew where steps were hard and this costs little: what
// steps along directions that cancel add up to is rounded.
func (n *newtonCG) take(step []float64, t, value float64) {
	s := n.s
	floats.AddScaled(s.w, t, step)
	s.Step, s.Objective = t, value
	n.z, n.trial = n.trial, n.z
	if hard := t != 1 || n.damping > 0; n.factorable() && (hard || n.o.N*len(s.w) <= fewProducts) {
		n.o.Predict(n.z, n.x, s.w)
		s.Objective = n.o.Slopes(n.slopes, n.z) + n.ridge(s.w)
	}
	n.gradient()
}
