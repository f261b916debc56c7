package toolkittest

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Kernel checks a kernel on points of d dimensions that is a function of inner products, as kernel.Kernel is: it is
// finite and symmetric, and its matrices on random points, among them 0, points that repeat and points on a line, are
// positive semidefinite.
func Kernel(k interface {
	OfDot(xz, xx, zz float64) float64
}, d int, opts ...Option) error {
	s := newSettings(opts)
	r := &report{}
	r.Guard("OfDot", func() {
		rng := newRand()
		for _, n := range []int{1, 2, 3, 5, 40} { // a fault is best seen on few points
			for turn := range max(2, 40/n) {
				positive(r, k.OfDot, kernelPoints(rng, n, d, turn), s.least(1e-9))
			}
		}
		var own [][]float64
		for _, p := range s.points {
			if len(p) == d {
				own = append(own, p)
			}
		}
		if len(own) > 0 {
			positive(r, k.OfDot, own, s.least(1e-9))
		}
	})
	return r.Err("toolkittest: Kernel of %T on %d dimensions", k, d)
}

// kernelPoints are random points of sizes between 0.1 and 10.
func kernelPoints(rng *rand.Rand, n, d, turn int) [][]float64 {
	out := make([][]float64, n)
	for i := range out {
		out[i] = normal(rng, d, []float64{1, 0.1, 10}[turn%3])
	}
	if n > 3 {
		clear(out[0])
		copy(out[1], out[2])
		floats.ScaleTo(out[3], 2, out[2])
	}
	return out
}

// positive checks the kernel's matrix on these points.
func positive(r *report, ofDot func(xz, xx, zz float64) float64, points [][]float64, tol float64) {
	n := len(points)
	gram := mat.NewSymDense(n, nil)
	size := 0.
	for i, x := range points {
		for j, z := range points[:i+1] {
			xz, xx, zz := floats.Dot(x, z), floats.Dot(x, x), floats.Dot(z, z)
			v, w := ofDot(xz, xx, zz), ofDot(xz, zz, xx)
			if !finite(v) {
				r.Faultf("The kernel is not finite: k(x, z) = %g at x = %v, z = %v", v, vector(x), vector(z))
				return
			}
			if !near(v, w, 1e-12) {
				r.Faultf("The kernel is not symmetric: k(x, z) = %.10g and k(z, x) = %.10g at x = %v, z = %v",
					v, w, vector(x), vector(z))
			}
			gram.SetSym(i, j, v)
			size = math.Max(size, math.Abs(v))
		}
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(gram, true) {
		return
	}
	if least := eigen.Values(nil)[0]; least < -tol*size*float64(n) {
		var vectors mat.Dense
		eigen.VectorsTo(&vectors)
		c := mat.Col(nil, 0, &vectors)
		r.Faultf("The kernel is not positive semidefinite: Σ c_i c_j k(x_i, x_j) = %.4g for c = %v at x_1 = %v%s",
			least, vector(c), vector(points[0]), more(points[1:]))
	}
}

// more are further points in print, no more than four.
func more(points [][]float64) (s string) {
	for i, x := range points {
		if i == 4 {
			return s + ", …"
		}
		s += ", " + vector(x).String()
	}
	return s
}
