package vec

import "math"

// Log1p is log(1 + x) for finite x > −1, good to a few units in the last place, in less than half of math.Log1p's time
// where x is at least √½ − 1 and at most 1. There 1 + x = 2ᵏ(1 + f) with k of 0 or 1 and f exact, and with
// s = f/(2 + f)
//
//	log(1 + f) = f − f²/2 + s(f²/2 + R(s²)),
//
// R a polynomial of degree 7. Elsewhere what 1 + x loses to rounding the quotient of x and (1 + x) − 1 gives back.
//
// Source: the polynomial and its coefficients are those of FreeBSD's /usr/src/lib/msun/src/e_log.c, of Sun
// Microsystems, as in math.Log, good to 2⁻⁵⁸; the quotient: Goldberg, What Every Computer Scientist Should Know About
// Floating-Point Arithmetic, ACM Computing Surveys 1991, theorem 4.
func Log1p(x float64) float64 {
	if !(x >= math.Sqrt2/2-1 && x <= 1) {
		u := 1 + x
		if u == 1 {
			return x
		}
		return math.Log(u) * (x / (u - 1))
	}
	const (
		l1, l2, l3 = 6.666666666666735130e-01, 3.999999999940941908e-01, 2.857142874366239149e-01
		l4, l5     = 2.222219843214978396e-01, 1.818357216161805012e-01
		l6, l7     = 1.531383769920937332e-01, 1.479819860511658591e-01
	)
	f := x
	if x > math.Sqrt2-1 {
		f = (x - 1) / 2
	}
	s := f / (2 + f)
	z := s * s
	w := z * z
	r := z*(l1+w*(l3+w*(l5+w*l7))) + w*(l2+w*(l4+w*l6))
	half := f * f / 2
	if x > math.Sqrt2-1 {
		const high, low = 6.93147180369123816490e-01, 1.90821492927058770002e-10 // of log 2
		return high - ((half - (s*(half+r) + low)) - f)
	}
	return f - (half - s*(half+r))
}
