package coordinate

import (
	"context"
	"math"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// weighted is the quadratic model of proximal Newton over single weights,
//
//	⟨u, z⟩ + ½ zᵀH z + R(w),      z = A(w − w_0),
//
// with slopes v = u + H z that steps keep: on sparse columns that is quicker than scaled copies of them.
//
// Source: Yuan, Ho, Lin, An Improved GLMNET for L1-regularized Logistic Regression, JMLR 2012, Algorithm 3 and section
// 4.1; weights that are 0 are left out of passes where the last one says that they stay so.
type weighted struct {
	weights []weightedColumn
	at      []linalg.Pair // v and H
	visited int
	past    *weightedPast
}

// weightedPast is what a model leaves to the next.
type weightedPast struct {
	gained          float64     // how far it fell; 0 before the first
	failed, resting int         // Newton's steps that failed in a row, and models to go without
	chosen          []int32     // columns that were gathered
	rows            *sparseRows // those columns; nil before
}

// weightedColumn is a column, its weight, A_jᵀH A_j and λω.
type weightedColumn struct {
	a            storedPairs
	column       int32 // its place among all
	row, lo, hi  int
	w, square    float64
	bound, ridge float64
	slope        float64 // at the last visit
}

// storedPairs are columns that meet slopes and curvatures, sparsePairs those that say how many entries are stored.
type (
	storedPairs interface {
		linalg.PairRows
		linalg.StoredRows
	}
	sparsePairs interface {
		storedPairs
		NNZ() int
	}
)

// takesPairs tells whether every block is one column, and those that are penalized are sparse.
func (b *blocks) takesPairs() bool {
	if len(b.columns) != b.count() {
		return false
	}
	var last linalg.Rows
	for k := range b.columns {
		e := &b.columns[k]
		if e.a == last {
			continue
		}
		last = e.a
		sparse, ok := e.a.(sparsePairs)
		if _, pairs := e.a.(storedPairs); !pairs || !ok && k < b.start[b.penalized] {
			return false
		}
		if rows, columns := e.a.Dims(); ok && float64(sparse.NNZ()) > mostFilled*float64(rows)*float64(columns) {
			return false
		}
	}
	return true
}

// mostFilled is the share of entries up to which a matrix is sparse.
const mostFilled = 0.2

// weightedModel is the model at w on some blocks.
func (p *proximalNewton) weightedModel(set []int, curvatures []float64) *weighted {
	m := &weighted{
		weights: make([]weightedColumn, len(set)), at: make([]linalg.Pair, p.b.n), past: &p.past,
	}
	for i, h := range curvatures {
		m.at[i] = linalg.Pair{Slope: p.u[i], Curvature: h}
	}
	for k, g := range set {
		e := &p.b.columns[g]
		c := weightedColumn{
			column: int32(g), row: e.row, lo: e.lo, hi: e.hi, w: p.s.w[e.weightAt], bound: p.lambda * p.b.omega[g],
			slope: p.products[g],
		}
		c.a = e.a.(storedPairs) //nolint:errcheck // takesPairs asked
		if p.b.isPenalized(g) {
			c.ridge = p.mu
		}
		m.weights[k] = c
	}
	return m
}

// pass minimizes over the weights of a list, one after another, and returns how far the model falls, the largest
// violation that it met, and those weights worth another visit: not those that are 0 with a slope that is within its
// bound by more than calm.
func (m *weighted) pass(list, keep []int32, calm float64, first bool) (gained, most float64, kept []int32) {
	for _, k := range list {
		c := &m.weights[k]
		at := m.at[c.lo:c.hi]
		if first {
			c.slope, c.square = c.a.PairProducts(c.row, at)
		} else {
			c.slope = c.a.PairSlope(c.row, at)
		}
		violation := c.violation()
		if c.w == 0 && violation < -calm {
			continue
		}
		keep = append(keep, k)
		if violation <= 0 {
			continue
		}
		most = math.Max(most, violation)
		now := c.minimizer()
		change := now - c.w
		if change == 0 {
			continue
		}
		gained -= change*(c.slope+c.square/2*change) + c.bound*(math.Abs(now)-math.Abs(c.w)) + c.ridge/2*change*(now+c.w)
		c.w = now
		c.a.AddPair(at, change, c.row)
	}
	m.visited += len(list)
	return gained, most, keep
}

// violation is how far the model's slope is from a subgradient; of a weight that is 0 by how much it is beyond its
// bound.
func (c *weightedColumn) violation() float64 {
	switch {
	case c.w == 0:
		return math.Abs(c.slope) - c.bound
	default:
		return math.Abs(c.slope + math.Copysign(c.bound, c.w) + c.ridge*c.w)
	}
}

// total is the model's second derivative.
func (c *weightedColumn) total() float64 { return c.square + c.ridge }

// minimizer is the weight at which the model is least.
func (c *weightedColumn) minimizer() float64 {
	at := c.square*c.w - c.slope
	switch {
	case !(c.square > 0):
		return c.w
	case at > c.bound:
		return (at - c.bound) / c.total()
	case at < -c.bound:
		return (at + c.bound) / c.total()
	}
	return 0
}

// A model is minimized in rounds of passes and a step of Newton's method, until a step does a share of what it
// promises, or a round gains less than a share of all. Far from the minimum one round is enough, and its passes alone
// where they gain little beside the first.
const (
	weightedRounds = 100
	weightedPasses = 4
	weightedEnough = 0.1
	weightedWorks  = 0.25
	weightedQuick  = 0.25
)

// minimize takes passes, and steps on the weights that are not 0, until they gain little, or no more than rounding.
func (m *weighted) minimize(ctx context.Context, rounding float64, far bool) {
	list := m.visits()
	first, calm, list := m.pass(list, list[:0], math.Inf(1), true)
	whole := first
	defer func() { m.past.gained = whole }()
	for range weightedRounds {
		before := whole
		for range weightedPasses {
			var gained float64
			gained, calm, list = m.pass(list, list[:0], calm, false)
			whole += gained
		}
		if context.Cause(ctx) != nil || far && m.quick(first, whole) {
			return
		}
		step, promised := m.newton(ctx, m.share(whole))
		whole += step
		works := step >= weightedWorks*promised
		m.past.note(works || !far)
		if far || works {
			return
		}
		enough := weightedEnough
		if step == 0 { // passes alone are slow where columns are nearly dependent
			enough = modelShare
		}
		if !(whole-before > enough*whole) || whole < rounding {
			return
		}
	}
}

// visits are the weights worth a visit at the slopes where the model begins: not those that are 0 with a slope that is
// within its bound by more than the largest violation.
func (m *weighted) visits() []int32 {
	calm := 0.
	for k := range m.weights {
		calm = math.Max(calm, m.weights[k].violation())
	}
	list := make([]int32, 0, len(m.weights))
	for k := range m.weights {
		if c := &m.weights[k]; c.w != 0 || !(c.violation() < -calm) {
			list = append(list, int32(k))
		}
	}
	return list
}

// quick tells whether a model far from the minimum does without a step of Newton's method.
func (m *weighted) quick(first, whole float64) bool {
	if rests := m.past.resting > 0; rests || whole-first <= weightedQuick*first {
		m.past.resting = max(0, m.past.resting-1)
		return true
	}
	return false
}

// note counts steps that fail in a row; so many models, and one more each time, then do without.
func (p *weightedPast) note(works bool) {
	if works {
		p.failed, p.resting = 0, 0
		return
	}
	p.failed = 2*p.failed + 1
	p.resting = p.failed
}

// lowerWeighted goes from w towards the minimum of the model.
func (p *proximalNewton) lowerWeighted(
	ctx context.Context, set []int, curvatures []float64, far bool,
) (next []float64) {
	m := p.weightedModel(set, curvatures)
	m.minimize(ctx, 0x1p-53*math.Abs(p.s.Objective), far)
	p.s.Passes += float64(m.visited) / float64(len(p.s.w))
	next = append([]float64(nil), p.s.w...)
	for k, g := range set {
		next[p.b.columns[g].weightAt] = m.weights[k].w
	}
	return next
}
