package terms

import (
	"math"

	"github.com/proxlab/proxlab/toolkit"
)

// Loss is Σ_i c_i ℓ_i(z_i) as a function of predictions. It needs the Moreau envelope of ℓ_i, or second derivatives.
type Loss struct{ Of toolkit.Separable }

// Known tells whether a loss knows what Loss needs of it.
func Known(l toolkit.Separable) bool {
	_, envelope := l.(toolkit.MoreauEnvelope)
	_, smooth := l.(toolkit.TwiceDifferentiable)
	return envelope || smooth
}

// Value is Σ_i c_i ℓ_i(z_i).
func (g Loss) Value(z []float64) (sum float64) {
	for i, f := range z {
		if c := g.Of.Weight(i); c > 0 {
			value, _ := g.Of.At(i, f)
			sum += c * value
		}
	}
	return sum
}

// Prox is z_i with z_i + γc_i ℓ_i'(z_i) = v_i.
func (g Loss) Prox(dst, v []float64, gamma float64) (sum float64) {
	for i, f := range v {
		step := gamma * g.Of.Weight(i)
		u, _ := g.at(i, f, step)
		dst[i] = f - step*u
		if step > 0 {
			value, _ := g.Of.At(i, dst[i])
			sum += g.Of.Weight(i) * value
		}
	}
	return sum
}

// Slopes writes c_i times the slopes of the Moreau envelopes, which are (v − prox(v))/γ but for rounding, and in the
// domain of the conjugate whatever that does.
func (g Loss) Slopes(dst, v []float64, gamma float64) {
	if q, ok := g.Of.(leastSquares); ok && gamma > 0 {
		for i, f := range v {
			c := g.Of.Weight(i)
			dst[i] = c * (f - q.Target(i)) / (1 + gamma*c)
		}
		return
	}
	for i, f := range v {
		c := g.Of.Weight(i)
		u, _ := g.at(i, f, gamma*c)
		dst[i] = c * u
	}
}

// ProxJacobian is γc_i e”, e being the Moreau envelope of ℓ_i at γc_i.
func (g Loss) ProxJacobian(m *toolkit.Jacobian, v []float64, gamma float64) {
	m.Reset(len(v))
	for i, f := range v {
		step := gamma * g.Of.Weight(i)
		_, second := g.at(i, f, step)
		m.Diagonal[i] = step * second
	}
}

// at are the slope of ℓ_i's Moreau envelope at f, and a second derivative.
func (g Loss) at(i int, f, s float64) (slope, second float64) {
	if s == 0 {
		return 0, 0
	}
	if e, ok := g.Of.(toolkit.MoreauEnvelope); ok {
		return e.Envelope(i, f, s)
	}
	if q, ok := g.Of.(leastSquares); ok {
		return (f - q.Target(i)) / (1 + s), 1 / (1 + s)
	}
	l, ok := g.Of.(toolkit.TwiceDifferentiable)
	if !ok {
		panic("terms: the loss has neither a Moreau envelope nor second derivatives")
	}
	z := g.solve(l, i, f, s)
	_, slope = g.Of.At(i, z)
	h := l.Second(i, z)
	return slope, h / (1 + s*h)
}

// leastSquares is ½(f − y_i)².
type leastSquares interface{ Target(i int) (y float64) }

// solve finds the z with z + sℓ'(z) = f by Newton's method between bounds, which a rising function has.
func (g Loss) solve(l toolkit.TwiceDifferentiable, i int, f, s float64) float64 {
	lo, hi := math.Inf(-1), math.Inf(1)
	z := f
	for range 100 {
		_, slope := g.Of.At(i, z)
		left := z + s*slope - f
		if math.Abs(left) <= 0x1p-51*(math.Abs(z)+math.Abs(s*slope)+math.Abs(f)) {
			return z // nothing but rounding
		}
		if left > 0 {
			hi = z
		} else {
			lo = z
		}
		next := z - left/(1+s*l.Second(i, z))
		if !(next > lo && next < hi) {
			if math.IsInf(lo, 0) || math.IsInf(hi, 0) {
				next = z - 2*left
			} else {
				next = lo + (hi-lo)/2
			}
		}
		if math.Abs(next-z) <= 1e-16*math.Abs(z) {
			return next
		}
		z = next
	}
	return z
}

// Conjugate is Σ_i c_i ℓ_i*(v_i/c_i).
func (g Loss) Conjugate(v []float64) (sum float64) {
	for i, u := range v {
		if c := g.Of.Weight(i); c > 0 {
			sum += c * g.Of.Conjugate(i, u/c)
		} else if u != 0 {
			return math.Inf(1)
		}
	}
	return sum
}

// far is a prediction beyond all.
const far = 1e150

// domain is that of ℓ_i*: between the slopes far out on both sides.
func (g Loss) domain(i int) (lo, hi float64) {
	_, lo = g.Of.At(i, -far)
	_, hi = g.Of.At(i, far)
	return lo, hi
}

// Polar is the gauge of the product of the domains of c_iℓ_i*, each of which has 0 inside or at an end.
func (g Loss) Polar(v []float64) (polar float64) {
	for i, u := range v {
		c := g.Of.Weight(i)
		if u == 0 {
			continue
		}
		lo, hi := g.domain(i)
		if u > 0 {
			polar = math.Max(polar, u/(c*math.Max(hi, 0)))
		} else {
			polar = math.Max(polar, u/(c*math.Min(lo, 0)))
		}
	}
	return polar
}

// Clip takes v into the domain of the conjugate; where cone is true into the cone that it spans alone, as dividing does
// the rest.
func (g Loss) Clip(v []float64, cone bool) {
	for i, u := range v {
		c := g.Of.Weight(i)
		lo, hi := g.domain(i)
		if cone && lo < 0 {
			lo = math.Inf(-1)
		}
		if cone && hi > 0 {
			hi = math.Inf(1)
		}
		if c == 0 {
			v[i] = 0
		} else {
			v[i] = min(max(u, c*lo), c*hi)
		}
	}
}
