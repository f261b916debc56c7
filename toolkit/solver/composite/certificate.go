package composite

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/solver/composite/internal/functions"
)

// certify takes one of some points for the best where it is, and makes a dual point of the multipliers m.v, from near
// the first:
//
//   - Kᵀv = 0 where there is no ridge is come near by y with H y = −(q + μ(x + y)), v_k ← v_k + M_kK_k y/s_k, by the
//     system that is factored: this moves v_k inside its face alone;
//   - what is a cone is clipped, and that done again; what remains of a set is divided by the largest polar, which
//     keeps Kᵀv = 0;
//   - what rounding leaves of q multipliers of single variables absorb where there are such; what is left then costs
//     Σ_j |q_j| Radius_j.
func (m *machine) certify(points ...[]float64) {
	m.s.last = m.outward(points[0])
	for _, at := range points {
		point := append([]float64(nil), at...)
		for _, t := range m.terms {
			if t.set != nil && !t.holds(point) { // what is nearest to one set may be far from others
				m.try(at, m.outward(at), 0)
			}
			t.takeInside(point)
		}
		m.try(point, m.outward(point), 0)
	}
	for by := 2.0; !m.tilted && by <= 16 && m.best-m.dual > 0.5*math.Abs(m.best) && m.off <= feasible; by *= 2 {
		far := floats.ScaleTo(make([]float64, len(m.x)), by, points[0]) // where P* may be that of x without end
		m.try(far, m.outward(far), 0)
	}
	m.widen(m.bestX)
	if merit := m.merit(m.best, m.far); m.dual-merit > 1e-9*math.Abs(merit) { // a solution is farther than is assumed
		m.dual = math.Inf(-1)
	}
	m.certifyDual(points[0])
	more := math.Min(math.Max(exactly*(m.best-m.dual), 1e-15*math.Abs(m.best)), exactly*math.Abs(m.best))
	for _, at := range slices.Concat(points, [][]float64{m.bestX}) {
		exact := m.face(at)
		m.try(m.inward(exact), exact, more)
	}
	if m.basis != nil && m.s.Newton && m.best-m.dual <= loose*math.Abs(m.best) {
		m.dither(points[0])
	}
	m.report()
}

// dithered are how often a point is rounded elsewhere.
const dithered = 16

// dither tries what x is rounded to where u is others by little: of large numbers that cancel that is not little of P.
func (m *machine) dither(at []float64) {
	for k := range dithered {
		u := append([]float64(nil), at...)
		m.basis.Dither(u, float64((m.s.Iter*dithered+k)*40503%0x10000)*0x1p-52)
		m.try(u, m.outward(u), 0)
	}
}

// report fills the state in.
func (m *machine) report() {
	s := m.s
	s.Objective, s.Violation = m.best, 0
	for k, t := range m.terms {
		s.Violation = math.Max(s.Violation, t.violation(m.at[k], m.bestX, m.far[k]))
	}
	m.rounding().FillBest(&s.Progress, m.merit(m.best, m.far), m.dual)
	s.Gap = math.Max(s.Gap, m.merit(0, m.far))
	switch {
	case !m.conjugates:
		s.Gap, s.Rounding = math.NaN(), math.NaN()
	case m.off > feasible:
		s.Gap, s.Rounding = math.Inf(1), math.NaN()
	}
}

// widen makes the best bound one for x that are farther than it assumes, where x is near to be.
func (m *machine) widen(x []float64) {
	s, far, beyond := m.s, m.farthest(x), false
	for j, v := range x {
		beyond = beyond || s.Assumed > 0 && 10*math.Abs(v) > m.radius[j]
	}
	if beyond {
		rest := m.assumed(m.left, x, far)
		m.dual += s.Assumed - rest
		m.tell(x, rest, far)
	}
}

// exactly is the share of a gap that P may rise by where zeros and equal variables become exact.
const exactly = 1e-2

// A problem has a solution from a relative gap of loose on, where constraints hold but for what is rounded.
const (
	loose   = 1e-3
	rounded = 1e-13
)

// feasible is how far from satisfying constraints a point may be that is one, relative to the size of Kx + d.
const feasible = 1e-9

// try takes a point, as u and as x, for the best where P is at most so much more there, or constraints are
// nearer to hold. It returns P there, with what violations cost.
func (m *machine) try(point, exact []float64, more float64) float64 {
	if m.basis != nil { // x is rounded, and P that of what it is
		point = m.inward(exact)
	}
	value, far, off := m.value(point, m.at)
	better := off < m.off
	if off <= feasible && m.off <= feasible {
		a, b := m.score(value, far), m.score(m.best, m.far)
		better = a < b+more || a == b
	}
	if better {
		m.best, m.off = value, off
		copy(m.far, far)
		copy(m.bestX, point)
		copy(m.s.x, exact)
	}
	return m.merit(value, far)
}

// merit is P + Σ_k ‖v_k‖ far_k, which D, of the same v, does not exceed.
func (m *machine) merit(value float64, far []float64) float64 {
	for k, t := range m.terms {
		if t.set != nil {
			value += m.prices[k] * far[k]
		}
	}
	return value
}

// score is merit, or D and what violations cost where that is more: a gap is never less than the latter.
func (m *machine) score(value float64, far []float64) float64 {
	return math.Max(m.merit(value, far), m.dual+m.merit(0, far))
}

// value is P(x), with the predictions Kx + d of terms in z, and the distances from constraints, the largest of them
// relative to what Kx + d is made of.
func (m *machine) value(x []float64, z [][]float64) (sum float64, far []float64, off float64) {
	sum = m.constant + floats.Dot(m.linear, x)
	for j, mu := range m.mu {
		sum += mu / 2 * x[j] * x[j]
	}
	far = make([]float64, len(m.terms))
	for k, t := range m.terms {
		t.predict(z[k], x)
		var value float64
		if value, far[k] = t.nearby(z[k]); far[k] > 0 {
			off = math.Max(off, far[k]/(t.reach(x)+t.widest*floats.Norm(x, math.Inf(1))))
		}
		sum += value
	}
	return sum, far, off
}

// nearby is the value of a function at a point, or of one with a conjugate that is not known at the nearest in its
// domain; and how far that is.
func (t *term) nearby(z []float64) (value, far float64) {
	if t.set != nil {
		return 0, t.set.Violation(z)
	}
	if value = t.Value(z); t.dual || !math.IsInf(value, 1) {
		return value, 0
	}
	value = t.Prox(t.scratch, z, t.s)
	return value, floats.Distance(t.scratch, z, 2)
}

// violation is how far x is from satisfying a constraint, of which the distance with scaled rows is told, in the rows'
// own units.
func (t *term) violation(z, x []float64, far float64) float64 {
	if t.rows == nil || far == 0 {
		return far
	}
	t.predict(z, x)
	floats.Mul(z, t.rows)
	return t.unscaled.Violation(z)
}

// holds tells whether a constraint does.
func (t *term) holds(x []float64) bool {
	t.predict(t.scratch, x)
	return t.set.Violation(t.scratch) == 0
}

// takeInside moves x into the domain of a term that bounds single variables.
func (t *term) takeInside(x []float64) {
	in, ok := t.of.(inward)
	if !ok || t.full {
		return
	}
	t.predict(t.scratch, x)
	copy(t.moved, t.scratch)
	in.Inside(t.scratch)
	for i, z := range t.scratch {
		col, val := t.k.Stored(i)
		if len(col) != 1 || z == t.moved[i] {
			continue
		}
		if t.offset != nil {
			z -= t.offset[i]
		}
		x[col[0]] = z / val[0]
	}
}

// refinements are how often multipliers are corrected at most, and sharpened the share of the gap that what is left of
// q costs from which on it is summed in twice the digits.
const (
	refinements = 6
	sharpened   = 0.1
)

func (m *machine) certifyDual(x []float64) {
	if !m.conjugates {
		return
	}
	n := len(x)
	far := m.farthest(x)
	y := append([]float64(nil), x...)
	q, r := make([]float64, n), make([]float64, n)
	rest, blurred := math.Inf(1), make([]float64, n)
	m.sharp = false
	for round := 0; ; round++ {
		copy(q, m.linear)
		for k, t := range m.terms {
			t.clip(m.v[k], round > 0, m.tilted)
			t.addTransposed(q, m.v[k])
		}
		last := rest
		rest = m.assumed(q, x, far)
		if !m.sharp && round > 1 {
			copy(blurred, q)
			if m.blur(blurred); m.assumed(blurred, x, far) > sharpened*(m.best-m.dual) {
				m.sharp, last = true, math.Inf(1) // what was before is of other roundings
			}
		}
		if m.sharp {
			m.sharpen(q)
			rest = m.assumed(q, x, far)
		}
		for j := range q {
			r[j] = -q[j] - m.mu[j]*y[j]
		}
		if round == refinements || round > 1 && rest > 0.3*last {
			break
		}
		m.solve(r)
		floats.Add(y, r)
		for k, t := range m.terms {
			t.correct(m.v[k], r)
		}
	}
	m.absorb(q, x, far)
}

// clip takes v into the domain of the conjugate, or where cone is true into the cone that dividing by the polar does
// not lead to; where c is not 0 it is divided here, as all are not to be divided by one number.
func (t *term) clip(v []float64, cone, tilted bool) {
	if f, ok := t.of.(functions.Clipped); ok {
		f.Clip(v, cone && !tilted)
	}
	if !tilted {
		return
	}
	if polar := t.Polar(v); polar > 1 && !math.IsInf(polar, 1) {
		floats.Scale(1/polar, v)
	}
}
