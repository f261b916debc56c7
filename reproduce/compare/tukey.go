package compare

import (
	"math"

	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/stat/distuv"
)

// rangeBelow is the probability that the range of k independent standard normal numbers is at most q, which is that of
// Tukey's studentized range with infinitely many degrees of freedom:
//
//	k ∫ φ(z) (Φ(z) − Φ(z − q))^(k−1) dz
func rangeBelow(q float64, k int) float64 {
	const far = 8 // beyond which φ is below 1e-14
	n := distuv.UnitNormal
	return float64(k) * quad.Fixed(func(z float64) float64 {
		return n.Prob(z) * math.Pow(n.CDF(z)-n.CDF(z-q), float64(k-1))
	}, -far, far, 200, nil, 0)
}

// nemenyi is the value by which Nemenyi's test judges differences of mean ranks of k methods: the quantile of the range
// over √2 (Demšar 2006, Table 5).
func nemenyi(k int, miss float64) float64 {
	low, high := 0., 20.
	for range 60 {
		if middle := (low + high) / 2; rangeBelow(middle, k) < 1-miss {
			low = middle
		} else {
			high = middle
		}
	}
	return high / math.Sqrt2
}
