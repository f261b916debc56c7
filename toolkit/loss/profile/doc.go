// Package profile has losses with parameters of their own, which are at their minimum for the predictions given:
// thresholds between labels in an order, or an intercept under a root. Each is a toolkit.Joint and a toolkit.Majorized,
// no sum over examples, and no constant that is added to all predictions changes it: package fit gives it no intercept,
// and keeps in models what Profile finds.
package profile

// weight is c_i.
func weight(weights []float64, n, i int) float64 {
	if weights == nil {
		return 1 / float64(n)
	}
	return weights[i]
}
