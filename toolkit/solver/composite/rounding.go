package composite

import (
	"math"

	"github.com/proxlab/proxlab/toolkit/solver"
)

// rounding is that of the gap. Of a term, of n rows with up to r numbers and of columns with up to c, what predictions
// and Kᵀv lose is worth u (r + c) Σ_i |v_i|(|K||x| + |d|)_i, to first order, and what h and h* lose as sums
// u n (2|h| + Σ_i |v_i z_i|), since h + h* is near ⟨v, z⟩.
func (m *machine) rounding() solver.Rounding {
	var bound float64
	dual := m.v
	if m.s.point != nil {
		dual = m.s.point
	}
	for k, t := range m.terms {
		v := dual[k]
		t.predict(t.scratch, m.bestX)
		sums := 2 * math.Abs(t.value(t.scratch))
		if math.IsInf(sums, 1) {
			sums = 0
		}
		for i, z := range t.scratch {
			sums += math.Abs(v[i] * z)
		}
		bound += solver.Rounding{Terms: len(v), Sum: sums}.Bound() + 0x1p-53*float64(t.most+2)*t.spread(v, m.bestX)
	}
	unit := solver.Rounding{Sum: 1}.Bound()
	return solver.Rounding{Sum: math.Abs(m.best) + bound/unit}
}
