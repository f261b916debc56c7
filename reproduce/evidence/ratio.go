package evidence

import (
	"fmt"

	"gonum.org/v1/gonum/stat"
)

// Ratios returns numbers of which the mean is that of a over that of b, and of which the standard error is that ratio's
// by the delta method: q + (a_k − q b_k)/m_b with q = m_a/m_b, where m is the mean. Replication k of both has the same
// draws. It panics where they differ in length.
//
// Source: Cochran, Sampling Techniques, 1977, section 2.11.
func Ratios(a, b []float64) []float64 {
	if len(a) != len(b) {
		panic(fmt.Sprintf("evidence: %d replications over %d", len(a), len(b)))
	}
	below := stat.Mean(b, nil)
	q := stat.Mean(a, nil) / below
	out := make([]float64, len(a))
	for k := range a {
		out[k] = q + (a[k]-q*b[k])/below
	}
	return out
}
