package simd

import "math"

// dotLanes is how many sums a scalar product is made of: as many as hide the latency of additions, with registers of
// 512 bits.
const dotLanes = 32

// dotShort is up to how many numbers are added up lane by lane, with the sums in registers; more are from the first to
// the last, with the sums in memory.
const dotShort = 256

// dotPlain adds x_i y_i to sum i mod 32, and the sums up by halves.
func dotPlain(x, y []float64) float64 {
	if len(x) <= dotShort {
		return dotByLanes(x, y)
	}
	var sums [dotLanes]float64
	y = y[:len(x)]
	for len(x) >= dotLanes {
		u, v := (*[dotLanes]float64)(x), (*[dotLanes]float64)(y)
		for l := range sums {
			sums[l] = fma(u[l], v[l], sums[l])
		}
		x, y = x[dotLanes:], y[dotLanes:]
	}
	for l, v := range x {
		sums[l] = fma(v, y[l], sums[l])
	}
	for half := dotLanes / 2; half > 0; half /= 2 {
		for l := range half {
			sums[l] += sums[l+half]
		}
	}
	return sums[0]
}

// dotByLanes is the same, four sums that meet in the first two additions at a time.
func dotByLanes(x, y []float64) float64 {
	const step = dotLanes / 4
	var sums [step]float64
	y = y[:len(x)]
	for l := range min(step, len(x)) {
		var a, b, c, d float64
		i := l
		for ; i+3*step < len(x); i += dotLanes {
			a, b = fma(x[i], y[i], a), fma(x[i+step], y[i+step], b)
			c, d = fma(x[i+2*step], y[i+2*step], c), fma(x[i+3*step], y[i+3*step], d)
		}
		if i < len(x) {
			a = fma(x[i], y[i], a)
		}
		if i+step < len(x) {
			b = fma(x[i+step], y[i+step], b)
		}
		if i+2*step < len(x) {
			c = fma(x[i+2*step], y[i+2*step], c)
		}
		sums[l] = (a + c) + (b + d)
	}
	return ((sums[0] + sums[4]) + (sums[2] + sums[6])) + ((sums[1] + sums[5]) + (sums[3] + sums[7]))
}

// axpyPlain rounds products before it adds them, also where the processor could do both at once.
func axpyPlain(dst []float64, s float64, x []float64) {
	dst = dst[:len(x)]
	for i, v := range x {
		dst[i] += float64(s * v)
	}
}

// Constants of the range reduction x = n ln 2 + r with |r| ≤ ½ ln 2; ln 2 in two parts, the first with zeros at its end
// so that n·ln2Hi is exact. Source: W. J. Cody, W. Waite, Software Manual for the Elementary Functions, 1980,
// chapter 6.
const (
	ln2Hi = 6.93147180369123816490e-01
	ln2Lo = 1.90821492927058770002e-10
	toInt = 3 << 51 // adding it leaves the nearest integer in the low bits
)

// expSeries are the coefficients of (eʳ − 1 − r)/r², from r⁰ on: its interpolant at the Chebyshev points of
// |r| ≤ ½ ln 2, by which eʳ is off by 2⁻⁶¹ of it.
var expSeries = [...]float64{
	0.5, 0.1666666666666667, 0.04166666666666667, 0.008333333333326136, 0.0013888888888883748,
	0.00019841269874820627, 2.4801587325547743e-05, 2.7557255400206422e-06, 2.75572736431103e-07,
	2.5105217004720745e-08, 2.0914686968086876e-09,
}

// expPlain multiplies by 2ⁿ in two steps, of which only the second rounds, where the result is subnormal.
func expPlain(dst, x []float64, shift float64) {
	dst = dst[:len(x)]
	for i, v := range x {
		v -= shift
		v = max(-746, min(710, v)) // beyond, the result is 0 or +Inf; NaN stays
		t := fma(v, math.Log2E, toInt)
		n := t - toInt
		r := fma(-n, ln2Lo, fma(-n, ln2Hi, v))
		q := expSeries[len(expSeries)-1]
		for k := len(expSeries) - 2; k >= 0; k-- {
			q = fma(q, r, expSeries[k])
		}
		twice := math.Float64bits(t) - (math.Float64bits(toInt) - 2048) // n + 2048
		half := twice >> 1
		e := 1 + fma(q, r*r, r)
		dst[i] = e * math.Float64frombits((half-1)<<52) * math.Float64frombits((twice-half-1)<<52)
	}
}
