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

// Conjugate is the penalty's at v less its means.
func (g flattened) Conjugate(v []float64) float64 { return g.certified.Conjugate(level(v, g.sets)) }

// Polar is the penalty's at v less its means.
func (g flattened) Polar(v []float64) float64 { return g.certified.Polar(level(v, g.sets)) }
