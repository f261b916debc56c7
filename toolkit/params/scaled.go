package params

import "github.com/proxlab/proxlab/toolkit"

// tiny is where a lazy scale is folded into the stored numbers: far from underflow, and reached rarely.
const tiny = 1e-100

// scaled is the bookkeeping shared by blocks that represent W = scale · stored: the lazy scale and the squared norm.
type scaled struct {
	family  int
	scale   float64
	squared float64
}

// Family is the family of parts whose features the block weighs.
func (s *scaled) Family() int { return s.family }

// SquaredNorm is ‖W‖².
func (s *scaled) SquaredNorm() float64 { return s.squared }

// shrink multiplies by c and reports whether the stored numbers must be reset (c = 0) or rescaled (underflow near).
func (s *scaled) shrink(c float64) (reset, fold bool) {
	if c == 0 {
		s.scale, s.squared = 1, 0
		return true, false
	}
	s.scale *= c
	s.squared *= c * c
	return false, s.scale < tiny
}

// advance updates the squared norm for W + step·U, given the scores ⟨W, φ(row) e_colᵀ⟩ before the step and the inner
// products of rows. It skips parts of other families.
func (s *scaled) advance(step float64, parts []toolkit.Part, score func(row, col int) float64, inner func(i, j int) float64) {
	var cross, norm float64
	for p, a := range parts {
		if a.Family != s.family || a.Value == 0 {
			continue
		}
		cross += a.Value * score(a.Row, a.Col)
		norm += a.Value * a.Value * inner(a.Row, a.Row)
		for _, b := range parts[:p] {
			if b.Family == s.family && b.Col == a.Col && b.Value != 0 {
				norm += 2 * a.Value * b.Value * inner(a.Row, b.Row)
			}
		}
	}
	s.squared = max(0, s.squared+step*(2*cross+step*norm))
}
