package loss

import "math"

// log1p is log(1 + x) for finite x > −1, good to a few units in the last place, in less than math.Log1p's time: what
// 1 + x loses to rounding the quotient of x and (1 + x) − 1 gives back.
//
// Source: Goldberg, What Every Computer Scientist Should Know About Floating-Point Arithmetic, ACM Computing Surveys
// 1991, theorem 4.
func log1p(x float64) float64 {
	u := 1 + x
	if u == 1 {
		return x
	}
	return math.Log(u) * (x / (u - 1))
}
