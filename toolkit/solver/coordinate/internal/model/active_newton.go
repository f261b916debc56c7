package model

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/vec"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate/internal/arc"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate/internal/working"
)

// SolveActive solves the problem on a working set until its own gap is at most that of passes, or, once there was a
// Newton step, that of these; where they are NaN, a share of what it was. It returns false where it does not get there:
// the weights that are not 0 are too many or depend on one another, and passes are as good.
//
// Columns that depend on others are not in the factor: weights slide from one to the others.
//
// Newton steps come when passes have cost as much as the columns that come into the factor and go: of columns that are
// far from dependent passes alone are enough, and find out which are to come. While these steps are many passes off
// weights are extrapolated.
//
// Where rounds of passes gain little more, as columns are nearly dependent, single weights come in one at a time, with
// Newton steps between: that ends, since no set of signs comes twice.
//
// Source: Lee, Battle, Raina, Ng, Efficient Sparse Coding Algorithms, NIPS 2006, Algorithm 1.
func (m *Model) SolveActive(ctx context.Context, set []int, ofPasses, ofNewton float64) (solved bool, err error) {
	best, smallest, stalled, one, least, target := math.Inf(-1), math.Inf(1), 0, false, math.Inf(1), ofPasses
	for round, stepped, few := 0, true, true; round < activeRounds || one && round < activeRounds+activeTurns*len(set); {
		if err := context.Cause(ctx); err != nil {
			return false, err
		}
		gap := m.Gap(set)
		objective := m.Objective()
		best = math.Max(best, objective-gap)
		gap = objective - best
		if math.IsNaN(target) {
			target = math.Max(ActiveShare*gap, activeLeast*math.Abs(best))
			ofNewton = target
		}
		if stepped {
			round, stalled = round+1, stalled+1
		}
		if gap < 0.5*smallest || one && objective < least {
			smallest, stalled = math.Min(gap, smallest), 0
		}
		least = math.Min(least, objective)
		if !one && stalled >= 5 {
			one, stalled = true, 0
		}
		switch {
		case !(gap > target) || gap <= 1e-15*math.Abs(best):
			return true, nil
		case stalled >= 5:
			return false, nil
		}
		if stepped, few = m.activeRound(ctx, set, one, objective); !few {
			return false, nil
		}
		if stepped {
			target = ofNewton
		}
	}
	return false, nil
}

// activeRound takes passes over the weights that are not 0 and those that should not be, or over all where others are
// few, and Newton steps on what they leave, where it is time, until one gains little beside the round so far; or a step
// in the one weight that should least be 0, and these. It begins at a known objective, tells whether there were any
// steps, and few is false where that is too many weights for a factor.
func (m *Model) activeRound(ctx context.Context, set []int, one bool, began float64) (stepped, few bool) {
	visit, worst := m.visited(set, one)
	if !one && float64(len(set)) <= wholeShare*float64(len(visit)) {
		visit = set
	}
	passes, tries := activePasses, newtonTries
	if one {
		passes, tries = 0, activeTurns*(len(visit)+1)
		if worst >= 0 {
			m.Update(worst)
			visit = append(visit, worst)
		}
	}
	for range passes {
		for at, g := range visit {
			if at%pause == 0 && ctx.Err() != nil {
				return true, true
			}
			m.Update(g)
		}
		m.Evals++
	}
	m.Visited += float64(len(set) + passes*len(visit))
	_, visited := m.Loss.Cost(1)
	m.spent += visited * (float64(len(set))/2 + float64(passes*len(visit)))
	columns := m.active(visit)
	if len(columns) > mostActive {
		return false, false
	}
	if left := m.Factor.cost(columns) - m.spent; !one && left > 0 {
		if left > farNewton*visited*float64(len(columns)) {
			m.accelerate(ctx, visit)
		}
		return false, true
	}
	m.spent = 0
	objective := m.Objective()
	for try := 0; try < tries; try++ {
		columns, before, again := m.active(visit), objective, false
		if objective, again = m.activeNewton(ctx, columns, objective); again {
			if !one && before-objective < tryShare*(began-objective) {
				break
			}
			continue
		}
		if objective, again = m.slide(columns, objective); !again {
			break
		}
		try-- // there is a column less
	}
	return true, true
}

// visited are the blocks of a set that are not 0, and those that should not be, but for one at a time: the worst. Of
// these there are as many as columns can be independent: others would be combinations of them.
func (m *Model) visited(set []int, one bool) (visit []int, worst int) {
	var active, coming []int
	var score []float64
	worst, least := -1, 0.
	for _, g := range set {
		if m.IsActive(g) {
			active = append(active, g)
			continue
		}
		if left := m.Lambda*m.Omega[g] - m.Polar(m.Products, g, 1); left < 0 {
			if coming, score = append(coming, g), append(score, left); left < least {
				worst, least = g, left
			}
		}
	}
	if one {
		return active, worst
	}
	if room := max(1, m.N-len(active)); m.Mu == 0 && room < len(coming) {
		coming = working.Smallest(coming, score, room)
	}
	active = append(active, coming...)
	slices.Sort(active)
	return active, worst
}

// active are those of single columns that are not 0, or not penalized.
func (m *Model) active(columns []int) []int {
	out := make([]int, 0, len(columns))
	for _, k := range columns {
		if m.IsActive(k) {
			out = append(out, k)
		}
	}
	return out
}

// slide goes along directions in which columns that depend on those of the factor take their place or leave it to them,
// from a point of a known objective: to the minimum, or to where the first weight becomes 0, if rounding would not hide
// that. It returns the objective, and whether it fell and a weight became 0.
func (m *Model) slide(active []int, before float64) (objective float64, left bool) {
	objective = before
	for _, k := range active {
		d := m.Factor.dependence(k)
		if d == nil || m.Factor.in[k] || !m.IsActive(k) {
			continue
		}
		slope := 0.
		for i, j := range d.columns {
			w := m.W[m.Columns[j].WeightAt]
			slope += d.direction[i] * (m.Loss.Product(j) - m.ridge(j)*w)
			if w != 0 {
				slope -= d.direction[i] * math.Copysign(m.Lambda*m.Omega[j], w)
			}
		}
		step := floats.ScaleTo(make([]float64, len(d.columns)), slope/d.curvature, d.direction)
		s := m.single(d.columns)
		old, lower := m.point(nil, d.columns), false
		first := arc.First(s.kinks, s.at, old, step)
		if gain := first * (1 - first/2) * slope * slope / d.curvature; !(gain > 0x1p-53*objective) {
			continue
		}
		if objective, lower = m.try(d.columns, arc.Part(s.kinks, s.at, old, step, first), objective); lower {
			left = left || slices.ContainsFunc(d.columns, func(k int) bool { return !m.IsActive(k) })
		}
	}
	return objective, left
}

// single is the support of blocks of one column.
func (m *Model) single(columns []int) support {
	s := support{Blocks: columns, columns: columns, at: vec.UpTo(len(columns)), kinks: make([]arc.Block, 0, len(columns))}
	for i, k := range columns {
		if m.IsPenalized(k) {
			s.kinks = append(s.kinks, arc.Block{From: i, To: i + 1, Strength: m.Lambda * m.Omega[k]})
		}
	}
	return s
}

// activeNewton takes a Newton step on the weights that are not 0, those of these columns, from a point of a known
// objective. Weights that would change sign become 0, and it returns the objective, and whether there are any such and
// it fell: another step is worth while.
func (m *Model) activeNewton(ctx context.Context, active []int, before float64) (objective float64, again bool) {
	f := m.Factor
	if !f.follow(ctx, active, m.Mu) {
		return before, false
	}
	step := make([]float64, len(f.columns))
	for i, k := range f.columns {
		w := m.W[m.Columns[k].WeightAt]
		step[i] = m.Loss.Product(k) - m.ridge(k)*w
		if w != 0 {
			step[i] -= math.Copysign(m.Lambda*m.Omega[k], w)
		}
	}
	fall := slices.Clone(step)
	f.factor.Solve(step)
	objective, lower := m.along(m.single(f.columns), newtonStep{by: step, fall: fall, row: f.factor.Row}, before)
	return objective, lower && slices.ContainsFunc(f.columns, func(k int) bool { return !m.IsActive(k) })
}
