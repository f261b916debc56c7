// Package loss holds losses of one prediction per example, one a file: L(f) = Σ_i c_i ℓ_i(f_i) with c_i = 1/n unless
// weights are given. Each implements toolkit.Separable, so that solver.Problem gives it a gradient, an objective and a
// duality gap, and solver.Linear turns it into an oracle for online methods.
package loss

// weight is c_i.
func weight(weights []float64, n, i int) float64 {
	if weights == nil {
		return 1 / float64(n)
	}
	return weights[i]
}

// maxWeight is max_i c_i.
func maxWeight(weights []float64, n int) float64 {
	if weights == nil {
		return 1 / float64(max(1, n))
	}
	var m float64
	for _, c := range weights {
		m = max(m, c)
	}
	return m
}

// Squared is ℓ_i(f) = ½ (f − y_i)², with targets Y.
type Squared struct {
	Y       []float64
	Weights []float64 // c_i ≥ 0; nil for 1/n
}

// Len is the number of examples.
func (l Squared) Len() int { return len(l.Y) }

// Weight is c_i.
func (l Squared) Weight(i int) float64 { return weight(l.Weights, len(l.Y), i) }

// At is ½ (f − y_i)² and f − y_i.
func (l Squared) At(i int, f float64) (value, slope float64) {
	r := f - l.Y[i]
	return r * r / 2, r
}

// Conjugate is ℓ_i*(u) = ½ u² + u y_i.
func (l Squared) Conjugate(i int, u float64) float64 { return u * (u/2 + l.Y[i]) }

// Curvature is max_i c_i.
func (l Squared) Curvature() float64 { return maxWeight(l.Weights, len(l.Y)) }
