package prox_test

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// squaredL1 is soft(v, d τ) with τ = t Σ d|soft(v, d τ)|, by bisection.
func squaredL1(v []float64, t float64, weight func(int) float64) []float64 {
	return thresholdWhere(v, weight, func(z []float64, tau float64) bool {
		var norm float64
		for j, x := range z {
			norm += weight(j) * math.Abs(x)
		}
		return tau < t*norm
	})
}

// thresholdWhere is soft(v, d τ) at the τ where tooLow turns false, by bisection.
func thresholdWhere(v []float64, weight func(int) float64, tooLow func(z []float64, tau float64) bool) []float64 {
	at := func(tau float64) []float64 {
		z := make([]float64, len(v))
		for j, x := range v {
			z[j] = math.Copysign(math.Max(0, math.Abs(x)-weight(j)*tau), x)
		}
		return z
	}
	if !tooLow(at(0), 0) {
		return at(0)
	}
	lo, hi := 0.0, 4*floats.Norm(v, 1)
	for range 100 {
		if tau := (lo + hi) / 2; tooLow(at(tau), tau) {
			lo = tau
		} else {
			hi = tau
		}
	}
	return at(hi)
}

// shrinkGroupsWhere shortens every pair of v by the τ where tooLow, told the sum of the norms, turns false.
func shrinkGroupsWhere(v []float64, tooLow func(sum, tau float64) bool) []float64 {
	at := func(tau float64) (z []float64, sum float64) {
		z = make([]float64, len(v))
		for _, g := range testproblems.Pairs(len(v)) {
			var n float64
			for _, j := range g {
				n = math.Hypot(n, v[j])
			}
			sum += math.Max(0, n-tau)
			for _, j := range g {
				if n > tau {
					z[j] = v[j] * (n - tau) / n
				}
			}
		}
		return z, sum
	}
	z, sum := at(0)
	if !tooLow(sum, 0) {
		return z
	}
	lo, hi := 0.0, 4*floats.Norm(v, 1)
	for range 100 {
		tau := (lo + hi) / 2
		if _, sum := at(tau); tooLow(sum, tau) {
			lo = tau
		} else {
			hi = tau
		}
	}
	z, _ = at(hi)
	return z
}

// sumOfNorms minimizes t Σ_k w_k ‖z_k‖ + ½‖z − v‖² over any groups through its dual, z = v − Σ_k u_k with ‖u_k‖ ≤ t
// w_k, one u_k at a time.
func sumOfNorms(v []float64, t float64, groups prox.Groups, weight func(int) float64) []float64 {
	z := append([]float64(nil), v...)
	u := make([][]float64, len(groups))
	for k, g := range groups {
		u[k] = make([]float64, len(g))
	}
	for range 3000 {
		for k, g := range groups {
			var n float64
			for i, j := range g {
				z[j] += u[k][i]
				n = math.Hypot(n, z[j])
			}
			c := 1.0
			if r := t * weight(k); n > r {
				c = r / n
			}
			for i, j := range g {
				u[k][i] = c * z[j]
				z[j] -= u[k][i]
			}
		}
	}
	return z
}

// eachCoordinate minimizes g(z) + (z − v)²/(2γ) for every coordinate by golden section search.
func eachCoordinate(v []float64, gamma float64, g func(float64) float64) []float64 {
	out := make([]float64, len(v))
	for j, x := range v {
		out[j] = goldenSection(-2*math.Abs(x)-1, 2*math.Abs(x)+1, func(z float64) float64 {
			return gamma*g(z) + (z-x)*(z-x)/2
		})
	}
	return out
}

func goldenSection(lo, hi float64, f func(float64) float64) float64 {
	r := (math.Sqrt(5) - 1) / 2
	for range 200 {
		a, b := hi-r*(hi-lo), lo+r*(hi-lo)
		if f(a) < f(b) {
			hi = b
		} else {
			lo = a
		}
	}
	return (lo + hi) / 2
}
