package prox_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// gradientOf is (∇x)_ij, the first components of all pixels before the second.
func gradientOf(x []float64, rows, cols int) []float64 {
	out := make([]float64, 2*len(x))
	for at := range x {
		if at/cols+1 < rows {
			out[at] = x[at+cols] - x[at]
		}
		if at%cols+1 < cols {
			out[len(x)+at] = x[at+1] - x[at]
		}
	}
	return out
}

// imageOf is y − c∇ᵀp.
func imageOf(y, p []float64, c float64, rows, cols int) []float64 {
	x, n := slices.Clone(y), len(y)
	for at := range y {
		if at/cols+1 < rows {
			x[at] += c * p[at]
			x[at+cols] -= c * p[at]
		}
		if at%cols+1 < cols {
			x[at] += c * p[n+at]
			x[at+1] -= c * p[n+at]
		}
	}
	return x
}

// TestVariationSweep: ten iterations at once are ten, one after the other over the whole image, and the same to the
// last bit on any number of cores.
func TestVariationSweep(t *testing.T) {
	procs := runtime.GOMAXPROCS(0)
	defer runtime.GOMAXPROCS(procs)
	beta := [10]float64{0, 0.2, 0.4, 0.5, 0.6, 0.65, 0.7, 0.74, 0.78, 0.8}
	const c = 0.3
	for _, size := range [][2]int{{1, 1}, {1, 9}, {9, 1}, {2, 3}, {7, 40}, {40, 7}, {301, 290}} {
		rows, cols := size[0], size[1]
		n := rows * cols
		rng := rand.New(rand.NewPCG(21, uint64(n)))
		y, start := testproblems.Normal(rng, n, 1), testproblems.Normal(rng, 2*n, 0.4)
		for _, chambolle := range []bool{false, true} {
			p, r := slices.Clone(start), slices.Clone(start)
			for _, b := range beta {
				if chambolle {
					fixedPoint(p, gradientOf(imageOf(y, p, c, rows, cols), rows, cols), c)
				} else {
					projected(p, r, gradientOf(imageOf(y, r, c, rows, cols), rows, cols), 1/(8*c), b)
				}
			}
			var first []float64
			for _, cores := range []int{1, 2, 3, 16} {
				runtime.GOMAXPROCS(cores)
				got := slices.Clone(start)
				extrapolated := prox.VariationSweep(rows, cols, y, got, c, beta, chambolle)
				name := fmt.Sprintf("%d × %d, Chambolle %v, %d cores", rows, cols, chambolle, cores)
				if !floats.EqualApprox(got, p, 1e-12) || !chambolle && !floats.EqualApprox(extrapolated, r, 1e-12) {
					t.Errorf("%s: dual variables differ by %g", name, floats.Distance(got, p, math.Inf(1)))
				}
				if first == nil {
					first = got
				}
				if !floats.Equal(got, first) {
					t.Errorf("%s: not as on one core", name)
				}
			}
		}
	}
}

// projected is a projected gradient step with momentum.
func projected(p, r, gradient []float64, step, beta float64) {
	n := len(p) / 2
	for j := range n {
		a, b := r[j]+step*gradient[j], r[n+j]+step*gradient[n+j]
		norm := max(1, math.Hypot(a, b))
		a, b = a/norm, b/norm
		r[j], r[n+j] = a+beta*(a-p[j]), b+beta*(b-p[n+j])
		p[j], p[n+j] = a, b
	}
}

// fixedPoint is Chambolle's step.
func fixedPoint(p, gradient []float64, c float64) {
	const eta = 0.25
	n := len(p) / 2
	for j := range n {
		a, b := gradient[j]/c, gradient[n+j]/c
		scale := 1 + eta*math.Hypot(a, b)
		p[j], p[n+j] = (p[j]+eta*a)/scale, (p[n+j]+eta*b)/scale
	}
}

// TestVariationFromHalf: a start at half the resolution takes fewer iterations to the same image where λ smooths over
// many pixels, for odd numbers of rows and columns too, and is left out where dual variables are given.
func TestVariationFromHalf(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(22, 23))
	const rows, cols = 133, 97
	v := testproblems.Normal(rng, rows*cols, 0.1)
	for i := range v {
		v[i] += float64(i / cols / 50)
	}
	g := prox.TotalVariation{Lambda: 0.4, Rows: rows, Cols: cols}
	const tol = 1e-3
	x, z := make([]float64, len(v)), make([]float64, len(v))
	value, gap, iterations := g.CountIterations(x, v, 1, tol)
	given := make([]float64, g.Duals(len(v)))
	given[0] = 1e-300 // as good as 0
	coldValue, coldGap, cold := g.CountIterationsFrom(z, given, v, 1, tol)
	d, e := floats.Distance(x, v, 2), floats.Distance(z, v, 2)
	if objective := value + d*d/2; !(gap <= tol*objective) || math.Abs(objective-coldValue-e*e/2) > gap+coldGap {
		t.Errorf("objective %g with gap %g, from zeros %g with gap %g", objective, gap, coldValue+e*e/2, coldGap)
	}
	if !(iterations <= cold/2) {
		t.Errorf("%d iterations from half the resolution, %d from zeros", iterations, cold)
	}
	t.Logf("%d iterations from half the resolution, %d from zeros", iterations, cold)
}
