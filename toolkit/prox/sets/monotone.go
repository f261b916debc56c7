package sets

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
)

// Monotone is x₁ ≤ x₂ ≤ … ≤ x_d, or x₁ ≥ … ≥ x_d where it is Decreasing.
type Monotone struct{ Decreasing bool }

func (s Monotone) sign() float64 {
	if s.Decreasing {
		return -1
	}
	return 1
}

// Value is 0 where x is monotone, with a slack of 1e-12‖x‖∞ for rounding, else +Inf.
func (s Monotone) Value(x []float64) float64 {
	for j := 1; j < len(x); j++ {
		if !(s.sign()*(x[j-1]-x[j]) <= slack*most(x)) {
			return math.Inf(1)
		}
	}
	return 0
}

// pool is a run of coordinates that have one value.
type pool struct {
	from, to int
	mean     float64
}

// pools are those of the projection: adjacent violators are merged. O(d).
//
// Source: Barlow, Bartholomew, Bremner, Brunk, Statistical Inference under Order Restrictions, 1972, section 1.2.
func (s Monotone) pools(v []float64) (out []pool) {
	for j, x := range v {
		out = append(out, pool{j, j + 1, x})
		for k := len(out) - 1; k > 0 && s.sign()*(out[k-1].mean-out[k].mean) >= 0; k-- {
			a, b := out[k-1], out[k]
			share := float64(b.to-b.from) / float64(b.to-a.from)
			out = append(out[:k-1], pool{a.from, b.to, a.mean + share*(b.mean-a.mean)})
		}
	}
	return out
}

// Prox is the projection: means over pools.
func (s Monotone) Prox(dst, v []float64, gamma float64) float64 {
	if begin(dst, v, gamma) {
		return math.Inf(1)
	}
	for _, p := range s.pools(v) {
		for j := p.from; j < p.to; j++ {
			dst[j] = p.mean
		}
	}
	return 0
}

// ProxJacobian is I − 11ᵀ/m on pools of m > 1 coordinates, 0 elsewhere.
func (s Monotone) ProxJacobian(m *toolkit.Jacobian, v []float64, _ float64) {
	m.Reset(len(v))
	for _, p := range s.pools(v) {
		if p.to-p.from == 1 {
			continue
		}
		r := toolkit.RankOne{Weight: 1 / float64(p.to-p.from)}
		for j := p.from; j < p.to; j++ {
			m.Diagonal[j] = 1
			r.At, r.Q = append(r.At, j), append(r.Q, 1)
		}
		m.Ones = append(m.Ones, r)
	}
}

// Conjugate is 0 where no sum v₁ + … + v_k is negative, nor positive where s is Decreasing, and all add up to 0; else
// +Inf. With a relative slack of 1e-12.
func (s Monotone) Conjugate(v []float64) float64 { return finite(s.Polar(v), 0) }

// Polar is 0 where Conjugate is, else +Inf.
func (s Monotone) Polar(v []float64) float64 {
	var sum, off float64
	for _, x := range v {
		sum += s.sign() * x
		off = math.Max(off, -sum)
	}
	return inside(math.Max(off, math.Abs(sum)), floats.Norm(v, 1))
}

// Clip takes v to where the support function is 0: sums that must not be negative become 0, and so does the last.
func (s Monotone) Clip(v []float64, _ bool) {
	var sum, last float64
	for j, x := range v {
		sum += s.sign() * x
		kept := math.Max(0, sum)
		if j == len(v)-1 {
			kept = 0
		}
		v[j], last = s.sign()*(kept-last), kept
	}
}

// Violation is the distance from the monotone vectors.
func (s Monotone) Violation(x []float64) float64 { return distance(s, x) }

// Inside takes x to the nearest monotone vector.
func (s Monotone) Inside(x []float64) { s.Prox(x, x, 1) }

// Constraint is true.
func (s Monotone) Constraint() bool { return true }

// String is the set's name.
func (s Monotone) String() string { return "monotone" }

// Check accepts all numbers of weights.
func (s Monotone) Check(_, _ int) error { return nil }
