// Package norms holds norms that package prox has no room for, each with its proximity operator, its polar and a
// derivative of the prox, or its terms.
package norms

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
)

// begin checks the arguments of a proximity operator, and copies v where it holds a NaN, which is to stay.
func begin(dst, v []float64, gamma float64) (ends bool) {
	if !(gamma > 0) {
		panic("norms: stepsize must be positive")
	}
	if len(dst) != len(v) {
		panic("norms: length mismatch")
	}
	if floats.HasNaN(v) {
		copy(dst, v)
		return true
	}
	return false
}

// indicator is 0 where a polar is at most 1, with a relative slack of 1e-12 for rounding, else +Inf.
func indicator(polar float64) float64 {
	if polar <= 1+1e-12 {
		return 0
	}
	return math.Inf(1)
}

// checkCount says what is wrong with a number of coordinates.
func checkCount(k, d int) error {
	if k < 1 || k > d {
		return fmt.Errorf("k is %d: it must be between 1 and the %d weights", k, d)
	}
	return nil
}
