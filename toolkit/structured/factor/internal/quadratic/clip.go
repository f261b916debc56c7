package quadratic

import "slices"

// Clip makes v the nearest point of 0 ≤ v ≤ 1 whose sum is at least and at most so much: min(1, max(0, v − τ)) with the
// least τ by which the sum is small enough, or, where it is too small, the largest.
//
// Source: Martins et al., Alternating Directions Dual Decomposition, 2015, section 5 (one of them, and a budget).
func Clip(v []float64, least, most float64) {
	clipped := func(tau float64) (sum float64) {
		for _, u := range v {
			sum += min(1, max(0, u-tau))
		}
		return sum
	}
	tau, target := 0., most
	if sum := clipped(0); sum < least {
		target = least
	} else if sum <= target {
		target = sum
	}
	if clipped(0) != target {
		low, high := slices.Min(v)-1, slices.Max(v)
		for range 100 {
			if tau = low + (high-low)/2; clipped(tau) > target {
				low = tau
			} else {
				high = tau
			}
		}
	}
	for k, u := range v {
		v[k] = min(1, max(0, u-tau))
	}
}
