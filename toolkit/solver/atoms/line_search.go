package atoms

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// derivative is ∂Ψ/∂θ at θ + step for the atom with au = A u and v.
func (d *descent) derivative(au, v []float64, step float64) float64 {
	d.s.Evals++
	return d.lambda + d.o.Sum(func(i int) float64 {
		p := au[i]
		if p == 0 {
			return 0
		}
		at, lo := d.o.Span(d.trial, i)
		z, _ := d.o.Span(d.z, i)
		part := v[lo : lo+len(at)]
		floats.AddScaledTo(at, z, step*p, part)
		d.o.Loss.At(at, i, at)
		return d.o.Loss.Weight(i) * p * floats.Dot(at, part)
	})
}

// curvature is a bound of ∂²Ψ/∂θ²: that of the loss along A u vᵀ.
//
// For the multinomial loss that is Σ_i c_i ¼ (max v − min v)² ⟨a_i, u⟩², with v's entries of the example's span, as
// the variance of a variable with that range (Dudik, Harchaoui, Malick 2012, proof of Lemma B.3), far below the
// constant of their Proposition B.1.
func (d *descent) curvature(au, v []float64) float64 {
	line := d.trial
	clear(line)
	d.addAtom(line, line, 1, au, v)
	return d.o.Curvature(line)
}

// lineTolerance is the share of ε at which a derivative counts as 0.
const lineTolerance = 1e-2

// lineSearch is the step ≥ lower at which Ψ along an atom is minimal: where its derivative, which grows, is 0.
func (d *descent) lineSearch(au, v []float64, lower float64) float64 {
	f0 := d.derivative(au, v, 0)
	lo, hi, flo, fhi := 0., 0., f0, f0
	width := 1.
	if c := d.curvature(au, v); c > 0 {
		width = math.Abs(f0) / c // no longer than the step to the minimum
	}
	switch {
	case math.Abs(f0) <= lineTolerance*lineTolerance*d.epsilon:
		return 0
	case f0 < 0:
		for fhi < 0 && width < 1e300 {
			lo, flo = hi, fhi
			hi += width
			fhi = d.derivative(au, v, hi)
			if math.Abs(fhi) <= lineTolerance*d.epsilon {
				return hi
			}
			width *= 2
		}
	default:
		for flo > 0 && lo > lower {
			hi, fhi = lo, flo
			lo = math.Max(lower, lo-width)
			flo = d.derivative(au, v, lo)
			width *= 2
		}
		if flo >= 0 {
			return lo // at the boundary
		}
	}
	return d.root(au, v, lo, hi, flo, fhi)
}

// root finds a zero of the derivative between lo and hi by false position, halving the value at an end that stays twice
// (the Illinois method).
func (d *descent) root(au, v []float64, lo, hi, flo, fhi float64) float64 {
	stayed := 0 // of lo, negative; of hi, positive
	for range 200 {
		if fhi == 0 || !(hi-lo > 1e-16*(math.Abs(lo)+math.Abs(hi))) {
			return hi
		}
		mid := hi - fhi*(hi-lo)/(fhi-flo)
		if !(mid > lo && mid < hi) {
			mid = (lo + hi) / 2
		}
		f := d.derivative(au, v, mid)
		switch {
		case math.Abs(f) <= lineTolerance*d.epsilon:
			return mid
		case f < 0:
			lo, flo = mid, f
			if stayed > 0 {
				fhi /= 2
			}
			stayed = 1
		default:
			hi, fhi = mid, f
			if stayed < 0 {
				flo /= 2
			}
			stayed = -1
		}
	}
	return hi
}
