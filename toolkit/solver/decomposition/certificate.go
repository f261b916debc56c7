package decomposition

import (
	"context"
	"math"

	"github.com/proxlab/proxlab/toolkit/solver"
)

// gap is that of the examples that are looked at, to which others add nothing as far as is known, and P, where b is
// between the largest up and the least down.
func (m *machine) gap() (gap, objective float64) {
	b := 0.
	if m.p.Intercept {
		b = middle(m.ends())
	}
	m.s.B = b
	copy(m.s.a, m.a)
	for k, i := range m.at {
		term, _, _ := m.p.term(i, m.now[k], m.p.Y[i]-m.rest[k]+b)
		gap += term
	}
	return gap, gap - m.dual - m.change()
}

// middle is between two numbers, or that which is finite.
func middle(top, bottom float64) float64 {
	switch {
	case math.IsInf(top, -1) && math.IsInf(bottom, 1):
		return 0
	case math.IsInf(top, -1):
		return bottom
	case math.IsInf(bottom, 1):
		return top
	}
	return top/2 + bottom/2
}

// certify evaluates P at the best b, and its gap, for all examples.
func (m *machine) certify() {
	s, n := m.s, len(m.a)
	f := s.f
	for i, r := range m.r {
		f[i] = m.p.Y[i] - r
	}
	if s.B = 0; m.p.Intercept {
		s.B = m.p.level(f)
	}
	rounding := solver.Rounding{Terms: n}
	var gap, square, linear, sum, reach float64
	for i, a := range m.a {
		term, loss, slope := m.p.term(i, a, f[i]+s.B)
		gap += term
		square += a * f[i]
		linear += m.p.Epsilon*math.Abs(a) - m.p.Y[i]*a
		sum += a
		rounding.Sum += loss + math.Abs(a)*(m.p.Epsilon+math.Abs(m.p.Y[i])+math.Abs(f[i])+math.Abs(s.B))
		reach += (math.Abs(a) + slope) * m.sizes[i]
	}
	if m.p.Intercept {
		rounding.Imbalance = math.Abs(s.B * (sum - m.p.Sum))
	}
	// Predictions are off by at most γ Σ_j|Δa_j||K_ij|, and |K_ij| ≤ √(K_ii K_jj).
	rounding.Sum += float64(m.changes+n) / float64(n) * m.moved * reach
	s.Objective = gap - linear - square/2
	rounding.Fill(&s.Progress, s.Objective, s.Objective-gap)
	copy(s.a, m.a)
}

// whole certifies what all examples say; by y − Ka summed up anew where the rounding of changes is what is left.
func (m *machine) whole(ctx context.Context, will float64) error {
	m.rebase()
	m.certify()
	if s := m.s; s.Gap > will && s.Left() <= will && m.changes > 2*len(m.a) {
		if err := m.sum(ctx); err != nil {
			return err
		}
		m.look(nil)
		m.certify()
	}
	return nil
}
