package vec

import "github.com/proxlab/proxlab/toolkit/internal/simd"

// LogisticTails are dst_i = 1/(1 + exp(|x_i|)), the smaller of the logistic function's values at x_i and −x_i. dst may
// be x.
func LogisticTails(dst, x []float64) {
	dst = dst[:len(x)]
	for i, v := range x {
		dst[i] = -max(v, -v)
	}
	simd.Exp(dst, dst, 0)
	for i, e := range dst {
		dst[i] = e / (1 + e)
	}
}

// Log1m is dst_i = log(1 − a_i) for 0 ≤ a_i ≤ 1, −Inf at 1, good to a few units in the last place: with v = 1 − a as
// rounded it is log v + ((1 − v) − a)/v. What rounding took, (1 − v) − a, is not divided by v: it is 0 where v < ½, and
// next to nothing beside log v where v is not near 1. dst may not be a.
func Log1m(dst, a []float64) {
	dst = dst[:len(a)]
	for i, v := range a {
		dst[i] = 1 - v
	}
	simd.Log(dst, dst)
	for i, a := range a {
		v := 1 - a
		dst[i] += (1 - v) - a
	}
}
