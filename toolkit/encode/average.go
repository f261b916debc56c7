package encode

import (
	"math"
	"slices"
)

// mean divides first where the sum is no number.
func mean(values []float64) float64 {
	var sum float64
	for _, v := range values {
		sum += v
	}
	n := float64(len(values))
	if math.IsInf(sum, 0) || math.IsNaN(sum) {
		sum = 0
		for _, v := range values {
			sum += v / n
		}
		return sum
	}
	return sum / n
}

// median sorts the values; between two it is their mean.
func median(values []float64) float64 {
	slices.Sort(values)
	k := len(values) / 2
	if len(values)%2 == 1 {
		return values[k]
	}
	return values[k-1]/2 + values[k]/2
}

// quantile is that of sorted values, between two of them by their distance (R's type 7).
func quantile(sorted []float64, share float64) float64 {
	at := share * float64(len(sorted)-1)
	k := int(math.Floor(at))
	if k+1 >= len(sorted) {
		return sorted[len(sorted)-1]
	}
	return sorted[k] + (at-float64(k))*(sorted[k+1]-sorted[k])
}
