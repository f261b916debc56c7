package sets

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// SecondOrderCone is ‖(x₂, …, x_d)‖ ≤ x₁.
type SecondOrderCone struct{}

// Value is 0 in the cone, with a slack of 1e-12‖x‖ for rounding, else +Inf.
func (s SecondOrderCone) Value(x []float64) float64 { return value(s, x, floats.Norm(x, 2)) }

// Prox is the projection: of v = (t, u) with r = ‖u‖ it is v for r ≤ t, 0 for r ≤ −t, else (t + r)/2 (1, u/r).
//
// Source: Bauschke, Projection Algorithms and Monotone Operators, PhD thesis 1996, Theorem 3.3.6.
func (s SecondOrderCone) Prox(dst, v []float64, gamma float64) float64 {
	if begin(dst, v, gamma) {
		return math.Inf(1)
	}
	t, r := v[0], floats.Norm(v[1:], 2)
	switch {
	case r <= t:
		copy(dst, v)
	case r <= -t:
		clear(dst)
	default:
		floats.ScaleTo(dst[1:], (t+r)/2/r, v[1:])
		dst[0] = (t + r) / 2
	}
	return 0
}

// ProxJacobian is 0 in the cone and I in its polar. Elsewhere, with w = u/r, it has the eigenvalue 1 at (1, −w), 0 at
// (1, w) and δ = (1 − t/r)/2 at what is orthogonal to both.
func (s SecondOrderCone) ProxJacobian(m *toolkit.Jacobian, v []float64, _ float64) {
	t, r := v[0], floats.Norm(v[1:], 2)
	switch {
	case r <= t:
		m.Reset(len(v))
		return
	case r <= -t:
		all(m, len(v), 1)
		return
	}
	delta := (1 - t/r) / 2
	all(m, len(v), delta)
	m.Diagonal[0] = 0
	tangent := toolkit.RankOne{Weight: delta}
	normal := toolkit.RankOne{Weight: -0.5, At: []int{0}, Q: []float64{1}}
	for j, x := range v[1:] {
		tangent.At, tangent.Q = append(tangent.At, j+1), append(tangent.Q, x/r)
		normal.At, normal.Q = append(normal.At, j+1), append(normal.Q, -x/r)
	}
	m.Ones = append(m.Ones, tangent, normal)
}

// Conjugate is 0 in the polar cone, −v in the cone; else +Inf. With a relative slack of 1e-12.
func (s SecondOrderCone) Conjugate(v []float64) float64 { return finite(s.Polar(v), 0) }

// Polar is 0 where Conjugate is, else +Inf.
func (s SecondOrderCone) Polar(v []float64) float64 {
	return inside(floats.Norm(v[1:], 2)+v[0], floats.Norm(v, 2))
}

// Clip takes v to the nearest point of the polar cone.
func (s SecondOrderCone) Clip(v []float64, _ bool) { clipCone(s, v) }

// clipCone takes v to the nearest point of a cone's polar, by Moreau's decomposition.
func clipCone(cone toolkit.Proxable, v []float64) {
	z := make([]float64, len(v))
	cone.Prox(z, v, 1)
	floats.Sub(v, z)
}

// Violation is the distance from the cone.
func (s SecondOrderCone) Violation(x []float64) float64 { return distance(s, x) }

// Constraint is true.
func (s SecondOrderCone) Constraint() bool { return true }

// String is the set's name.
func (s SecondOrderCone) String() string { return "second-order-cone" }

// Check tells what is wrong with the set on d×k weights.
func (s SecondOrderCone) Check(d, k int) error {
	if d*k == 0 {
		return errors.New("the second-order cone needs a first coordinate")
	}
	return nil
}

// Semidefinite are the symmetric positive semidefinite matrices, given row by row. Its projection has no derivative of
// the kind that toolkit.Jacobian holds: methods of splitting have it alone.
type Semidefinite struct{}

// order is the n of n×n numbers. It panics where they are no square matrix.
func order(size int) int {
	n := int(math.Round(math.Sqrt(float64(size))))
	if n*n != size {
		panic("sets: a semidefinite matrix is square")
	}
	return n
}

// Value is 0 for matrices of the set, with a slack of 1e-12‖X‖ for rounding, else +Inf.
func (s Semidefinite) Value(x []float64) float64 { return value(s, x, floats.Norm(x, 2)) }

// Prox is the projection: the part of the symmetric part with eigenvalues that are not negative.
//
// Source: Higham, Computing a Nearest Symmetric Positive Semidefinite Matrix, Linear Algebra Appl. 1988, Theorem 2.1.
func (s Semidefinite) Prox(dst, v []float64, gamma float64) float64 {
	if begin(dst, v, gamma) {
		return math.Inf(1)
	}
	n := order(len(v))
	scale := most(v)
	if scale == 0 {
		clear(dst)
		return 0
	}
	values, vectors := s.eigen(v, n)
	clear(dst)
	for k, e := range values {
		if e <= 0 {
			break
		}
		row := vectors[k*n : (k+1)*n]
		for i, x := range row {
			floats.AddScaled(dst[i*n:(i+1)*n], e*x, row)
		}
	}
	return 0
}

// eigen are eigenvalues, descending, and vectors of the symmetric part.
func (s Semidefinite) eigen(v []float64, n int) (values, vectors []float64) {
	scale := most(v)
	half := make([]float64, n*n)
	for i := range n {
		for j := range n {
			half[i*n+j] = v[i*n+j]/scale/2 + v[j*n+i]/scale/2
		}
	}
	values, vectors, ok := linalg.EigenSym(half, n)
	if !ok {
		panic("sets: the eigenvalues of a finite matrix were not found")
	}
	floats.Scale(scale, values)
	return values, vectors
}

// Conjugate is 0 where the symmetric part has no positive eigenvalue, else +Inf. With a relative slack of 1e-12.
func (s Semidefinite) Conjugate(v []float64) float64 { return finite(s.Polar(v), 0) }

// Polar is 0 where Conjugate is, else +Inf.
func (s Semidefinite) Polar(v []float64) float64 {
	size := most(v)
	if size == 0 || size != size {
		return size
	}
	values, _ := s.eigen(v, order(len(v)))
	return inside(values[0], size)
}

// Clip takes v to the nearest point of the polar cone.
func (s Semidefinite) Clip(v []float64, _ bool) { clipCone(s, v) }

// Violation is the distance from the set.
func (s Semidefinite) Violation(x []float64) float64 { return distance(s, x) }

// Constraint is true.
func (s Semidefinite) Constraint() bool { return true }

// String is the set's name.
func (s Semidefinite) String() string { return "semidefinite" }

// Check tells what is wrong with the set on d×k weights.
func (s Semidefinite) Check(d, k int) error {
	if n := int(math.Round(math.Sqrt(float64(d * k)))); n*n != d*k || d*k == 0 {
		return fmt.Errorf("%d weights are no square matrix", d*k)
	}
	return nil
}
