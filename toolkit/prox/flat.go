package prox

import "github.com/proxlab/proxlab/toolkit"

// certified is a penalty with a conjugate.
type certified interface {
	toolkit.Proxable
	toolkit.Conjugate
	PolarOfSizes(sizes []float64) float64
}

// flattened is a penalty that coordinates of some sets may move in together at no cost, on vectors v that sum up to 0
// on every set but for rounding, which conjugate and polar take off: where columns of the sets' sums are unpenalized,
// the products with them are 0.
type flattened struct {
	certified
	sets [][]int
}

// level is v less its means on the sets.
func level(v []float64, sets [][]int) []float64 {
	out := append([]float64(nil), v...)
	for _, set := range sets {
		var sum float64
		for _, j := range set {
			sum += v[j]
		}
		for _, j := range set {
			out[j] -= sum / float64(len(set))
		}
	}
	return out
}

// Level takes the means on the sets from x.
func (g flattened) Level(x []float64) { copy(x, level(x, g.sets)) }

// Conjugate is the penalty's at v less its means.
func (g flattened) Conjugate(v []float64) float64 { return g.certified.Conjugate(level(v, g.sets)) }

// Polar is the penalty's at v less its means.
func (g flattened) Polar(v []float64) float64 { return g.certified.Polar(level(v, g.sets)) }

// iterating is a penalty with a conjugate whose prox and polar are found by iteration.
type iterating interface {
	toolkit.IterativeProx
	PolarAt(v, dual []float64) float64
}

// flattenedIterative is flattened for such a penalty.
type flattenedIterative struct {
	flattened
	of iterating
}

// Duals are the penalty's.
func (g flattenedIterative) Duals(d int) int { return g.of.Duals(d) }

// ProxTo is the penalty's.
func (g flattenedIterative) ProxTo(dst, dual, v []float64, gamma, tol float64) (value, gap float64) {
	return g.of.ProxTo(dst, dual, v, gamma, tol)
}

// PolarAt is the penalty's at v less its means.
func (g flattenedIterative) PolarAt(v, dual []float64) float64 {
	return g.of.PolarAt(level(v, g.sets), dual)
}
