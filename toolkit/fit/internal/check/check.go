// Package check refuses data that nobody can learn from.
package check

import (
	"fmt"
	"math"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// Finite names an entry of examples that is not finite.
func Finite(x linalg.Map) error {
	entries, ok := x.(linalg.Entries)
	if !ok {
		return fmt.Errorf("examples of type %T: they must be dense or sparse, or enumerate their entries (linalg.Entries)", x)
	}
	if i, j, v, found := linalg.NotFinite(entries); found {
		return fmt.Errorf("row %d, column %d of x is %g", i+1, j+1, v)
	}
	return nil
}

// Lambda refuses a λ that is none.
func Lambda(lambda float64) error {
	if !(lambda > 0) || math.IsInf(lambda, 1) {
		return fmt.Errorf("λ = %g: it must be positive and finite; without regularization the penalty is nil", lambda)
	}
	return nil
}

// NameOf is what a loss or a penalty calls itself, or its type.
func NameOf(v any) string {
	switch v := v.(type) {
	case nil:
		return "none"
	case fmt.Stringer:
		return v.String()
	}
	return fmt.Sprintf("%T", v)
}

// Products says that a map has made a number of ones that is not finite.
func Products(x linalg.Map) error {
	n, d := x.Dims()
	out, ones, back := make([]float64, n), make([]float64, d), make([]float64, d)
	for j := range ones {
		ones[j] = 1
	}
	x.MulVec(out, ones)
	x.MulTransVec(back, out)
	for _, product := range [][]float64{out, back} {
		for at, v := range product {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return fmt.Errorf("the map %T makes %g of ones (place %d): it must be finite", x, v, at+1)
			}
		}
	}
	return nil
}
