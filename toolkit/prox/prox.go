// Package prox holds regularizers with their proximity operators, one a file. Each states its formula, its prox and its
// source, carries its own λ, and is a plain struct whose zero value is the zero function.
package prox

import "math"

const (
	badGamma  = "prox: stepsize must be positive"
	badLength = "prox: length mismatch"
)

func check(dst, v []float64, gamma float64) {
	if !(gamma > 0) {
		panic(badGamma)
	}
	if len(dst) != len(v) {
		panic(badLength)
	}
}

// indicator is 0 where a polar is at most 1, but for a slack of rounding, and +Inf elsewhere.
func indicator(polar, slack float64) float64 {
	if polar <= 1+slack {
		return 0
	}
	return math.Inf(1)
}

// The slack of polars that are found directly, and of those found by iteration.
const (
	directSlack  = 1e-12
	decidedSlack = 1e-9
)

// norm2 is the Euclidean norm of the coordinates of x in a group, without overflow.
func norm2(x []float64, group []int) float64 {
	var sum, scale float64
	for _, j := range group {
		sum += x[j] * x[j]
	}
	if sum > leastSum && sum < mostSum {
		return math.Sqrt(sum)
	}
	for _, j := range group {
		scale = max(scale, math.Abs(x[j]))
	}
	if scale == 0 || math.IsInf(scale, 1) || scale != scale {
		return scale
	}
	sum = 0
	for _, j := range group {
		r := x[j] / scale
		sum += r * r
	}
	return scale * math.Sqrt(sum)
}

// norm is ‖x‖, without overflow.
func norm(x []float64) float64 {
	var sum, scale float64
	for _, v := range x {
		sum += v * v
	}
	if sum > leastSum && sum < mostSum {
		return math.Sqrt(sum)
	}
	for _, v := range x {
		scale = max(scale, math.Abs(v))
	}
	if scale == 0 || math.IsInf(scale, 1) || scale != scale {
		return scale
	}
	sum = 0
	for _, v := range x {
		r := v / scale
		sum += r * r
	}
	return scale * math.Sqrt(sum)
}

// Sums of squares between these have lost nothing: squares below 1e-307, which are rounded to few bits, are nothing
// beside them.
const leastSum, mostSum = 1e-280, 1e300
