package sets

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// HalfSpace is ⟨A, x⟩ ≤ B. More than one are a Box behind a map.
type HalfSpace struct {
	A []float64 // not 0
	B float64
}

// Value is 0 in the half-space, with a slack of 1e-12‖x‖ for rounding, else +Inf.
func (s HalfSpace) Value(x []float64) float64 {
	return value(s, x, floats.Norm(x, 2)+math.Abs(s.B)/floats.Norm(s.A, 2))
}

// Prox is the projection, v − max(0, ⟨A, v⟩ − B) A/‖A‖².
func (s HalfSpace) Prox(dst, v []float64, gamma float64) float64 {
	if begin(dst, v, gamma) {
		return math.Inf(1)
	}
	norm := floats.Norm(s.A, 2)
	copy(dst, v)
	floats.AddScaled(dst, -s.Violation(v)/norm, s.A)
	return 0
}

// ProxJacobian is A Aᵀ/‖A‖² outside.
func (s HalfSpace) ProxJacobian(m *toolkit.Jacobian, v []float64, _ float64) {
	m.Reset(len(v))
	if s.Violation(v) == 0 {
		return
	}
	r := toolkit.RankOne{Weight: -1, Q: make([]float64, len(v))}
	floats.ScaleTo(r.Q, 1/floats.Norm(s.A, 2), s.A)
	for j := range v {
		r.At = append(r.At, j)
	}
	m.Ones = append(m.Ones, r)
}

// along is the t of v = tA, and how far v is from it.
func (s HalfSpace) along(v []float64) (t, off float64) {
	t = floats.Dot(s.A, v) / floats.Dot(s.A, s.A)
	rest := append([]float64(nil), v...)
	floats.AddScaled(rest, -t, s.A)
	return t, floats.Norm(rest, 2)
}

// Conjugate is tB for v = tA, t ≥ 0, else +Inf, with a relative slack of 1e-12.
func (s HalfSpace) Conjugate(v []float64) float64 {
	t, _ := s.along(v)
	return finite(s.Polar(v), math.Max(t, 0)*s.B)
}

// Polar is 0 for v = tA, t ≥ 0, else +Inf, with a relative slack of 1e-12.
func (s HalfSpace) Polar(v []float64) float64 {
	t, off := s.along(v)
	return inside(off+math.Max(-t, 0)*floats.Norm(s.A, 2), floats.Norm(v, 2))
}

// Clip takes v to the nearest tA with t ≥ 0.
func (s HalfSpace) Clip(v []float64, _ bool) {
	t, _ := s.along(v)
	floats.ScaleTo(v, math.Max(t, 0), s.A)
}

// Violation is max(0, ⟨A, x⟩ − B)/‖A‖.
func (s HalfSpace) Violation(x []float64) float64 {
	return math.Max(0, floats.Dot(s.A, x)-s.B) / floats.Norm(s.A, 2)
}

// Terms are the bound of one number.
func (s HalfSpace) Terms(d int) (toolkit.Terms, bool) {
	of := toolkit.Term{Function: Box{Upper: []float64{s.B}}, Map: linalg.NewDense(1, len(s.A), s.A)}
	return toolkit.Terms{Of: []toolkit.Term{of}}, len(s.A) == d
}

// Constraint is true.
func (s HalfSpace) Constraint() bool { return true }

// String is the set's name.
func (s HalfSpace) String() string { return "half-space" }

// Check tells what is wrong with the set on d×k weights.
func (s HalfSpace) Check(d, k int) error {
	norm := floats.Norm(s.A, 2)
	switch {
	case len(s.A) != d*k:
		return fmt.Errorf("the half-space is one of %d weights, and there are %d", len(s.A), d*k)
	case !(norm > 0) || math.IsInf(norm, 1) || math.IsNaN(s.B):
		return fmt.Errorf("the half-space needs a finite vector that is not 0, and a number: %g, %g", s.A, s.B)
	}
	return nil
}
