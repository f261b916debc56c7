package solver

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// derivative is ∂Ψ/∂θ at θ + step for the atom with xu and v.
func (a *atomDescent) derivative(xu, v []float64, step float64) float64 {
	k := a.s.k
	at := make([]float64, k)
	sum := a.lambda
	for i, p := range xu {
		if p == 0 {
			continue
		}
		copy(at, a.z[i*k:(i+1)*k])
		floats.AddScaled(at, step*p, v)
		a.loss.At(a.trial, i, at)
		sum += a.loss.Weight(i) * p * floats.Dot(a.trial, v)
	}
	return sum
}

// minimize is the step ≥ least at which Ψ is least along an atom: where its derivative, which grows, is 0.
func (a *atomDescent) minimize(xu, v []float64, least float64) float64 {
	f0 := a.derivative(xu, v, 0)
	lo, hi, flo, fhi := 0., 0., f0, f0
	width := 1.
	if c := a.loss.Curvature() * floats.Dot(xu, xu) * floats.Dot(v, v); c > 0 {
		width = math.Abs(f0) / c // no shorter than the step by the bound of the curvature
	}
	switch {
	case f0 == 0:
		return 0
	case f0 < 0:
		for fhi < 0 && width < 1e300 {
			lo, flo = hi, fhi
			hi += width
			fhi = a.derivative(xu, v, hi)
			width *= 2
		}
	default:
		for flo > 0 && lo > least {
			hi, fhi = lo, flo
			lo = math.Max(least, lo-width)
			flo = a.derivative(xu, v, lo)
			width *= 2
		}
		if flo >= 0 {
			return lo // at the boundary
		}
	}
	return a.root(xu, v, lo, hi, flo, fhi)
}

// root finds a zero of the derivative between lo and hi by false position, halving the value at an end that stays twice
// (the Illinois method).
func (a *atomDescent) root(xu, v []float64, lo, hi, flo, fhi float64) float64 {
	stayed := 0 // of lo, negative; of hi, positive
	for range 200 {
		if fhi == 0 || !(hi-lo > 1e-16*(math.Abs(lo)+math.Abs(hi))) {
			return hi
		}
		mid := hi - fhi*(hi-lo)/(fhi-flo)
		if !(mid > lo && mid < hi) {
			mid = (lo + hi) / 2
		}
		f := a.derivative(xu, v, mid)
		switch {
		case math.Abs(f) <= 1e-15*a.lambda:
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
