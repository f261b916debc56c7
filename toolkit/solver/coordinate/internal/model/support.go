package model

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// support are the blocks of a set that are not 0, or not penalized, the indices of their columns, the places of these
// among the weights of the blocks, and the ranges of columns whose weights have a kink where all of them are 0: blocks
// that are penalized. Where a penalty is known by its prox any weight has, and only columns with weights that are not 0
// are there.
type support struct {
	Blocks, columns, at []int
	kinks               []span
}

type span struct{ from, to int }

// Support is that of a set of blocks.
func (m *Model) Support(set []int) (s support) {
	place := 0
	for _, g := range set {
		if !m.IsActive(g) {
			continue
		}
		s.Blocks = append(s.Blocks, g)
		from := len(s.columns)
		for k := m.From[g]; k < m.From[g+1]; k++ {
			if m.Parts == nil || !m.IsPenalized(g) || m.W[m.Columns[k].WeightAt] != 0 {
				s.columns, s.at = append(s.columns, k), append(s.at, place)
			}
			place++
		}
		switch to := len(s.columns); {
		case !m.IsPenalized(g):
		case m.Parts == nil:
			s.kinks = append(s.kinks, span{from, to})
		default:
			for ; from < to; from++ {
				s.kinks = append(s.kinks, span{from, from + 1})
			}
		}
	}
	return s
}

// supportSize is how many columns the support of a set has.
func (m *Model) supportSize(set []int) (size int) {
	for _, g := range set {
		if !m.IsActive(g) {
			continue
		}
		size += m.From[g+1] - m.From[g]
		for k := m.From[g]; m.Parts != nil && m.IsPenalized(g) && k < m.From[g+1]; k++ {
			if m.W[m.Columns[k].WeightAt] == 0 {
				size--
			}
		}
	}
	return size
}

// along goes along a step on a support, or the part of it up to the first kink, or, where there is none or the penalty
// is known by its prox, the first of its halves, where the objective falls. It returns the objective, and whether it is
// lower than before.
func (m *Model) along(s support, step []float64, before float64) (objective float64, lower bool) {
	old := m.point(nil, s.Blocks)
	if m.Parts != nil {
		for length := 1.; length >= proxLeast && !lower; length /= 2 {
			objective, lower = m.try(s.Blocks, s.ahead(old, step, length), before)
		}
		return objective, lower
	}
	if objective, lower = m.try(s.Blocks, s.ahead(old, step, 1), before); lower {
		return objective, true
	}
	length := s.firstZero(old, step)
	if length == 1 {
		length = 0.5
	}
	return m.try(s.Blocks, s.ahead(old, step, length), before)
}

// firstZero is the part of a step at which the first weight with a kink becomes 0, or several turn away from where they
// were; 1 where none do before its end.
func (s support) firstZero(old, step []float64) float64 {
	first := 1.
	for _, k := range s.kinks {
		if square, along := s.turn(k, old, step); -along >= square {
			first = math.Min(first, -square/along)
		}
	}
	return first
}

// turn is ‖w‖² of weights that have a kink together, and ⟨w, step⟩.
func (s support) turn(k span, old, step []float64) (square, along float64) {
	for i := k.from; i < k.to; i++ {
		w := old[s.at[i]]
		square += w * w
		along += w * step[i]
	}
	return square, along
}

// ahead is a part of a step ahead of old weights; those with a kink stop at 0.
func (s support) ahead(old, step []float64, part float64) []float64 {
	out := append([]float64(nil), old...)
	for i, v := range step {
		out[s.at[i]] += part * v
	}
	for _, k := range s.kinks {
		if square, along := s.turn(k, old, step); square+part*along <= 1e-14*square {
			for i := k.from; i < k.to; i++ {
				out[s.at[i]] = 0
			}
		}
	}
	return out
}

// SameZeros tells whether two points have the same zeros.
func SameZeros(a, b []float64) bool {
	return floats.EqualFunc(a, b, func(x, y float64) bool { return (x == 0) == (y == 0) })
}

// pause is how many blocks are passed over between two looks at the context.
const pause = 64

// A working set of blocks of one column each is solved by Newton's method on the weights that are not 0, with a factor
// of their Gram matrix that is kept from one set, and one λ, to the next; passes over columns only find out which
// weights these are.
const (
	ActiveShare  = 1e-6 // of the gap, that a set is solved to
	PassesShare  = 1e-3 // where passes alone do it
	activeLeast  = 1e-13
	mostActive   = 2000 // weights that are not 0
	activeRounds = 100
	activePasses = 2 // over the weights that are not 0, in a round
	newtonTries  = 4 // Newton steps in a row, each after weights that became 0
	activeTurns  = 4 // times that a weight comes and goes, where they come one at a time
)
