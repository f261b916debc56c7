package loss_test

import (
	"fmt"

	"github.com/proxlab/proxlab/toolkit/loss"
)

// A loss is of targets, and of one prediction an example: its value, slope and conjugate are what solvers go by.
func Example() {
	l := loss.Huber{Y: []float64{0, 10}, Delta: 1}
	for i, f := range []float64{0.5, 2} {
		value, slope := l.At(i, f)
		fmt.Printf("ℓ = %.3f, slope %.1f, conjugate there %.3f\n", value, slope, l.Conjugate(i, slope))
	}
	for _, e := range loss.Catalogue()[:2] {
		fmt.Println(e.Name(), "is", e.Formula)
	}
	// Output:
	// ℓ = 0.125, slope 0.5, conjugate there 0.125
	// ℓ = 7.500, slope -1.0, conjugate there -9.500
	// squared is ½(f − y)²
	// huber is ½r² for r = |f − y| ≤ δ, δ(r − δ/2) beyond
}
