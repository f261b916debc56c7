package loss

import "github.com/proxlab/proxlab/toolkit/linalg"

// expShifted writes exp(x_c − top) to dst, for top ≥ max x, and returns the sum: exponentials are most of the cost of a
// loss of many classes.
func expShifted(dst, x []float64, top float64) (sum float64) {
	linalg.Exp(dst[:len(x)], x, top)
	for _, e := range dst[:len(x)] {
		sum += e
	}
	return sum
}
