// Package logs adds up what is known by its logarithms.
package logs

import "math"

// Sum is log Σ_i exp(x_i), whatever their size; NaN where one is.
func Sum(x []float64) float64 {
	top := math.Inf(-1)
	for _, v := range x {
		if v > top || v != v {
			top = v
		}
	}
	if math.IsInf(top, 0) || top != top {
		return top
	}
	var sum float64
	for _, v := range x {
		sum += math.Exp(v - top)
	}
	return top + math.Log(sum)
}
