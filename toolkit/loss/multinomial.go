package loss

import (
	"math"

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
	var tops, truths [rangeSize]float64
	for lo, rows := 0, max(1, rangeSize/l.K); lo*l.K < len(f); lo += rows {
		labels := l.Y[from+lo : from+min(lo+rows, len(f)/l.K)]
		at, out := f[lo*l.K:][:len(labels)*l.K], slopes[lo*l.K:][:len(labels)*l.K]
		for i, y := range labels {
			truths[i] = at[i*l.K+y]
		}
		expRows(out, at, l.K, tops[:])
		for i, y := range labels {
			row, c := out[i*l.K:(i+1)*l.K], l.Weight(from+lo+i)
			sum += c * softmaxSlopes(row, y, tops[i]-truths[i])
			floats.Scale(c, row)
		}
	}
	return sum
}

// RangeProbabilities writes softmax(f_i) to the rows of p for several examples.
func (l Multinomial) RangeProbabilities(p, f []float64) {
	var tops [rangeSize]float64
	for lo, step := 0, max(1, rangeSize/l.K)*l.K; lo < len(f); lo += step {
		part := p[lo:min(lo+step, len(f))]
		expRows(part, f[lo:][:len(part)], l.K, tops[:])
		for ; len(part) > 0; part = part[l.K:] {
			floats.Scale(1/total(part[:l.K]), part[:l.K])
		}
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
	sum := total(grad)
	floats.Scale(1/sum, grad)
	if !(grad[y] > 0.5) {
		grad[y]--
		return math.Log(sum) + above
	}
	grad[y] = 0
	grad[y] = -floats.Sum(grad)
	return -log1p(grad[y])
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
	sum := expShifted(p, f, largest(f))
	floats.Scale(1/sum, p)
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
	top := math.Inf(-1)
	for _, v := range f {
		top = max(top, v)
	}
	return top
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
