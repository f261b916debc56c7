package rna

import "math"

// mostWeight is how large a weight may be: sums of scores stay far from what float64 cannot hold.
const mostWeight = 1e200

// Usable tells whether weights are numbers up to 1e200, which scores can be sums of; structures by others would mean
// nothing.
func Usable(weights []float64) bool {
	for _, w := range weights {
		if !(math.Abs(w) <= mostWeight) { // NaN too
			return false
		}
	}
	return true
}

// mustBeUsable panics where there are neither Features nor Extended weights, or not all of them Usable.
func mustBeUsable(weights []float64) {
	if len(weights) != Features && len(weights) != Extended {
		panic("rna: there must be as many weights as features")
	}
	if !Usable(weights) {
		panic("rna: weights must be finite numbers")
	}
}
