package calculus_test

import (
	"fmt"

	"github.com/proxlab/proxlab/toolkit/linalg/maps"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/prox/calculus"
	"github.com/proxlab/proxlab/toolkit/prox/sets"
)

// A trend that does not fall, of few slopes: the nearest to four numbers.
func Example() {
	trend := calculus.Composed{G: prox.L1{Lambda: 0.1}, L: maps.Differences(4, 2)}
	rising := calculus.Sum{trend, sets.Monotone{}}
	x := make([]float64, 4)
	rising.Prox(x, []float64{1, 2, 3, 2}, 1)
	fmt.Printf("%.2f\n", x)
	// Output: [1.10 1.90 2.50 2.50]
}
