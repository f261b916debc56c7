package online

import "math"

// TauBound is B(τ) = 4τR² + (G²/λ) [1/(1 + τ/λ) + ln((T + τ/λ)/(1 + τ/λ))], a bound of the regret of
// ProximalSubgradient with Single = τ over T rounds; for λ = 0 it is 4τR² + G²T/τ, the limit.
//
// Source: Do, Le, Foo, 2009, Theorem 2.
func TauBound(tau, lambda, g, radius float64, rounds int) float64 {
	t := float64(rounds)
	if lambda == 0 {
		return 4*tau*radius*radius + g*g*t/tau
	}
	return 4*tau*radius*radius + g*g*(1/(lambda+tau)+math.Log1p((t-1)*lambda/(lambda+tau))/lambda)
}

// BestTau minimizes TauBound over τ ≥ 0.
//
// Source: Do, Le, Foo, 2009, Proposition 1 and Theorem 2.
func BestTau(lambda, g, radius float64, rounds int) float64 {
	// The derivative 4R² − G²[1/(λ+τ)² + (T−1)/((λ+τ)(λT+τ))] grows with τ.
	t := float64(rounds)
	slope := func(tau float64) float64 {
		a := lambda + tau
		return 4*radius*radius - g*g*(1/(a*a)+(t-1)/(a*(lambda*t+tau)))
	}
	if lambda > 0 && slope(0) >= 0 {
		return 0
	}
	lo, hi := 0., g*math.Sqrt(t)/(2*radius) // where the slope is at least 0, for every λ
	for range 200 {
		mid := (lo + hi) / 2
		if slope(mid) < 0 {
			lo = mid
		} else {
			hi = mid
		}
	}
	return hi
}
