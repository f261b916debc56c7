package composite

import (
	"math"

	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/composite/internal/functions"
)

// rounding is that of the gap. Of a term, of n rows with up to r numbers and of columns with up to c, what predictions
// and Kᵀv lose is worth u (r + c) Σ_i |v_i|(|K||x| + |d|)_i, to first order, be v those or slopes at x, and what
// h and h* lose as sums u n (2|h| + Σ_i |v_i z_i|), since h + h* is near ⟨v, z⟩.
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
		bound += solver.Rounding{Terms: len(v), Sum: sums}.Bound()
	}
	for j, c := range m.linear {
		bound += 0x1p-53 * float64(len(m.linear)+2) * math.Abs(c*m.bestX[j])
	}
	bound += m.blurred(dual, m.bestX)
	slopes := make([][]float64, len(m.terms))
	for k, t := range m.terms {
		slopes[k] = dual[k][:0]
		if f, ok := t.of.(functions.Sloped); ok {
			t.predict(t.scratch, m.bestX)
			slopes[k] = make([]float64, len(t.scratch))
			f.Slopes(slopes[k], t.scratch, 1e-6*t.s)
		}
	}
	bound = math.Max(bound, m.blurred(slopes, m.bestX))
	unit := solver.Rounding{Sum: 1}.Bound()
	return solver.Rounding{Sum: math.Abs(m.best) + bound/unit}
}

// blurred is what rounding of predictions and of Kᵀv is worth.
func (m *machine) blurred(v [][]float64, x []float64) (sum float64) {
	for k, t := range m.terms {
		sum += 0x1p-53 * float64(t.most+2) * t.spread(v[k], x)
	}
	return sum
}
