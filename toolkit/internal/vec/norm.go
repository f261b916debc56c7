package vec

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// Squares below and above which a sum of them may have lost digits, or be infinite.
const (
	leastSquares = 1e-200
	mostSquares  = 1e200
)

// Norm is ‖v‖₂, as floats.Norm has it, but in less time where no square is lost.
func Norm(v []float64) float64 {
	var a, b, c, d float64 // four sums do not wait for one another
	x := v
	for ; len(x) >= 4; x = x[4:] {
		a, b, c, d = a+x[0]*x[0], b+x[1]*x[1], c+x[2]*x[2], d+x[3]*x[3]
	}
	for _, w := range x {
		a += w * w
	}
	if sum := a + b + (c + d); leastSquares < sum && sum < mostSquares {
		return math.Sqrt(sum)
	}
	return floats.Norm(v, 2)
}
