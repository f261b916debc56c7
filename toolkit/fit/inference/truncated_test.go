package inference

import (
	"math"
	"testing"
)

// TestTruncated compares the law between two ends with sums of its density, near the mean and far off, and the mean
// of a probability with that probability.
func TestTruncated(t *testing.T) {
	t.Parallel()
	for _, c := range []truncated{
		{x: 0.3, se: 1, least: -1, most: 2}, {x: 2.1, se: 1, least: 2, most: math.Inf(1)},
		{x: -3, se: 0.5, least: math.Inf(-1), most: -2.9}, {x: 25.5, se: 1, least: 25, most: 26},
		{x: 0.1, se: 2, least: 0, most: 0.3}, {x: 1, se: 1, least: math.Inf(-1), most: math.Inf(1)},
	} {
		for _, mean := range []float64{0, -4, 3, 60, -60} {
			low, high := math.Max(c.least, math.Min(mean, c.x)-12*c.se), math.Min(c.most, math.Max(mean, c.x)+12*c.se)
			at := math.Min(math.Max(mean, low), high) // where the density is largest
			const steps = 400_000
			var below, all float64
			for k := range steps {
				v := low + (high-low)*(float64(k)+0.5)/steps
				d := math.Exp(((at-mean)*(at-mean) - (v-mean)*(v-mean)) / (2 * c.se * c.se))
				if all += d; v < c.x {
					below += d
				}
			}
			if got := c.below(mean); math.Abs(got-below/all) > 2e-4 {
				t.Errorf("%+v, mean %g: %.6f, by sums %.6f", c, mean, got, below/all)
			}
		}
		for _, p := range []float64{0.025, 0.5, 0.9} {
			if m := c.mean(p); math.Abs(c.below(m)-p) > 1e-9 {
				t.Errorf("%+v: at the mean %g of %g it is %.12f", c, m, p, c.below(m))
			}
		}
	}
	for _, x := range []float64{19.999999, 20.000001, 40} {
		if a, b := logTail(x), math.Log(math.Erfc(x/math.Sqrt2)/2); x < 30 && math.Abs(a-b) > 1e-9 {
			t.Errorf("log tail of %g: %.12g, not %.12g", x, a, b)
		}
	}
}
