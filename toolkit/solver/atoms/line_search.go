package atoms

import "math"

// derivative is ∂Ψ/∂θ at θ + step for an atom's ray, the place there.
func (d *descent) derivative(r ray, step float64) float64 {
	d.addRay(d.there.z, d.here.z, step, r)
	d.evaluate(&d.there)
	return d.lambda + d.along(r, d.there.slopes)
}

// curvature is a bound of ∂²Ψ/∂θ²: that of the loss along A M.
//
// For the multinomial loss that is Σ_i c_i ¼ (max v − min v)² ⟨a_i, u⟩² with M = u vᵀ and v's entries of the example's
// span, as the variance of a variable with that range (Dudik, Harchaoui, Malick 2012, proof of Lemma B.3), far below
// the constant of their Proposition B.1.
func (d *descent) curvature(r ray) float64 {
	line := r.line
	if line == nil {
		line = d.there.z
		clear(line)
		d.addRay(line, line, 1, r)
	}
	return d.o.Curvature(line)
}

// lineTolerance is the share of ε at which a derivative counts as 0, and leastTolerance the share of λ.
const (
	lineTolerance  = 1e-2
	leastTolerance = 1e-15
)

// lineSearch is a step > 0 at which Ψ along an atom is minimal: where its derivative, which grows from slope < 0, is 0.
// It ends there. The first trial goes by the bound of the curvature and by what share of it the last search has found.
func (d *descent) lineSearch(r ray, slope float64) (step float64) {
	bound := d.curvature(r)
	step = 1
	if bound > 0 {
		step = -slope / (bound * d.curved)
	}
	tol := math.Max(lineTolerance*d.epsilon, leastTolerance*d.lambda)
	lo, atLo := 0., slope
	at := d.derivative(r, step)
	for at < -tol && step < 1e300 {
		next := step - at*(step-lo)/(at-atLo) // where the line through both is 0
		lo, atLo = step, at
		step = math.Max(1.01*lo, math.Min(next, 10*lo))
		at = d.derivative(r, step)
	}
	if math.Abs(at) > tol {
		step, at = d.root(r, tol, bracket{lo, step, atLo, at})
	}
	if share := (at - slope) / (step * bound); share > 0 && share < 1 {
		d.curved = share
	} else {
		d.curved = 1
	}
	return step
}

// bracket is where a function that grows changes sign, and its values.
type bracket struct{ lo, hi, atLo, atHi float64 }

// root finds a zero of the derivative by false position, halving the value at an end that stays twice (the Illinois
// method), and ends there.
func (d *descent) root(r ray, tol float64, b bracket) (step, at float64) {
	stayed := 0 // of lo, negative; of hi, positive
	step, at = b.hi, b.atHi
	for range 200 {
		if b.atHi == 0 || !(b.hi-b.lo > 1e-16*(math.Abs(b.lo)+math.Abs(b.hi))) {
			break
		}
		step = b.hi - b.atHi*(b.hi-b.lo)/(b.atHi-b.atLo)
		if !(step > b.lo && step < b.hi) {
			step = (b.lo + b.hi) / 2
		}
		at = d.derivative(r, step)
		switch {
		case math.Abs(at) <= tol:
			return step, at
		case at < 0:
			b.lo, b.atLo = step, at
			if stayed > 0 {
				b.atHi /= 2
			}
			stayed = 1
		default:
			b.hi, b.atHi = step, at
			if stayed < 0 {
				b.atLo /= 2
			}
			stayed = -1
		}
	}
	return step, at
}
