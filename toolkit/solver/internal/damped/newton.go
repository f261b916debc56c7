// Package damped minimizes a convex loss over the few weights that nothing penalizes.
package damped

import "math"

// Loss is a convex loss at a point that moves along Newton steps. It keeps the point, and the last step.
type Loss interface {
	// Differentiate prepares the steps from the point.
	Differentiate()
	// Direct finds the step (H + τS)⁻¹∇, H the Hessian and S that of least squares, and its product with ∇; ok is false
	// where there is none.
	Direct(damping float64) (decrement float64, ok bool)
	// Try is the loss at the end of the step.
	Try() float64
	// Take goes there, and Stay does not: the point is then the one differentiated at. They return the loss.
	Take() float64
	Stay() float64
	// Bracket goes near the minimum by the signs of slopes, weight by weight, and returns the loss there; ok is false
	// where weights meet in a prediction.
	Bracket() (value float64, ok bool)
}

// The number of steps; the decrement, as a share of the loss, at which there is nothing left to gain, and that at which
// the next step is the last, as it squares the error; the shares of least squares that Hessians get; and what losses
// that overflow are at least.
const (
	most        = 40
	least       = 1e-28
	last        = 1e-13
	leastShare  = 1e-6
	mostShare   = 1e12
	Overflowing = 1e300
	steep       = 1e10 // above it steps that halve the loss do not count
)

// Minimize goes to the minimum from a point of this loss, and returns the loss there. Where losses are almost straight,
// as far from the minimum, a Newton step says nothing: the Hessian then gets a share τ of that of least squares, ten
// times as large after a step that does not lower the loss (Levenberg, Marquardt). What this does not find is looked
// for by the signs of slopes. What rounding may add to the loss is a share slack of it.
//
// Source: Nocedal and Wright, Numerical Optimization, 2006, section 10.3.
func Minimize(l Loss, value, slack float64) float64 {
	value, done := newton(l, value, slack)
	if done {
		return value
	}
	if at, ok := l.Bracket(); ok {
		value, _ = newton(l, at, slack)
	}
	return value
}

// newton takes damped Newton steps; done is true where there is nothing left to gain.
func newton(l Loss, value, slack float64) (after float64, done bool) {
	damping := 0.
	for k := 0; k < most && math.Abs(value) < Overflowing && !done; k++ {
		before := value
		l.Differentiate()
		if value, damping, done = descend(l, value, damping, slack); before > steep && value < before/2 {
			k-- // down an exponential, a step of which takes off a factor of e
		}
	}
	return value, done
}

// descend takes the first of the steps with more and more damping that lowers the loss.
func descend(l Loss, value, damping, slack float64) (after, next float64, done bool) {
	tried := false
	for ; damping <= mostShare; damping = math.Max(10*damping, leastShare) {
		decrement, ok := l.Direct(damping)
		if !ok {
			continue
		}
		if !(decrement > least*math.Abs(value)) {
			if tried {
				value = l.Stay()
			}
			return value, damping, true
		}
		// near the minimum rounding hides what a step gains, but the slopes may yet come nearer to 0
		final := damping == 0 && decrement <= last*math.Abs(value)
		tried = true
		if after = l.Try(); after < value || final && after <= value+math.Max(slack, last)*math.Abs(value) {
			if damping /= 100; damping < leastShare {
				damping = 0
			}
			return l.Take(), damping, final
		}
		if final {
			break
		}
	}
	return l.Stay(), damping, true
}
