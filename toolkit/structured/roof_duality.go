package structured

import (
	"math"

	"github.com/proxlab/proxlab/toolkit/structured/internal/flow"
)

// RoofDuality maximizes scores of sets of labels over the local polytope, a linear relaxation,
//
//	max Σ_l u_l y_l + Σ_{a<b} w_ab z_ab    over    0 ≤ y ≤ 1,  max(0, y_a + y_b − 1) ≤ z_ab ≤ min(y_a, y_b),
//
// which has a solution with entries 0, ½ and 1, by a minimum cut between two copies of every label. Its value is never
// below the best set's; it is that where no pair scores below 0, and labels that are 0 or 1 are so in some best set.
// The zero value is ready; it keeps its memory between calls and is not for concurrent use.
//
// Source: Hammer, Hansen, Simeone, Roof Duality, Complementation and Persistency in Quadratic 0-1 Optimization, Math.
// Programming 1984; Boros, Hammer, Pseudo-Boolean Optimization, Discrete Applied Math. 2002; as in Kolmogorov, Rother,
// Minimizing Nonsubmodular Functions with Graph Cuts, PAMI 2007.
type RoofDuality struct {
	cut flow.Network
}

// Decode writes a highest point to y and returns LabelScores.Of it.
func (r *RoofDuality) Decode(y []float64, s *LabelScores) float64 {
	s.check(y)
	if !s.finite() {
		return math.NaN()
	}
	n := s.Labels
	r.cut.Reset(2 * n) // nodes l and n + l are label l and its complement; those beside the source are 1
	linear := append([]float64(nil), s.Single...)
	for a := range n {
		for b := a + 1; b < n; b++ {
			switch w := s.Pair[PairRow(n, a, b)]; {
			case w > 0: // w y_a y_b = w y_a − w y_a (1 − y_b)
				linear[a] += w
				r.cut.Arc(a, b, w/2)
				r.cut.Arc(n+b, n+a, w/2)
			case w < 0: // a cost |w| y_a (1 − ȳ_b)
				r.cut.Arc(a, n+b, -w/2)
				r.cut.Arc(b, n+a, -w/2)
			}
		}
	}
	for l, v := range linear {
		r.cut.Terminal(l, v/2)
		r.cut.Terminal(n+l, -v/2)
	}
	r.cut.Solve()
	for l := range y {
		y[l] = 0.5
		if r.cut.FromSource(l) != r.cut.FromSource(n+l) {
			y[l] = 0
			if r.cut.FromSource(l) {
				y[l] = 1
			}
		}
	}
	return s.Of(y)
}
