package model

import (
	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/solver/coordinate/internal/arc"
)

// support are the blocks of a set that are not 0, or not penalized, the indices of their columns, the places of these
// among the weights of the blocks, and the ranges of columns whose weights have a kink where all of them are 0: blocks
// that are penalized. Where a penalty is known by its prox any weight has, and only columns with weights that are not 0
// are there.
type support struct {
	Blocks, columns, at []int
	kinks               []arc.Block
}

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
			s.kinks = append(s.kinks, arc.Block{From: from, To: to, Strength: m.Lambda * m.Omega[g]})
		default:
			for ; from < to; from++ {
				s.kinks = append(s.kinks, arc.Block{From: from, To: from + 1})
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

// newtonStep is a step on a support, and, where the factor L of its Hessian is at hand, minus the gradient that it is
// of, and the rows of L.
type newtonStep struct {
	by, fall []float64
	row      func(i int) []float64
	outputs  int // that share L; 0 where it is of all weights
}

// along goes along a Newton step on a support: to its end, or, where blocks come to 0 before, to where the objective
// falls no more on an arc on which these stay there. Where that is not known, it is the part up to the first of them,
// or, where there is none or the penalty is known by its prox, the first of its halves, where the objective falls. It
// returns the objective, and whether it is lower than before.
func (m *Model) along(s support, step newtonStep, before float64) (objective float64, lower bool) {
	old := m.point(nil, s.Blocks)
	if m.Parts != nil {
		for length := 1.; length >= proxLeast && !lower; length /= 2 {
			objective, lower = m.try(s.Blocks, arc.Part(s.kinks, s.at, old, step.by, length), before)
		}
		return objective, lower
	}
	length := arc.First(s.kinks, s.at, old, step.by)
	if step.row != nil && length < 1 {
		near := arc.Objective{Fall: step.fall, Row: step.row, Blocks: s.kinks, Outputs: step.outputs}
		if objective, lower = m.try(s.Blocks, near.Search(old, step.by), before); lower {
			return objective, true
		}
	}
	if objective, lower = m.try(s.Blocks, arc.Part(s.kinks, s.at, old, step.by, 1), before); lower {
		return objective, true
	}
	if length == 1 {
		length = 0.5
	}
	return m.try(s.Blocks, arc.Part(s.kinks, s.at, old, step.by, length), before)
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
	activePasses = 2    // in a round, over the weights that are not 0 or should not be
	wholeShare   = 1.25 // of these a set has at most, to be passed over whole
	newtonTries  = 4    // Newton steps in a row, each after weights that became 0
	tryShare     = 0.05 // of what the round has gained, that one at least gains
	activeTurns  = 4    // times that a weight comes and goes, where they come one at a time
)
