package composite

import (
	"cmp"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/solver/composite/internal/functions"
)

// fewest are the most iterations of splitting where a factor is cheap, and small is the stepsize at which slopes are
// asked for, as a share of n h.
const fewest, small = 300, 1e-6

// stepsizes are first ones, for multipliers that are 0, by what functions are at a point: what z is like over what v
// is. It returns h/‖∇h‖₁, what z of losses is like; 1 where there are none.
func (m *machine) stepsizes(x []float64) (reach float64) {
	size := m.size
	for _, t := range m.terms {
		t.predict(t.p, x)
		if v := t.value(t.p); v > size && !math.IsInf(v, 1) {
			size = v
		}
	}
	size = cmp.Or(max(0, size), 1)
	for _, t := range m.terms {
		if _, loss := t.of.(functions.Sloped); !loss {
			t.s = t.scale(size)
			continue
		}
		var slope float64
		if t.s, slope = t.likely(size); slope > 0 {
			reach = math.Max(reach, size/slope)
		}
	}
	return cmp.Or(reach, 1)
}

// likely is a stepsize of a loss h that is like size, n h/‖∇h‖₁² where it is curved at Kx + d, else n h; and ‖∇h‖₁.
func (t *term) likely(size float64) (s, slope float64) {
	s = size * float64(len(t.p))
	if f, ok := t.of.(functions.Sloped); ok {
		f.Slopes(t.u, t.p, small*s)
		t.ProxJacobian(&t.jacobian, t.p, small*s)
		if slope = floats.Norm(t.u, 1); slope > 0 && floats.Norm(t.jacobian.Diagonal, 1) > 0 {
			s /= slope * slope
		}
	}
	return s, slope
}

// enterAt makes ready for splitting, with stepsizes for a point.
func (m *machine) enterAt(x []float64) {
	m.unit = m.stepsizes(x)
	for _, t := range m.terms {
		t.whole = true
		t.predict(t.z, m.x)
		copy(t.p, t.z)
	}
}
