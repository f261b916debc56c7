package atoms

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// derivative is ∂Ψ/∂θ at θ + step for the atom with xu and v.
func (a *atomDescent) derivative(xu, v []float64, step float64) float64 {
	a.s.Evals++
	return a.lambda + a.o.Sum(func(i int) float64 {
		p := xu[i]
		if p == 0 {
			return 0
		}
		at, lo := a.o.Span(a.trial, i)
		z, _ := a.o.Span(a.z, i)
		part := v[lo : lo+len(at)]
		floats.AddScaledTo(at, z, step*p, part)
		a.o.Loss.At(at, i, at)
		return a.o.Loss.Weight(i) * p * floats.Dot(at, part)
	})
}

// curvature is a bound of ∂²Ψ/∂θ²: that of the loss along X u vᵀ.
//
// For the multinomial loss that is Σ_i c_i ¼ (max v − min v)² ⟨x_i, u⟩², with v's entries of the example's block, as the variance of a variable with that range
// (Dudik, Harchaoui, Malick 2012, proof of Lemma B.3), far below the constant of their Proposition B.1.
func (a *atomDescent) curvature(xu, v []float64) float64 {
	line := a.trial
	clear(line)
	a.shift(line, line, 1, xu, v)
	return a.o.Curvature(line)
}

// lineTolerance is the share of ε at which a derivative counts as 0.
const lineTolerance = 1e-2

// minimize is the step ≥ least at which Ψ is least along an atom: where its derivative, which grows, is 0.
func (a *atomDescent) minimize(xu, v []float64, least float64) float64 {
	f0 := a.derivative(xu, v, 0)
	lo, hi, flo, fhi := 0., 0., f0, f0
	width := 1.
	if c := a.curvature(xu, v); c > 0 {
		width = math.Abs(f0) / c // no longer than the step to the minimum
	}
	switch {
	case math.Abs(f0) <= lineTolerance*lineTolerance*a.epsilon:
		return 0
	case f0 < 0:
		for fhi < 0 && width < 1e300 {
			lo, flo = hi, fhi
			hi += width
			fhi = a.derivative(xu, v, hi)
			if math.Abs(fhi) <= lineTolerance*a.epsilon {
				return hi
			}
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
		case math.Abs(f) <= lineTolerance*a.epsilon:
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
