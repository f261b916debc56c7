package vec

// BendMost is the |d| up to which Bend is good to rounding.
const BendMost = 0.5

// Bend is exp(d) − 1 − d for |d| ≤ BendMost, by Taylor's series, of which what is left out is less than rounding.
func Bend(d float64) float64 {
	f, z := &factorials, d*d
	even := f[0] + z*(f[2]+z*(f[4]+z*(f[6]+z*(f[8]+z*(f[10]+z*(f[12]+z*f[14]))))))
	odd := f[1] + z*(f[3]+z*(f[5]+z*(f[7]+z*(f[9]+z*(f[11]+z*f[13])))))
	return (even + d*odd) * z
}

// factorials are 1/2!, 1/3!, …
var factorials = func() (out [15]float64) {
	value := 1.
	for k := range out {
		value /= float64(k + 2)
		out[k] = value
	}
	return out
}()
