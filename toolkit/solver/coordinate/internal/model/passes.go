package model

import (
	"context"
	"math"

	"github.com/proxlab/proxlab/toolkit/internal/anderson"
)

// Passes over the blocks of a set: one in a few goes over all of them, the others over those that are not 0, and after
// as many weights are extrapolated. The gap on the set is looked at after ten; it stalls where rounding allows no more.
const (
	wholePasses    = 5
	InnerPasses    = 10
	MaxInnerPasses = 5000
	innerStalled   = 50    // gaps in a row that are not a tenth smaller
	innerLeast     = 3e-14 // a gap that is rounding, as a share of the objective
	// passes that a Newton step is off at least where weights that it is for are extrapolated
	farNewton = 2 * wholePasses
)

// Passes go over the blocks of a set, minimizing over each; every few, a Newton step is taken or weights are
// extrapolated. When the context ends, so do they, after any block.
func (m *Model) Passes(ctx context.Context, set []int, count int) {
	m.newPoints()
	size := 0
	for k := range count {
		last, visited := k%wholePasses, 0
		if last == 0 {
			visited, size = m.wholePass(ctx, set)
		} else {
			visited = m.livePass(ctx, false)
		}
		if !m.note(visited) {
			return
		}
		m.carry(last+1, m.live)
		before, after := m.points[last][:size], m.points[last+1][:size]
		if m.enough != nil && m.enough(before, after) {
			return
		}
		if last+1 < wholePasses || m.Plain {
			continue
		}
		calm := SameZeros(after, before)
		if !(calm && m.newton(m.live)) && (calm || m.Parts == nil) {
			m.extrapolate(m.live, m.points, size)
		}
	}
}

// newPoints makes room for the points of a few passes, where there is none.
func (m *Model) newPoints() {
	if m.points == nil {
		m.points = make([][]float64, wholePasses+1)
	}
}

// note takes note of a pass that visited so many weights, and tells whether the context let it.
func (m *Model) note(visited int) bool {
	if visited < 0 {
		return false
	}
	_, visit := m.Loss.Cost(1)
	m.Visited += float64(visited)
	m.spent += visit * float64(visited)
	m.Evals++
	return true
}

// accelerate takes passes over blocks of one weight each, and goes to where these tend, if the objective is lower
// there.
func (m *Model) accelerate(ctx context.Context, visit []int) {
	m.newPoints()
	m.live = append(m.live[:0], visit...)
	m.carry(0, m.live)
	for k := range wholePasses {
		if !m.note(m.livePass(ctx, true)) {
			return
		}
		m.carry(k+1, m.live)
	}
	m.extrapolate(m.live, m.points, len(m.live))
}

// wholePass goes over all blocks of a set, and begins points with those that are not 0 before or after it, of so many
// weights: the others stay 0 until the next one. It returns how many weights it visited; −1 where the context ended.
func (m *Model) wholePass(ctx context.Context, set []int) (visited, size int) {
	point, live, image := m.points[0][:0], m.live[:0], m.image[:0]
	if x, carried := m.Loss.Image(); carried {
		image = append(image, x...)
	}
	next := 0
	defer m.rest()
	for at, g := range set {
		if at%pause == 0 && ctx.Err() != nil {
			return -1, 0
		}
		if at == next {
			next += m.ahead(set[at:])
		}
		is := m.Parts != nil || m.IsActive(g)
		point = m.weights(point, g, m.W)
		visited += m.Update(g)
		if is || m.IsActive(g) {
			live, size = append(live, g), len(point)
		}
		point = point[:size]
	}
	m.points[0], m.live, m.image = append(point, image...), live, image
	return visited, size
}

// livePass goes over those blocks of the last wholePass that are not 0, or over all where these are asked for or a
// penalty is known by its prox, and returns what that does.
func (m *Model) livePass(ctx context.Context, all bool) (visited int) {
	next := 0
	defer m.rest()
	for at, g := range m.live {
		if at%pause == 0 && ctx.Err() != nil {
			return -1
		}
		if at == next {
			next += m.ahead(m.live[at:])
		}
		if all || m.Parts != nil || m.IsActive(g) {
			visited += m.Update(g)
		}
	}
	return visited
}

// extrapolate goes to where the weights of a set tend, the first so many numbers of points, if the objective is lower
// there.
//
// Source: Bertrand, Massias, Anderson Acceleration of Coordinate Descent, AISTATS 2021, Algorithm 4.
func (m *Model) extrapolate(set []int, points [][]float64, size int) {
	next := make([]float64, len(points[0]))
	if !anderson.Extrapolate(next, points, size) {
		return
	}
	for k, g := range set {
		if m.Signs != nil && m.Clip(g, next[k]) != next[k] {
			next, next[k] = next[:size], 0 // and its image is another
		}
	}
	m.try(set, next, m.Objective())
}

// Solve takes so many passes at most over a set of blocks, until its own gap is at most the target, but where First has
// solved it.
func (m *Model) Solve(ctx context.Context, set []int, target float64, most int) error {
	if m.First != nil {
		if done, err := m.First(ctx, set, target); done || err != nil {
			return err
		}
	}
	progress := NewProgress()
	for range most / InnerPasses {
		m.Passes(ctx, set, InnerPasses)
		if err := context.Cause(ctx); err != nil {
			return err
		}
		if progress.Ends(m, set, target) {
			return nil
		}
	}
	return nil
}

// Progress is how far a set is solved: the best lower bound of its objective, the smallest gap, and how many looks are
// since that fell.
type Progress struct {
	Met            bool // by the last look: the gap is at most the target, or rounding
	best, smallest float64
	stalled        int
}

// NewProgress is that before the first look.
func NewProgress() *Progress { return &Progress{best: math.Inf(-1), smallest: math.Inf(1)} }

// Ends looks at the gap on a set, and tells whether it is at most the target, or does not fall any more.
func (p *Progress) Ends(m *Model, set []int, target float64) bool {
	gap := m.Gap(set)
	objective := m.Objective()
	p.best = math.Max(p.best, objective-gap)
	gap = objective - p.best
	if p.stalled++; gap < 0.9*p.smallest {
		p.smallest, p.stalled = gap, 0
	}
	p.Met = !(gap > target) || gap <= innerLeast*math.Abs(p.best)
	return p.Met || p.stalled >= innerStalled
}

// ProductsOf are the products with the columns of some blocks, by column.
func (m *Residual) ProductsOf(set []int) []float64 {
	out := make([]float64, len(m.B.Columns))
	for _, g := range set {
		m.BlockProducts(out[m.B.From[g]:m.B.From[g+1]], g)
	}
	return out
}

// SolveBy is Solve on the model's set by a Gram matrix, from the products with its columns and the energy at the
// weights.
func (m *Model) SolveBy(ctx context.Context, gram *ByGram, products []float64, energy, target float64) error {
	gram.BeginAt(m.W, products, energy)
	defer func(loss Quadratic) { m.Loss = loss }(m.Loss)
	m.Loss = gram
	return m.Solve(ctx, m.Set, target, MaxInnerPasses)
}

// The passes over a model are done where five of them gain less than a share of all they gained, which is more where
// they cost more; far from the minimum, where the gap is more than a share of the objective, five do.
const (
	ModelShare  = 1e-2
	ClassShare  = 5e-2
	WholeShare  = 1
	modelPasses = 5
	ModelFar    = 0.1
)

// Lower takes passes over a set of blocks until five gain no more than a share of what all did.
func (m *Model) Lower(ctx context.Context, set []int, share float64) {
	first := m.Objective()
	for range MaxInnerPasses / modelPasses {
		before := m.Objective()
		m.Passes(ctx, set, modelPasses)
		now := m.Objective()
		if context.Cause(ctx) != nil || !(before-now > share*(first-now)) {
			return
		}
	}
}
