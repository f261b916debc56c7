package composite

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/solver"
)

// certify takes one of some points for the best where it is, and makes a dual point of the multipliers m.v, from near
// the first:
//
//   - Kᵀv = 0 where there is no ridge is come near by y with H y = −(q + μ(x + y)), v_k ← v_k + M_kK_k y/s_k, by the
//     system that is factored: this moves v_k inside its face alone;
//   - what is a cone is clipped, and that done again; what remains of a set is divided by the largest polar, which
//     keeps Kᵀv = 0;
//   - what rounding leaves of q costs Σ_j |q_j| Radius_j.
func (m *machine) certify(points ...[]float64) {
	s := m.s
	units := make([]float64, len(m.x))
	for _, at := range points {
		point := append([]float64(nil), at...)
		for _, t := range m.terms {
			t.takeInside(point)
		}
		m.try(point, floats.MulTo(units, point, m.columns), 0)
	}
	m.certifyDual(points[0])
	more := math.Max(exactly*(m.best-m.dual), 1e-15*math.Abs(m.best))
	for _, at := range slices.Concat(points, [][]float64{m.bestX}) {
		exact := m.face(at)
		m.try(floats.DivTo(units, exact, m.columns), exact, more)
	}
	r := solver.Rounding{Terms: len(m.x), Sum: math.Abs(m.best)}
	for k, t := range m.terms {
		r.Terms = max(r.Terms, len(t.z))
		r.Sum += 2 * floats.Norm(m.v[k], 2) * t.reach(m.bestX)
	}
	s.Objective = m.best
	r.FillBest(&s.Progress, m.best, m.dual)
}

// exactly is the share of a gap that P may rise by where zeros and equal variables become exact.
const exactly = 1e-2

// try takes a point, x̃ and in its own units, for the best where P is at most so much more there.
func (m *machine) try(point, exact []float64, more float64) {
	if value := m.value(point, m.at); value < m.best+more || value == m.best {
		m.best = value
		copy(m.bestX, point)
		copy(m.s.x, exact)
	}
}

// value is P(x), with the predictions Kx + d of terms in z.
func (m *machine) value(x []float64, z [][]float64) (sum float64) {
	for j, mu := range m.mu {
		sum += mu / 2 * x[j] * x[j]
	}
	for k, t := range m.terms {
		t.predict(z[k], x)
		sum += t.Value(z[k])
	}
	return sum
}

// takeInside moves x into the domain of a term that bounds single variables.
func (t *term) takeInside(x []float64) {
	in, ok := t.Composable.(inward)
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

// refinements are how often multipliers are corrected at most.
const refinements = 6

// beyond is how many times farther than x a solution is taken to be at most, where nothing else bounds it.
const beyond = 1e3

func (m *machine) certifyDual(x []float64) {
	n := len(x)
	far := 1.0
	for _, v := range x {
		far = math.Max(far, math.Abs(v))
	}
	y := append([]float64(nil), x...)
	q, r := make([]float64, n), make([]float64, n)
	rest := math.Inf(1)
	for round := 0; ; round++ {
		clear(q)
		for k, t := range m.terms {
			if f, ok := t.Composable.(clipped); ok {
				f.Clip(m.v[k], round > 0)
			}
			t.addTransposed(q, 1, m.v[k])
		}
		last := rest
		rest = 0
		for j := range q {
			if m.mu[j] == 0 {
				rest += math.Abs(q[j]) * beyond * (math.Abs(x[j]) + far)
			}
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
	polar := 1.0
	for k, t := range m.terms {
		polar = math.Max(polar, t.Polar(m.v[k]))
	}
	if !solver.Finite(polar) {
		return
	}
	var dual float64
	for k, t := range m.terms {
		floats.Scale(1/polar, m.v[k])
		dual -= t.Conjugate(m.v[k])
		if t.offset != nil {
			dual += floats.Dot(t.offset, m.v[k])
		}
	}
	for j, v := range q {
		if m.mu[j] > 0 {
			v /= polar
			dual -= v * v / (2 * m.mu[j])
		}
	}
	if dual -= rest; dual > m.dual {
		m.dual = dual
		m.keep(rest, far)
	}
}

// keep remembers the dual point.
func (m *machine) keep(rest, far float64) {
	s := m.s
	if s.point == nil {
		s.point = m.likeTerms()
	}
	for k, v := range m.v {
		copy(s.point[k], v)
	}
	s.Assumed = rest
	for j, x := range m.x {
		if s.Radius[j] = math.Inf(1); m.mu[j] == 0 {
			s.Radius[j] = beyond * (math.Abs(x) + far) * m.columns[j]
		}
	}
}

// reach is Σ_j ‖K_j‖|x_j| + ‖d‖, of which ‖Kx + d‖ is never more.
func (t *term) reach(x []float64) float64 {
	sum := floats.Norm(t.offset, 2)
	for j, v := range x {
		sum += t.norms[j] * math.Abs(v)
	}
	return sum
}
