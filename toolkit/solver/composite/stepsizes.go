package composite

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/solver/composite/internal/functions"
)

// fewest are the most iterations of splitting where a factor is cheap.
const fewest = 300

// stepsizes are first ones, for multipliers that are 0, by what functions are at a point: of losses that are curved
// there n h/‖∇h‖₁², what z is like over what v is, and of others, whose slopes have no units, n h. It returns h/‖∇h‖₁,
// what z of losses is like; 1 where there are none.
func (m *machine) stepsizes(x []float64) (reach float64) {
	size := m.size
	for _, t := range m.terms {
		t.predict(t.p, x)
		if v := t.value(t.p); v > size && !math.IsInf(v, 1) {
			size = v
		}
	}
	if !(size > 0) {
		size = 1
	}
	for _, t := range m.terms {
		f, ok := t.of.(functions.Sloped)
		if !ok {
			t.s = t.scale(size)
			continue
		}
		t.s = size * float64(len(t.p))
		f.Slopes(t.u, t.p, 1e-6*t.s)
		t.ProxJacobian(&t.jacobian, t.p, 1e-6*t.s)
		if slope := floats.Norm(t.u, 1); slope > 0 {
			if floats.Norm(t.jacobian.Diagonal, 1) > 0 {
				t.s /= slope * slope
			}
			reach = math.Max(reach, size/slope)
		}
	}
	if reach == 0 {
		return 1
	}
	return reach
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
