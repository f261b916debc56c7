// Package prox holds regularizers with their proximity operators, one a file. Each states its formula, its prox and its
// source, carries its own λ, and is a plain struct whose zero value is the zero function.
package prox

const (
	badGamma  = "prox: stepsize must be positive"
	badLength = "prox: length mismatch"
)

func check(dst, v []float64, gamma float64) {
	if !(gamma > 0) {
		panic(badGamma)
	}
	if len(dst) != len(v) {
		panic(badLength)
	}
}
