package coordinate

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// Newton steps are for systems of at most so many unknowns, and so many numbers in the columns; as many flops are spent
// on them as on passes.
const (
	maxNewtonSystem  = 1000
	maxNewtonNumbers = 1 << 22
)

// support are the blocks of a set that are not 0, or not penalized, and the indices of their columns.
type support struct{ blocks, columns []int }

func (m *model) support(set []int) (s support) {
	for _, g := range set {
		if m.isActive(g) {
			s.blocks = append(s.blocks, g)
			for k := m.start[g]; k < m.start[g+1]; k++ {
				s.columns = append(s.columns, k)
			}
		}
	}
	return s
}

// newton takes a Newton step on the blocks of a set that are not 0, where the objective is smooth: columns that are
// nearly dependent cost passes many rounds, and this step none. It returns whether the objective fell.
func (m *model) newton(set []int) bool {
	s := m.support(set)
	size := len(s.columns)
	cost, _ := m.loss.cost(size)
	cost += float64(size) * float64(size) * float64(size) / 3
	if size == 0 || size > maxNewtonSystem || size*m.n > maxNewtonNumbers || cost > m.spent {
		return false
	}
	m.spent = 0
	hessian, step := m.loss.gram(s.columns), make([]float64, size)
	m.addPenalty(s, step, hessian)
	linalg.SolveCholesky(linalg.CholeskyOfGram(hessian, size), step)
	_, lower := m.along(s, step, m.objective())
	return lower
}

// addPenalty fills in minus the gradient of the objective on a support, and adds the Hessian of penalty and ridge,
//
//	D_g = μI + s(I − u uᵀ),      u = w_g/‖w_g‖,  s = λω_g/‖w_g‖, for one weight 0,
//
// and a little so that dependent columns do no harm.
func (m *model) addPenalty(s support, gradient, hessian []float64) {
	at, size := 0, len(gradient)
	for _, g := range s.blocks {
		block := m.of(g)
		norm, strength := m.norm(g, m.w), m.lambda*m.omega[g]
		unit := make([]float64, len(block))
		for i := range block {
			w := m.w[block[i].weightAt]
			if norm > 0 { // an unpenalized weight may be 0
				unit[i] = w / norm
			}
			gradient[at+i] = m.loss.product(m.start[g]+i) - m.ridge(g)*w - strength*unit[i]
		}
		for i, u := range unit {
			row := hessian[(at+i)*size+at : (at+i)*size+at+len(block)]
			if len(block) > 1 {
				floats.AddScaled(row, -strength/norm*u, unit)
				row[i] += strength / norm
			}
			row[i] = (row[i] + m.ridge(g)) * (1 + 1e-10)
		}
		at += len(block)
	}
}

// along goes along a step on a support, or the part of it up to the first weight that becomes 0, where the objective
// falls. It returns the objective, and whether it is lower than before.
func (m *model) along(s support, step []float64, before float64) (objective float64, lower bool) {
	old := m.point(s.blocks)
	for length := 1.; ; length = m.firstZero(s.blocks, old, step) {
		objective, lower = m.try(s.blocks, m.ahead(s.blocks, old, step, length), before)
		if lower || length < 1 {
			return objective, lower
		}
	}
}

// firstZero is the part of a step at which the first weight of a single block becomes 0; 0.5 where none does before its
// end.
func (m *model) firstZero(blocks []int, old, step []float64) float64 {
	first, at := 1., 0
	for _, g := range blocks {
		size := m.start[g+1] - m.start[g]
		if size == 1 && m.isPenalized(g) && -step[at]/old[at] >= 1 {
			first = math.Min(first, -old[at]/step[at])
		}
		at += size
	}
	if first == 1 {
		return 0.5
	}
	return first
}

// ahead is a part of a step ahead of old weights; weights of single blocks stop at 0.
func (m *model) ahead(blocks []int, old, step []float64, part float64) []float64 {
	out, at := make([]float64, len(old)), 0
	for _, g := range blocks {
		size := m.start[g+1] - m.start[g]
		for i := at; i < at+size; i++ {
			now := old[i] + part*step[i]
			if size == 1 && m.isPenalized(g) && (now*old[i] <= 0 || math.Abs(now) < 1e-14*math.Abs(old[i])) {
				now = 0
			}
			out[i] = now
		}
		at += size
	}
	return out
}

// sameZeros tells whether two points have the same zeros.
func sameZeros(a, b []float64) bool {
	return floats.EqualFunc(a, b, func(x, y float64) bool { return (x == 0) == (y == 0) })
}

// A working set of blocks of one column each is solved by Newton's method on the weights that are not 0, with a factor
// of their Gram matrix that is kept from one set, and one λ, to the next; passes over columns only find out which
// weights these are.
const (
	activeShare  = 1e-6 // of the gap, that a set is solved to
	activeLeast  = 1e-13
	mostActive   = 2000 // weights that are not 0
	activeRounds = 100
	activePasses = 2 // over the weights that are not 0, in a round
	newtonTries  = 4 // Newton steps in a row, each after weights that became 0
)

// solveActive solves the problem on a working set until its own gap is at most the target, or, where that is NaN, a
// share of what it was. It returns false where it does not get there: the weights that are not 0 are too many or depend
// on one another, and passes are as good.
func (m *model) solveActive(ctx context.Context, set []int, target float64) (solved bool, err error) {
	best, smallest, stalled := math.Inf(-1), math.Inf(1), 0
	for range activeRounds {
		if err := context.Cause(ctx); err != nil {
			return false, err
		}
		gap := m.gap(set)
		objective := m.objective()
		best = math.Max(best, objective-gap)
		gap = objective - best
		if math.IsNaN(target) {
			target = math.Max(activeShare*gap, activeLeast*math.Abs(best))
		}
		if stalled++; gap < 0.5*smallest {
			smallest, stalled = gap, 0
		}
		switch {
		case !(gap > target) || gap <= 1e-15*math.Abs(best):
			return true, nil
		case stalled >= 5 || len(m.factor.columns) > mostActive:
			return false, nil
		}
		m.activeRound(set)
	}
	return false, nil
}

// activeRound takes a pass over the weights that are not 0 and those that should not be, others over the former, and
// Newton steps on what they leave.
func (m *model) activeRound(set []int) {
	var visit []int
	for _, g := range set {
		if m.isActive(g) || math.Abs(m.products[g]) > m.lambda*m.omega[g] {
			visit = append(visit, g)
		}
	}
	for range activePasses {
		for _, g := range visit {
			m.update(g)
		}
		m.evals++
	}
	m.visited += float64(len(set) + activePasses*len(visit))
	objective := m.objective()
	for range newtonTries {
		var again bool
		if objective, again = m.activeNewton(visit, objective); !again {
			return
		}
	}
}

// activeNewton takes a Newton step on the weights of a set that are not 0, from a point of a known objective. Weights
// that would change sign become 0, and it returns the objective, and whether there are any such and it fell: another
// step is worth while.
func (m *model) activeNewton(set []int, before float64) (objective float64, again bool) {
	f := m.factor
	f.follow(m.support(set).columns, m.mu)
	step := make([]float64, len(f.columns))
	for i, k := range f.columns {
		w := m.w[m.columns[k].weightAt]
		step[i] = m.loss.product(k) - m.ridge(k)*w
		if w != 0 {
			step[i] -= math.Copysign(m.lambda*m.omega[k], w)
		}
	}
	f.solve(step)
	objective, lower := m.along(support{f.columns, f.columns}, step, before)
	return objective, lower && slices.ContainsFunc(f.columns, func(k int) bool { return !m.isActive(k) })
}
