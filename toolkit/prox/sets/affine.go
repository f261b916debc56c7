package sets

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// Affine is Ax = b. NewAffine makes one.
type Affine struct {
	a    *linalg.Dense
	b    []float64
	rows []float64 // orthonormal rows that span those of A
	near []float64 // the solution of least norm
}

// NewAffine is Ax = b; an error where A has other than one row for each of b, or no x satisfies all equations. It
// decomposes A once.
func NewAffine(a *linalg.Dense, b []float64) (*Affine, error) {
	if a.R != len(b) {
		return nil, fmt.Errorf("there are %d equations, and %d right-hand sides", a.R, len(b))
	}
	if floats.HasNaN(b) || math.IsInf(most(b), 1) {
		return nil, fmt.Errorf("the right-hand sides are not all finite: %g", b)
	}
	pairs, ok := linalg.ThinPairs(a.Data, a.R, a.C)
	if !ok {
		return nil, fmt.Errorf("the %d × %d matrix of the equations is not finite", a.R, a.C)
	}
	s := &Affine{a: a, b: append([]float64(nil), b...), near: make([]float64, a.C)}
	for k, sigma := range pairs.Values {
		if !(sigma > 1e-13*pairs.Values[0]) {
			break
		}
		row := pairs.Right[k*a.C : (k+1)*a.C]
		s.rows = append(s.rows, row...)
		floats.AddScaled(s.near, floats.Dot(pairs.Left[k*a.R:(k+1)*a.R], b)/sigma, row)
	}
	for i, v := range b {
		size := math.Abs(v) + floats.Norm(a.Row(i), 2)*floats.Norm(s.near, 2)
		if off := a.DotRow(i, s.near) - v; math.Abs(off) > 1e-9*size {
			return nil, fmt.Errorf("no x satisfies all %d equations: the nearest has equation %d off by %.3g", a.R, i+1, off)
		}
	}
	return s, nil
}

// within is the part of v in the span of A's rows, V(Vᵀv), and its coordinates Vᵀv.
func (s *Affine) within(v []float64) (part, along []float64) {
	part = make([]float64, len(v))
	for from := 0; from < len(s.rows); from += len(v) {
		row := s.rows[from : from+len(v)]
		t := floats.Dot(row, v)
		along = append(along, t)
		floats.AddScaled(part, t, row)
	}
	return part, along
}

// Value is 0 where Ax = b, with a slack of 1e-12‖x‖ for rounding, else +Inf.
func (s *Affine) Value(x []float64) float64 {
	return value(s, x, floats.Norm(x, 2)+floats.Norm(s.near, 2))
}

// Prox is the projection, v − V Vᵀv + A⁺b.
func (s *Affine) Prox(dst, v []float64, gamma float64) float64 {
	if begin(dst, v, gamma) {
		return math.Inf(1)
	}
	part, _ := s.within(v)
	for j, x := range v {
		dst[j] = x - part[j] + s.near[j]
	}
	return 0
}

// ProxJacobian is V Vᵀ.
func (s *Affine) ProxJacobian(m *toolkit.Jacobian, v []float64, _ float64) {
	m.Reset(len(v))
	at := make([]int, len(v))
	for j := range at {
		at[j] = j
	}
	for from := 0; from < len(s.rows); from += len(v) {
		m.Ones = append(m.Ones, toolkit.RankOne{Weight: -1, At: at, Q: s.rows[from : from+len(v)]})
	}
}

// Conjugate is ⟨A⁺b, v⟩ in the span of A's rows, else +Inf, with a relative slack of 1e-12.
func (s *Affine) Conjugate(v []float64) float64 { return finite(s.Polar(v), floats.Dot(s.near, v)) }

// Polar is 0 in the span of A's rows, else +Inf, with a relative slack of 1e-12.
func (s *Affine) Polar(v []float64) float64 {
	part, _ := s.within(v)
	return inside(floats.Distance(part, v, 2), floats.Norm(v, 2))
}

// Clip takes v to the span of A's rows.
func (s *Affine) Clip(v []float64, _ bool) {
	part, _ := s.within(v)
	copy(v, part)
}

// Violation is ‖A⁺(Ax − b)‖, the distance of x.
func (s *Affine) Violation(x []float64) float64 {
	off := make([]float64, len(x))
	floats.SubTo(off, x, s.near)
	_, along := s.within(off)
	return floats.Norm(along, 2)
}

// Terms are the point b behind A.
func (s *Affine) Terms(d int) (toolkit.Terms, bool) {
	return toolkit.Terms{Of: []toolkit.Term{{Function: Point(s.b...), Map: s.a}}}, s.a != nil && s.a.C == d
}

// Constraint is true.
func (s *Affine) Constraint() bool { return true }

// String is the set's name.
func (s *Affine) String() string { return "affine" }

// Check tells what is wrong with the set on d×k weights.
func (s *Affine) Check(d, k int) error {
	if s.a == nil || s.a.C != d*k {
		return fmt.Errorf("the equations are of another number of weights than the %d that there are", d*k)
	}
	return nil
}
