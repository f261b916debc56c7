package vec

import "github.com/proxlab/proxlab/toolkit/internal/simd"

// Divergences are dst_i = a log(a/y_i) − a + y_i with a = y_i + u_i, and a log a − a where y_i = 0: of Kullback and
// Leibler. They are no numbers where a ≤ 0. With v = 1 + u/y they are y (v log v − (v − 1)), of which the derivative is
// y log v, so that what v loses to rounding is worth next to nothing. dst may not be y or u.
func Divergences(dst, y, u []float64) {
	dst, u = dst[:len(y)], u[:len(y)]
	var logs [256]float64
	for lo := 0; lo < len(dst); lo += len(logs) {
		v := dst[lo:min(len(dst), lo+len(logs))]
		y, u := y[lo:][:len(v)], u[lo:][:len(v)]
		for k, u := range u {
			if v[k] = u; y[k] > 0 {
				v[k] = 1 + u/y[k]
			}
		}
		simd.Log(logs[:len(v)], v)
		for k, log := range logs[:len(v)] {
			if v, y := &v[k], y[k]; y > 0 {
				*v = y * (*v*log - (*v - 1))
			} else {
				*v = *v*log - *v
			}
		}
	}
}
