package loss

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/vec"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// softmaxLoss writes softmax(f) − e_y to grad, which may alias f, and returns log Σ exp(f_c) − f_y; both are good to
// their own size where the probability of y is near 1, and of the others little is left.
func softmaxLoss(grad, f []float64, y int) float64 {
	top, truth := largest(f), f[y]
	expShifted(grad, f, top)
	return softmaxSlopes(grad[:len(f)], y, top-truth)
}

// softmaxSlopes is softmaxLoss of what grad has the exponentials of, where the largest of these numbers is above that
// of y by so much.
func softmaxSlopes(grad []float64, y int, above float64) float64 {
	sum := floats.Sum(grad)
	floats.Scale(1/sum, grad)
	if !(grad[y] > 0.5) {
		grad[y]--
		return math.Log(sum) + above
	}
	grad[y] = 0
	grad[y] = -floats.Sum(grad)
	return -vec.Log1p(grad[y])
}

func softmax(p, f []float64) { floats.Scale(1/expShifted(p, f, largest(f)), p) }

func softmaxDiagonal(h, f []float64) {
	softmax(h, f)
	for c, p := range h {
		h[c] = p * (1 - p)
	}
}

// softmaxHessian writes diag(p) − ppᵀ; its last row holds p on the way. What rows sum to is 0 but for their rounding: a
// diagonal of p(1 − p), p near 1, would have lost what the others are.
func softmaxHessian(h, f []float64) {
	m := len(f)
	p := h[(m-1)*m:]
	softmax(p, f)
	for c := range m {
		row := h[c*m : (c+1)*m]
		floats.ScaleTo(row, -p[c], p)
		row[c] = 0
		row[c] = -floats.Sum(row)
	}
}

func quarterSquaredRange(v []float64) float64 {
	r := floats.Max(v) - floats.Min(v)
	return r * r / 4
}

// largest is the largest entry, NaN where there is one.
func largest(f []float64) float64 {
	a, b := math.Inf(-1), f[len(f)-1] // neither waits for the other
	for ; len(f) > 1; f = f[2:] {
		a, b = max(a, f[0]), max(b, f[1])
	}
	return max(a, b)
}

// negativeEntropy is that of p = u + e_y, to its own size where p is near e_y.
func negativeEntropy(u []float64, y int) float64 {
	var entropy, sum float64
	slack := 1e-9 * math.Max(math.Abs(floats.Min(u)), math.Abs(floats.Max(u)))
	for c, p := range u {
		sum += p
		log := math.Log(p)
		if c == y {
			log = math.Log1p(p)
			p++
		}
		if p < -slack || math.IsNaN(p) {
			return math.Inf(1)
		}
		if p > 0 {
			entropy += p * log
		}
	}
	if !(math.Abs(sum) <= slack) {
		return math.Inf(1)
	}
	return entropy
}

// expShifted writes exp(x_c − top) to dst, for top ≥ max x, and returns the sum.
func expShifted(dst, x []float64, top float64) (sum float64) {
	linalg.Exp(dst[:len(x)], x, top)
	return floats.Sum(dst[:len(x)])
}

// expRows is expShifted, but for the sums, for rows of k numbers each, of which the largest are added to tops.
func expRows(dst, x []float64, k int, tops []float64) {
	for i := range tops {
		row, out := x[i*k:(i+1)*k], dst[i*k:(i+1)*k]
		top := largest(row)
		tops[i] += top
		floats.AddConst(-top, out[:copy(out, row)])
	}
	linalg.Exp(dst, dst, 0)
}
