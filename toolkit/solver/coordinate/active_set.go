package coordinate

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

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

// takesFactors tells whether every block is one column, and all columns meet the same predictions.
func (b *blocks) takesFactors() bool {
	if len(b.columns) != b.count() {
		return false
	}
	for k := range b.columns {
		if b.columns[k].lo != 0 || b.columns[k].hi != b.n {
			return false
		}
	}
	return true
}

// solveActive solves the problem on a working set until its own gap is at most the target, or, where that is NaN, a
// share of what it was. It returns false where it does not get there: the weights that are not 0 are too many or depend
// on one another, and passes are as good.
func (p *descent) solveActive(ctx context.Context, set []int, target float64) (solved bool, err error) {
	products, u := make([]float64, len(p.b.columns)), make([]float64, p.b.n)
	best, smallest, stalled := math.Inf(-1), math.Inf(1), 0
	for range activeRounds {
		if err := context.Cause(ctx); err != nil {
			return false, err
		}
		floats.MulTo(u, p.c, p.r)
		p.projector.apply(u)
		for _, g := range set {
			p.b.blockProducts(products, g, u)
		}
		dual, _ := p.dualAt(u, products, set)
		best = math.Max(best, dual)
		gap := p.primal() - best
		if math.IsNaN(target) {
			target = math.Max(activeShare*gap, activeLeast*math.Abs(best))
		}
		if stalled++; gap < 0.5*smallest {
			smallest, stalled = gap, 0
		}
		switch {
		case !(gap > target) || gap <= 1e-15*math.Abs(best):
			return true, nil
		case stalled >= 5 || len(p.memory.factor.columns) > mostActive:
			return false, nil
		}
		p.activeRound(set, products)
	}
	return false, nil
}

// activeRound takes a pass over the weights that are not 0 and those that should not be, others over the former, and
// Newton steps on what they leave.
func (p *descent) activeRound(set []int, products []float64) {
	var visit []int
	for _, g := range set {
		if p.isActive(g) || math.Abs(products[g]) > p.lambda*p.b.omega[g] {
			visit = append(visit, g)
		}
	}
	for range activePasses {
		for _, g := range visit {
			p.updateBlock(g)
		}
		p.s.Evals++
	}
	p.s.Passes += float64(len(set)+activePasses*len(visit)) / float64(len(p.s.w))
	objective := p.primal()
	for range newtonTries {
		var again bool
		if objective, again = p.activeNewton(visit, objective); !again {
			return
		}
	}
}

// activeNewton takes a Newton step on the weights of a set that are not 0, from a point of a known objective. Weights
// that would change sign become 0, and it returns the objective, and whether there are any such and it fell: another
// step is worth while.
func (p *descent) activeNewton(set []int, before float64) (objective float64, again bool) {
	s := p.support(set)
	f := p.memory.factor
	f.follow(s.columns, p.mu)
	step := make([]float64, len(f.columns))
	for i, k := range f.columns {
		w := p.s.w[p.b.columns[k].weightAt]
		step[i] = p.product(k) - p.ridge(k)*w
		if w != 0 {
			step[i] -= math.Copysign(p.lambda*p.b.omega[k], w)
		}
	}
	f.solve(step)
	objective, lower := p.tryStep(support{f.columns, f.columns}, step, before)
	return objective, lower && slices.ContainsFunc(f.columns, func(k int) bool { return !p.isActive(k) })
}
