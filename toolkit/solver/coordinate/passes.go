package coordinate

import (
	"context"
	"math"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// Passes over the blocks of a set: one in a few goes over all of them, the others over those that are not 0, and after
// as many weights are extrapolated. The gap on the set is looked at after ten; it stalls where rounding allows no more.
const (
	wholePasses    = 5
	extrapolated   = 5
	innerPasses    = 10
	maxInnerPasses = 5000
	innerStalled   = 50 // gaps in a row that are not a tenth smaller
)

// passes go over the blocks of a set, minimizing over each; every few, a Newton step is taken or weights are
// extrapolated.
func (m *model) passes(set []int, count int) {
	points := [][]float64{m.point(set)}
	for k := range count {
		visited := 0
		for _, g := range set {
			if k%wholePasses == 0 || m.parts != nil || m.isActive(g) {
				visited += m.update(g)
			}
		}
		_, visit := m.loss.cost(1)
		m.visited += float64(visited)
		m.spent += visit * float64(visited)
		m.evals++
		points = append(points, m.point(set))
		if last := len(points) - 1; last >= extrapolated && !m.plain {
			calm := sameZeros(points[last], points[last-1])
			if !(calm && m.newton(set)) && (calm || m.parts == nil) {
				m.extrapolate(set, points)
			}
			points = [][]float64{m.point(set)}
		}
	}
}

// extrapolate goes to where the weights of a set tend, if the objective is lower there.
//
// Source: Bertrand, Massias, Anderson Acceleration of Coordinate Descent, AISTATS 2021, Algorithm 4.
func (m *model) extrapolate(set []int, points [][]float64) {
	if next := make([]float64, len(points[0])); linalg.Extrapolate(next, points) {
		m.try(set, next, m.objective())
	}
}

// solve takes so many passes at most over a set of blocks, until its own gap is at most the target.
func (m *model) solve(ctx context.Context, set []int, target float64, most int) error {
	best, smallest, stalled := math.Inf(-1), math.Inf(1), 0
	for range most / innerPasses {
		if err := context.Cause(ctx); err != nil {
			return err
		}
		m.passes(set, innerPasses)
		gap := m.gap(set)
		objective := m.objective()
		best = math.Max(best, objective-gap)
		gap = objective - best
		if stalled++; gap < 0.9*smallest {
			smallest, stalled = gap, 0
		}
		if !(gap > target) || gap <= 1e-15*math.Abs(best) || stalled >= innerStalled {
			return nil
		}
	}
	return nil
}

// The passes over a model are done where five of them gain less than a share of all they gained, which is more where
// they cost more; far from the minimum, where the gap is more than a share of the objective, five do.
const (
	modelShare  = 1e-2
	classShare  = 5e-2
	wholeShare  = 1
	modelPasses = 5
	modelFar    = 0.1
)

// lower takes passes over a set of blocks until five gain no more than a share of what all did.
func (m *model) lower(ctx context.Context, set []int, share float64) {
	first := m.objective()
	for range maxInnerPasses / modelPasses {
		before := m.objective()
		m.passes(set, modelPasses)
		now := m.objective()
		if context.Cause(ctx) != nil || !(before-now > share*(first-now)) {
			return
		}
	}
}
