package loss

import (
	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
)

// Multinomial is the logistic loss of k classes, ℓ_i(f) = log Σ_c exp(f_c) − f_{y_i}, with labels 0 ≤ y_i < K.
type Multinomial struct {
	Y       []int
	K       int
	Weights []float64 // c_i ≥ 0; nil for 1/n
}

// Len is the number of examples.
func (l Multinomial) Len() int { return len(l.Y) }

// Outputs is k.
func (l Multinomial) Outputs() int { return l.K }

// Span is all of them.
func (l Multinomial) Span(int) (lo, hi int) { return 0, l.K }

// Weight is c_i.
func (l Multinomial) Weight(i int) float64 { return weight(l.Weights, len(l.Y), i) }

// At writes softmax(f) − e_{y_i} to grad and returns the loss, computed relative to the largest score.
func (l Multinomial) At(grad []float64, i int, f []float64) float64 {
	return softmaxLoss(grad, f, l.Y[i])
}

// Range writes the rows c_i ∇ℓ_i(f_i) to slopes, which may be f, and returns Σ c_i ℓ_i(f_i), for the examples from,
// from + 1, …: exponentials of several examples at once take less time than those of each.
func (l Multinomial) Range(slopes, f []float64, from int) (sum float64) {
	k, above := l.K, make([]float64, len(f)/l.K)
	for i := range above {
		above[i] = -f[i*k+l.Y[from+i]]
	}
	expRows(slopes, f, k, above)
	for i, v := range above {
		row, c := slopes[i*k:(i+1)*k], l.Weight(from+i)
		sum += c * softmaxSlopes(row, l.Y[from+i], v)
		floats.Scale(c, row)
	}
	return sum
}

// RangeProbabilities writes softmax(f_i) to the rows of p for several examples.
func (l Multinomial) RangeProbabilities(p, f []float64) {
	expRows(p, f, l.K, make([]float64, len(f)/l.K))
	for ; len(p) > 0; p = p[l.K:] {
		floats.Scale(1/floats.Sum(p[:l.K]), p[:l.K])
	}
}

// Diagonal is p_c(1 − p_c) with p = softmax(f).
func (l Multinomial) Diagonal(h []float64, _ int, f []float64) { softmaxDiagonal(h, f) }

// Hessian is diag(p) − ppᵀ with p = softmax(f).
func (l Multinomial) Hessian(h []float64, _ int, f []float64) { softmaxHessian(h, f) }

// Probabilities writes p = softmax(f): a loss with this method has the Hessians diag(p) − ppᵀ.
func (l Multinomial) Probabilities(p []float64, _ int, f []float64) { softmax(p, f) }

// LineCurvature is ¼ (max v − min v)²: the most that the variance of a variable of that range can be.
func (l Multinomial) LineCurvature(_ int, v []float64) float64 { return quarterSquaredRange(v) }

// Conjugate is the negative entropy Σ_c p_c log p_c at p = u + e_{y_i}, where that is a probability, and +Inf
// elsewhere. Rounding may move p off the simplex by 1e-9 of ‖u‖∞.
func (l Multinomial) Conjugate(i int, u []float64) float64 { return negativeEntropy(u, l.Y[i]) }

// Curvature is max_i c_i/2: the Hessian diag(p) − ppᵀ has no eigenvalue above ½.
//
// Source: Böhning, Multinomial Logistic Regression Algorithm, Ann. Inst. Statist. Math. 1992.
func (l Multinomial) Curvature() float64 { return maxWeight(l.Weights, len(l.Y)) / 2 }

// Bind is the loss with labels y of 0 to k − 1, all of which occur.
func (l Multinomial) Bind(y, weights []float64) toolkit.Loss {
	out := Multinomial{Y: make([]int, len(y)), Weights: weights}
	for i, label := range y {
		out.Y[i] = int(label)
		out.K = max(out.K, out.Y[i]+1)
	}
	return out
}

// Binary is false: the labels are 0 to k − 1.
func (l Multinomial) Binary() bool { return false }

// Link says that the probability of label c is exp(f_c)/Σ_l exp(f_l).
func (l Multinomial) Link() string { return Softmax }

// String is the loss's name.
func (l Multinomial) String() string { return "multinomial" }
