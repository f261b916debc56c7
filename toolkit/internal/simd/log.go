package simd

import "math"

// Log is dst_i = log(x_i), off by at most 0.6 units in the last place; −Inf at 0, NaN below. dst may be x.
func Log(dst, x []float64) {
	if len(dst) != len(x) {
		panic(badShape)
	}
	log(dst, x)
}

// The bits of numbers that logarithms take apart.
const (
	bitsOne   = 0x3ff0000000000000
	bitsRoot  = 0x3fe6a09e667f3bcd // of √½
	bitsTwo52 = 0x4330000000000000 // of 2⁵², whose last bits are whole numbers
	fraction  = 1<<52 - 1          // the bits behind the exponent
)

// logSeries are the coefficients of (log(1 + f) − 2s)/s³ in powers of s² = (f/(2 + f))²: its interpolant at the
// Chebyshev points of √½ ≤ 1 + f ≤ √2, by which log(1 + f) is off by 2⁻⁶⁰ of it.
var logSeries = [...]float64{
	0.6666666666666666, 0.4000000000000088, 0.28571428570803614, 0.22222222391713917, 0.18181795640132906,
	0.15386239702814658, 0.13268773138656886, 0.13086626147840102,
}

// logPlain takes x = 2ᵏ(1 + f) with √½ ≤ 1 + f < √2 and s = f/(2 + f), so that log(1 + f) = 2 artanh s, and adds
//
//	k log 2 + (f − f²/2) + s(f²/2 + R(s²)),
//
// the first two with what rounding takes from their sum.
//
// Source: the reduction is that of FreeBSD's /usr/src/lib/msun/src/e_log.c, of Sun Microsystems.
func logPlain(dst, x []float64) {
	dst = dst[:len(x)]
	for i, v := range x {
		if !(v > 0 && v <= math.MaxFloat64) {
			root := math.Sqrt(v)
			dst[i] = root - 1/(root*root) // NaN below 0, −∞ at 0, and what is given at ∞ and NaN
			continue
		}
		excess := float64(1<<52 + 1023)
		if v < 0x1p-1022 {
			v, excess = v*0x1p54, excess+54
		}
		bits := math.Float64bits(v) + (bitsOne - bitsRoot)
		k := math.Float64frombits(bits>>52|bitsTwo52) - excess
		f := math.Float64frombits(bits&fraction+bitsRoot) - 1
		s := f / (2 + f)
		square := s * s
		q := logSeries[len(logSeries)-1]
		for c := len(logSeries) - 2; c >= 0; c-- {
			q = fma(q, square, logSeries[c])
		}
		half := -0.5 * f
		high := fma(half, f, f)
		low := fma(s, fma(-half, f, float64(q*square)), fma(half, f, f-high))
		whole := float64(k * ln2Hi)
		top := whole + high
		low = fma(k, ln2Lo, low+((whole-top)+high))
		dst[i] = top + low
	}
}
