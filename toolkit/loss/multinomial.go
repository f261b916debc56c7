package loss

import "math"

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

// Weight is c_i.
func (l Multinomial) Weight(i int) float64 { return weight(l.Weights, len(l.Y), i) }

// At writes softmax(f) − e_{y_i} to grad and returns the loss, computed relative to the largest score.
func (l Multinomial) At(grad []float64, i int, f []float64) float64 {
	top := math.Inf(-1)
	for _, v := range f {
		if v > top || v != v {
			top = v
		}
	}
	truth := f[l.Y[i]]
	var sum float64
	for c, v := range f {
		e := math.Exp(v - top)
		grad[c] = e
		sum += e
	}
	for c := range grad {
		grad[c] /= sum
	}
	grad[l.Y[i]]--
	return math.Log(sum) + (top - truth)
}

// Conjugate is the negative entropy Σ_c p_c log p_c at p = u + e_{y_i}, where that is a probability, and +Inf elsewhere. Rounding
// may move p off the simplex by 1e-9.
func (l Multinomial) Conjugate(i int, u []float64) float64 {
	var entropy, sum float64
	for c, p := range u {
		if c == l.Y[i] {
			p++
		}
		if p < -1e-9 || math.IsNaN(p) {
			return math.Inf(1)
		}
		if p > 0 {
			entropy += p * math.Log(p)
		}
		sum += p
	}
	if math.Abs(sum-1) > 1e-9 {
		return math.Inf(1)
	}
	return entropy
}

// Curvature is max_i c_i/2: the Hessian diag(p) − ppᵀ has no eigenvalue above ½.
//
// Source: Böhning, Multinomial Logistic Regression Algorithm, Ann. Inst. Statist. Math. 1992.
func (l Multinomial) Curvature() float64 { return maxWeight(l.Weights, len(l.Y)) / 2 }
