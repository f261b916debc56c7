package params

import (
	"slices"

	"github.com/proxlab/proxlab/toolkit"
)

// A lazy scale is folded into the stored numbers when it falls below tiny: far from underflow, and reached rarely.
// While an average is kept it is folded sooner, since S A and B of the average grow as one over the scale and cancel.
const (
	tiny         = 1e-100
	tinyAveraged = 1.0 / 16
)

// scaled is the bookkeeping shared by blocks that represent W = scale · stored: the lazy scale and the squared norm.
type scaled struct {
	family  int
	scale   float64
	squared float64
	average average
	chosen  []toolkit.Part // scratch: the parts of the block's family, by column
}

// Tick counts a round for the average.
func (s *scaled) Tick() { s.average.tick(s.scale) }

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
	if s.average.on {
		return false, s.scale < tinyAveraged
	}
	return false, s.scale < tiny
}

// choose keeps the parts of the block's family, by column, in chosen.
func (s *scaled) choose(parts []toolkit.Part) {
	s.chosen = s.chosen[:0]
	for _, a := range parts {
		if a.Family == s.family && a.Value != 0 {
			s.chosen = append(s.chosen, a)
		}
	}
	byColumn := func(a, b toolkit.Part) int { return a.Col - b.Col }
	if !slices.IsSortedFunc(s.chosen, byColumn) {
		slices.SortStableFunc(s.chosen, byColumn)
	}
}

// innerProducts returns ⟨W, U⟩ and ‖U‖² for the chosen parts, given ⟨W, φ(row) e_colᵀ⟩ and the inner products of rows.
func (s *scaled) innerProducts(score func(row, col int) float64, inner func(i, j int) float64) (cross, norm float64) {
	first := 0 // of the parts in this column
	for p, a := range s.chosen {
		if a.Col != s.chosen[first].Col {
			first = p
		}
		cross += a.Value * score(a.Row, a.Col)
		norm += a.Value * a.Value * inner(a.Row, a.Row)
		for _, b := range s.chosen[first:p] {
			norm += 2 * a.Value * b.Value * inner(a.Row, b.Row)
		}
	}
	return cross, norm
}

// advance updates the squared norm for W + step·U, given ⟨W, U⟩ and ‖U‖².
func (s *scaled) advance(step, inner, squared float64) {
	s.squared = max(0, s.squared+step*(2*inner+step*squared))
}
