package prox_test

import (
	"fmt"

	"github.com/proxlab/proxlab/toolkit/prox"
)

// The prox of a sparse group lasso: small weights become 0, and groups of small ones as a whole. The polar tells from
// which strength on all of them do.
func Example() {
	g := prox.SparseGroup{Lambda: 1, Mix: 0.5, Groups: prox.Groups{{0, 1}, {2, 3}}}
	v := []float64{3, 0.2, 0.6, -0.7}
	z := make([]float64, len(v))
	value := g.Prox(z, v, 1)
	fmt.Printf("z = %.2f, Ω(z) = %.2f\n", z, value)
	fmt.Printf("z = 0 from λ = %.2f on\n", g.Polar(v))
	// Output:
	// z = [2.00 0.00 0.00 0.00], Ω(z) = 2.00
	// z = 0 from λ = 3.00 on
}
