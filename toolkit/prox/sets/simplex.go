package sets

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
)

// Simplex is x ≥ 0 with Σ_j x_j = Sum; 0 stands for a sum of 1.
type Simplex struct{ Sum float64 }

func (s Simplex) sum() float64 {
	if s.Sum == 0 {
		return 1
	}
	return s.Sum
}

// threshold is the τ with Σ_j max(v_j − τ, 0) = sum > 0.
//
// Source: Held, Wolfe, Crowder, Validation of Subgradient Optimization, Math. Programming 1974.
func threshold(v []float64, sum float64) float64 {
	y := slices.Clone(v)
	slices.Sort(y)
	slices.Reverse(y)
	var above float64 // of the largest, less the first: huge numbers keep the digits of their differences
	tau := y[0] - sum
	for k, x := range y {
		above += x - y[0]
		next := y[0] + (above-sum)/float64(k+1)
		if !(x > next) {
			break
		}
		tau = next
	}
	return tau
}

// Value is 0 in the simplex, with a slack of 1e-12 Sum for rounding, else +Inf.
func (s Simplex) Value(x []float64) float64 {
	for _, v := range x {
		if !(v >= 0) {
			return math.Inf(1)
		}
	}
	if math.Abs(floats.Sum(x)-s.sum()) <= slack*s.sum() {
		return 0
	}
	return math.Inf(1)
}

// Prox is the projection, max(v_j − τ, 0). O(d log d).
func (s Simplex) Prox(dst, v []float64, gamma float64) float64 {
	if begin(dst, v, gamma) {
		return math.Inf(1)
	}
	tau := threshold(v, s.sum())
	var sum float64
	for j, x := range v {
		dst[j] = math.Max(x-tau, 0)
		sum += dst[j]
	}
	if sum > 0 { // digits that huge numbers lose
		floats.Scale(s.sum()/sum, dst)
	} else {
		dst[slices.Index(v, slices.Max(v))] = s.sum()
	}
	return 0
}

// ProxJacobian is 1 where the projection is 0, and 11ᵀ/m on the m other coordinates.
func (s Simplex) ProxJacobian(m *toolkit.Jacobian, v []float64, _ float64) {
	m.Reset(len(v))
	tau := threshold(v, s.sum())
	r := toolkit.RankOne{}
	for j, x := range v {
		if x > tau {
			r.At, r.Q = append(r.At, j), append(r.Q, 1)
		} else {
			m.Diagonal[j] = 1
		}
	}
	r.Weight = -1 / float64(len(r.At))
	m.Ones = append(m.Ones, r)
}

// Conjugate is Sum·max_j v_j.
func (s Simplex) Conjugate(v []float64) float64 { return s.sum() * slices.Max(v) }

// Polar is 0: the support function is finite.
func (s Simplex) Polar([]float64) float64 { return 0 }

// Violation is the distance from the simplex.
func (s Simplex) Violation(x []float64) float64 { return distance(s, x) }

// Constraint is true.
func (s Simplex) Constraint() bool { return true }

// String is the set's name.
func (s Simplex) String() string { return "simplex" }

// Check tells what is wrong with the set on d×k weights.
func (s Simplex) Check(_, _ int) error { return positive(s.sum(), "the sum of the simplex") }

// positive says what is wrong with a size.
func positive(v float64, what string) error {
	if !(v > 0) || math.IsInf(v, 1) {
		return fmt.Errorf("%s is %g: it must be more than 0, and finite", what, v)
	}
	return nil
}
