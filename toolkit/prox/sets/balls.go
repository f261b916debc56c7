package sets

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
)

// L1Ball is ‖x‖₁ ≤ Radius, Radius > 0.
type L1Ball struct{ Radius float64 }

// Value is 0 in the ball, with a relative slack of 1e-12 for rounding, else +Inf.
func (s L1Ball) Value(x []float64) float64 {
	return indicator(floats.Norm(x, 1), s.Radius)
}

// indicator is 0 where a norm is at most a radius, but for rounding.
func indicator(norm, radius float64) float64 {
	if norm <= radius*(1+slack) {
		return 0
	}
	return math.Inf(1)
}

// threshold is the τ by which the projection shortens coordinates, 0 inside.
func (s L1Ball) threshold(v []float64) float64 {
	if floats.Norm(v, 1) <= s.Radius {
		return 0
	}
	sizes := make([]float64, len(v))
	for j, x := range v {
		sizes[j] = math.Abs(x)
	}
	return math.Max(0, threshold(sizes, s.Radius))
}

// Prox is the projection: soft thresholding. O(d log d).
func (s L1Ball) Prox(dst, v []float64, gamma float64) float64 {
	if begin(dst, v, gamma) {
		return math.Inf(1)
	}
	tau := s.threshold(v)
	for j, x := range v {
		dst[j] = math.Copysign(math.Max(0, math.Abs(x)-tau), x)
	}
	if norm := floats.Norm(dst, 1); norm > s.Radius {
		floats.Scale(s.Radius/norm, dst)
	}
	return 0
}

// ProxJacobian is 0 inside. Outside it is 1 where the projection is 0, and ssᵀ/m on the m other coordinates, of signs
// s.
func (s L1Ball) ProxJacobian(m *toolkit.Jacobian, v []float64, _ float64) {
	m.Reset(len(v))
	tau := s.threshold(v)
	if tau == 0 {
		return
	}
	r := toolkit.RankOne{}
	for j, x := range v {
		if math.Abs(x) > tau {
			r.At, r.Q = append(r.At, j), append(r.Q, math.Copysign(1, x))
		} else {
			m.Diagonal[j] = 1
		}
	}
	r.Weight = -1 / float64(len(r.At))
	m.Ones = append(m.Ones, r)
}

// Conjugate is Radius·‖v‖∞.
func (s L1Ball) Conjugate(v []float64) float64 { return s.Radius * most(v) }

// Polar is 0: the support function is finite.
func (s L1Ball) Polar([]float64) float64 { return 0 }

// Violation is the distance from the ball.
func (s L1Ball) Violation(x []float64) float64 { return distance(s, x) }

// Constraint is true.
func (s L1Ball) Constraint() bool { return true }

// String is the set's name.
func (s L1Ball) String() string { return "l1-ball" }

// Check tells what is wrong with the set on d×k weights.
func (s L1Ball) Check(_, _ int) error { return positive(s.Radius, "the radius of the ball") }

// L2Ball is ‖x‖ ≤ Radius, Radius > 0.
type L2Ball struct{ Radius float64 }

// Value is 0 in the ball, with a relative slack of 1e-12 for rounding, else +Inf.
func (s L2Ball) Value(x []float64) float64 { return indicator(floats.Norm(x, 2), s.Radius) }

// Prox is the projection, v min(1, Radius/‖v‖).
func (s L2Ball) Prox(dst, v []float64, gamma float64) float64 {
	if begin(dst, v, gamma) {
		return math.Inf(1)
	}
	copy(dst, v)
	if norm := floats.Norm(v, 2); norm > s.Radius {
		floats.Scale(s.Radius/norm, dst)
	}
	return 0
}

// ProxJacobian is 0 inside, and (1 − r)I + r vvᵀ/‖v‖², r = Radius/‖v‖, outside.
func (s L2Ball) ProxJacobian(m *toolkit.Jacobian, v []float64, _ float64) {
	norm := floats.Norm(v, 2)
	if m.Reset(len(v)); norm <= s.Radius {
		return
	}
	q := toolkit.RankOne{Weight: -s.Radius / norm, Q: make([]float64, len(v))}
	for j, x := range v {
		m.Diagonal[j] = 1 - s.Radius/norm
		q.At, q.Q[j] = append(q.At, j), x/norm
	}
	m.Ones = append(m.Ones, q)
}

// Conjugate is Radius·‖v‖.
func (s L2Ball) Conjugate(v []float64) float64 { return s.Radius * floats.Norm(v, 2) }

// Polar is 0: the support function is finite.
func (s L2Ball) Polar([]float64) float64 { return 0 }

// Violation is max(0, ‖x‖ − Radius).
func (s L2Ball) Violation(x []float64) float64 { return math.Max(0, floats.Norm(x, 2)-s.Radius) }

// Constraint is true.
func (s L2Ball) Constraint() bool { return true }

// String is the set's name.
func (s L2Ball) String() string { return "l2-ball" }

// Check tells what is wrong with the set on d×k weights.
func (s L2Ball) Check(_, _ int) error { return positive(s.Radius, "the radius of the ball") }
