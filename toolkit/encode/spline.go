package encode

import "sort"

// cubic is the degree of B-splines.
const cubic = 3

// naturalSpline are the features of a natural cubic spline of K knots ξ, K − 1 of them without the constant: x, and
//
//	d_k(x) − d_{K−1}(x),   d_k(x) = ((x − ξ_k)₊³ − (x − ξ_K)₊³)/(ξ_K − ξ_k),   k = 1 … K − 2,
//
// of x and ξ in units of the range of knots, so that none is far larger than the others.
//
// Source: Hastie, Tibshirani, Friedman, The Elements of Statistical Learning, 2009, equations 5.4 and 5.5.
func naturalSpline(dst []float64, x float64, knots []float64) {
	last := len(knots) - 1
	low, unit := knots[0], knots[last]-knots[0]
	at := (x - low) / unit
	cube := func(v float64) float64 {
		if v <= 0 {
			return 0
		}
		return v * v * v
	}
	d := func(k int) float64 {
		knot := (knots[k] - low) / unit
		return (cube(at-knot) - cube(at-1)) / (1 - knot)
	}
	dst[0] = x
	for k := 1; k < last; k++ {
		dst[k] = d(k-1) - d(last-1)
	}
}

// bSpline are the cubic B-splines on knots, each end of which stands there four times, without the first: they sum to
// 1. Beyond the ends x is taken for the end.
//
// Source: de Boor, A Practical Guide to Splines, 1978, chapter X, equation 5.
func bSpline(dst []float64, x float64, knots []float64) {
	last := len(knots) - 1
	x = max(knots[0], min(knots[last], x))
	k := max(0, min(last-1, sort.Search(len(knots), func(k int) bool { return knots[k] > x })-1)) // x's interval
	at := func(i int) float64 { return knots[max(0, min(last, i))] }
	var b [cubic + 1]float64 // of those that are not 0 there, those that begin at knots k − 3 … k
	b[cubic] = 1
	for degree := 1; degree <= cubic; degree++ {
		for i := k - degree; i <= k; i++ {
			var v float64
			if width := at(i+degree) - at(i); width > 0 {
				v += (x - at(i)) / width * b[cubic-k+i]
			}
			if width := at(i+degree+1) - at(i+1); width > 0 && i < k {
				v += (at(i+degree+1) - x) / width * b[cubic-k+i+1]
			}
			b[cubic-k+i] = v
		}
	}
	clear(dst)
	for i, v := range b {
		if place := k + i - 1; place >= 0 {
			dst[place] = v
		}
	}
}
