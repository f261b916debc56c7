package model

import (
	"math"
	"slices"

	"github.com/proxlab/proxlab/toolkit/solver/coordinate/internal/kronecker"
)

// As many flops are spent on Newton steps as on passes. Of blocks there are a few in a row, until one gains a small
// share of what the first did.
const (
	newtonSteps = 10
	newtonShare = 1e-6
)

// shares is a quadratic of several outputs, which tells whether two blocks are columns that these share.
type shares interface{ Shares(g, other int) bool }

// GoOnFrom makes Newton steps wait for no more passes than those of another model, whose place it takes.
func (m *Model) GoOnFrom(before *Model) { m.spent = before.spent }

// Shared is by how many outputs blocks that are penalized are shared, a column each; 0 where they are not.
func (m *Model) Shared(blocks []int) (outputs int) {
	q, ok := m.Loss.(shares)
	if !ok || len(blocks) == 0 || slices.ContainsFunc(blocks, func(g int) bool {
		return !m.IsPenalized(g) || !q.Shares(blocks[0], g)
	}) {
		return 0
	}
	return len(m.Of(blocks[0]))
}

// SharedGram is the Gram matrix of the columns of some blocks, for one of the outputs.
func (m *Model) SharedGram(blocks []int) []float64 {
	columns := make([]int, len(blocks))
	for i, g := range blocks {
		columns[i] = m.From[g]
	}
	return m.Loss.Gram(columns)
}

// Fall fills in minus the gradient of the objective on a block that is not 0, and returns u and s.
func (m *Model) Fall(gradient []float64, g int) (unit []float64, bend float64) {
	block := m.Of(g)
	norm, strength := m.Norm(g, m.W), m.Lambda*m.Omega[g]
	unit = make([]float64, len(block))
	for i := range block {
		w := m.W[block[i].WeightAt]
		if norm > 0 { // an unpenalized weight may be 0
			unit[i] = w / norm
		}
		gradient[i] = m.Loss.Product(m.From[g]+i) - m.ridge(g)*w - strength*unit[i]
	}
	return unit, strength / norm
}

// sharedCost are the flops, in the time of those of passes, of a Newton step on so many blocks.
func (m *Model) sharedCost(blocks, outputs int) float64 {
	b, k := float64(blocks), float64(outputs)
	return b * b * (float64(m.N)/k + sharedCubes*b + 6*k) / denseFlops
}

// newtonOfShared takes Newton steps on the blocks of a set that are not 0, of so many weights, where passes have cost
// as much, for as much, and outputs share them: of no more columns than a few times as many as they have numbers, as
// of more many become 0 one after the other.
func (m *Model) newtonOfShared(set []int, size int) (fell bool) {
	outputs, flops := len(m.Of(set[0])), m.spent
	if size > sharedOfRows*m.N || m.sharedCost(size/outputs, outputs) > flops {
		return false
	}
	m.spent = 0
	live := m.Support(set).Blocks
	return m.Shared(live) == outputs && m.NewtonShared(live, outputs, flops)
}

// Of columns that outputs share, factors and inverses cost so many times the cubes of their number.
const (
	sharedCubes  = 4
	sharedOfRows = 3
)

// NewtonShared takes Newton steps on blocks that are not 0, columns that so many outputs share, for no more than some
// flops, and tells whether the objective fell.
func (m *Model) NewtonShared(live []int, outputs int, flops float64) (fell bool) {
	s, objective, first := m.Support(live), m.Objective(), 0.
	gram := m.SharedGram(s.Blocks)
	for count := 0; count < newtonSteps && len(s.Blocks) > 0; count++ {
		if flops -= m.sharedCost(len(s.Blocks), outputs); flops < 0 {
			return fell
		}
		q := kronecker.New(gram, len(s.Blocks), outputs)
		for b, g := range s.Blocks {
			unit, bend := m.Fall(q.Fall[b*outputs:], g)
			q.Add(b, unit, bend, m.Mu)
		}
		before, lower := objective, false
		by, l := q.Step()
		step := newtonStep{by, q.Fall, func(i int) []float64 { return l.Row(i)[:i+1] }, outputs}
		if objective, lower = m.along(s, step, before); !lower {
			return fell
		}
		fell, first = true, math.Max(first, before-objective)
		was := s.Blocks
		if s = m.Support(was); !slices.Equal(was, s.Blocks) {
			gram = kronecker.OfFewer(gram, was, s.Blocks)
			count-- // there are fewer
		} else if !(before-objective > newtonShare*first) {
			return fell
		}
	}
	return fell
}
