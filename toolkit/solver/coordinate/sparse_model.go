package coordinate

import (
	"context"
	"math"
	"slices"

	"github.com/proxlab/proxlab/toolkit/internal/anderson"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate/internal/model"
)

// sparseModel is the quadratic model of proximal Newton over single weights of sparse columns,
//
//	⟨u, z⟩ + ½ zᵀH z + R(w),      z = A(w − w_0),
//
// with slopes v = u + H z that steps keep: that is quicker than copies of the columns times √H.
//
// Source: Yuan, Ho, Lin, An Improved GLMNET for L1-regularized Logistic Regression, JMLR 2012, Algorithm 3 and section
// 4.1; weights that are 0 are left out of passes where the last one says that they stay so.
type sparseModel struct {
	b          *model.Blocks
	weights    []sparseWeight
	at         []linalg.Pair // v and H
	curvatures []float64     // H
	visited    int
	spent      *float64 // flops of passes since the last Newton step, those in models before too
}

// sparseWeight is a weight, its column, and A_jᵀH A_j.
type sparseWeight struct {
	a           linalg.PairRows
	column      int32
	row, lo, hi int
	stored      int
	square      float64
	sparseOptimum
}

// sparseOptimum is what says how far a weight is from its minimizer: λω, the ridge, and the slope at the last visit.
type sparseOptimum struct {
	w, bound, ridge, slope float64
	sign                   float64 // that w may have; 0 for either
}

// sparseModel is the model at w on some blocks: on those whose weights are worth a visit.
func (p *proximalNewton) sparseModel(set []int, curvatures []float64) *sparseModel {
	m := &sparseModel{b: &p.b, at: make([]linalg.Pair, p.b.N), curvatures: curvatures, spent: &p.spent}
	for i, h := range curvatures {
		m.at[i] = linalg.Pair{Slope: p.u[i], Curvature: h}
	}
	optima := make([]sparseOptimum, len(set))
	for k, g := range set {
		optima[k] = sparseOptimum{
			w: p.s.w[p.b.Columns[g].WeightAt], bound: p.lambda * p.b.Omega[g], slope: p.products[g],
			sign: float64(p.b.Sign(g)),
		}
		if p.b.IsPenalized(g) {
			optima[k].ridge = p.mu
		}
	}
	visits := worthVisits(optima)
	m.weights = make([]sparseWeight, len(visits))
	for i, k := range visits {
		g := set[k]
		e := &p.b.Columns[g]
		c := &m.weights[i]
		*c = sparseWeight{column: int32(g), row: e.Row, lo: e.Lo, hi: e.Hi, stored: e.Hi - e.Lo, sparseOptimum: optima[k]}
		c.a = e.A.(linalg.PairRows) //nolint:errcheck // sparse asked
		if stored, ok := e.A.(linalg.StoredRows); ok {
			_, values := stored.Stored(e.Row)
			c.stored = len(values)
		}
	}
	return m
}

// worthVisits are the weights worth a visit at the slopes where a model begins: not those that are 0 with a slope that
// is within its bound by more than the largest violation.
func worthVisits(optima []sparseOptimum) []int32 {
	calm := 0.
	for k := range optima {
		calm = math.Max(calm, optima[k].violation())
	}
	list := make([]int32, 0, len(optima))
	for k := range optima {
		if o := &optima[k]; o.w != 0 || !(o.violation() < -calm) {
			list = append(list, int32(k))
		}
	}
	return list
}

// pass minimizes over the weights of a list, one after another, and returns how far the model falls, the largest
// violation that it met, and those weights worth another visit: not those that are 0 with a slope that is within its
// bound by more than calm.
func (m *sparseModel) pass(list, keep []int32, calm float64, first bool) (gained, most float64, kept []int32) {
	visits := 0
	for _, k := range list {
		c := &m.weights[k]
		visits += 4*c.stored + model.VisitLeast
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
		gained -= change*(c.slope+c.square/2*change) + c.penalty(now)
		c.w = now
		c.a.AddPair(at, change, c.row)
	}
	m.visited += len(list)
	*m.spent += float64(visits)
	return gained, most, keep
}

// violation is how far the model's slope is from a subgradient; of a weight that is 0 by how much it is beyond its
// bound.
func (c *sparseOptimum) violation() float64 {
	switch {
	case c.w == 0 && c.sign != 0:
		return -c.sign*c.slope - c.bound
	case c.w == 0:
		return math.Abs(c.slope) - c.bound
	}
	return math.Abs(c.slope + math.Copysign(c.bound, c.w) + c.ridge*c.w)
}

// penalty is by how much the penalty is more at another weight.
func (c *sparseWeight) penalty(w float64) float64 {
	return c.bound*(math.Abs(w)-math.Abs(c.w)) + c.ridge/2*(w-c.w)*(w+c.w)
}

// minimizer is the weight at which the model is least.
func (c *sparseWeight) minimizer() float64 {
	at := c.square*c.w - c.slope
	switch {
	case !(c.square > 0):
		return c.w
	case at > c.bound && c.sign >= 0:
		return (at - c.bound) / (c.square + c.ridge)
	case at < -c.bound && c.sign <= 0:
		return (at + c.bound) / (c.square + c.ridge)
	}
	return 0
}

// A model is minimized in rounds of passes and a step of Newton's method, where passes cost as much, or an
// extrapolation: until a round gains less than a share of all, or no more than rounding; far from the minimum in one
// round, and its passes alone where they gain little beside the first.
const (
	sparseRounds = 100
	sparsePasses = 4
	sparseEnough = 0.02
	sparseQuick  = 0.25
	gramEach     = 3  // flops of passes in the time of a term of a Gram matrix, and of copying an entry
	gramCell     = 8  // and of a number of it, which is cleared, copied and scaled
	triedInVain  = 2  // times as long until another Newton step after one that gained nothing
	sparseFactor = 60 // the cube of a system's size over this are the flops of its factor in the time of one of passes
)

// minimize takes passes, Newton steps and extrapolations, until they gain little.
func (m *sparseModel) minimize(ctx context.Context, rounding float64, far bool) {
	list := make([]int32, len(m.weights))
	for k := range list {
		list[k] = int32(k)
	}
	first, calm, list := m.pass(list, list[:0], math.Inf(1), true)
	whole, next := first, make([]float64, len(m.weights))
	for range sparseRounds {
		before, points := whole, [][]float64{m.point()}
		for range sparsePasses {
			var gained float64
			gained, calm, list = m.pass(list, list[:0], calm, false)
			whole += gained
			points = append(points, m.point())
		}
		if context.Cause(ctx) != nil || far && whole-first <= sparseQuick*first {
			return
		}
		if gained := m.newton(next); gained > 0 {
			whole += gained
		} else if anderson.Extrapolate(next, points, len(next)) {
			whole += m.move(next)
		}
		if far || !(whole-before > sparseEnough*whole) || whole < rounding {
			return
		}
	}
}

// newton goes to where the model would be least if no weight changed its sign, where the system is not too large; space
// has a number for each weight.
func (m *sparseModel) newton(space []float64) (gained float64) {
	var set, columns []int
	stored := 0
	for k := range m.weights {
		if c := &m.weights[k]; c.square > 0 && (c.w != 0 || c.bound == 0) {
			set, columns, stored = append(set, k), append(columns, int(c.column)), stored+c.stored
		}
	}
	size, entries := len(set), float64(stored)
	cost := gramEach*(entries*entries/float64(len(m.at))+entries) + gramCell*float64(size*size) +
		float64(size*size*size)/sparseFactor
	if size == 0 || size > model.MaxNewtonSystem || cost > *m.spent {
		return 0
	}
	*m.spent = 0
	gram, step := m.b.GramOf(columns, m.curvatures), make([]float64, size)
	for i, k := range set {
		c := &m.weights[k]
		step[i] = -(c.a.PairSlope(c.row, m.at[c.lo:c.hi]) + math.Copysign(c.bound, c.w) + c.ridge*c.w)
		gram[i*size+i] = (gram[i*size+i] + c.ridge) * (1 + 1e-10)
	}
	linalg.SolveCholesky(linalg.CholeskyOfGram(gram, size), step)
	clear(space)
	for i, k := range set {
		space[k] = m.weights[k].w + step[i]
	}
	if gained = m.move(space); gained == 0 { // the signs are not those of the minimum yet
		*m.spent = -triedInVain * cost
	}
	return gained
}

// point are the weights.
func (m *sparseModel) point() []float64 {
	out := make([]float64, len(m.weights))
	for k := range m.weights {
		out[k] = m.weights[k].w
	}
	return out
}

// move goes to other weights, but leaves those at 0 that are, and takes those there that would change their sign, if
// the model is lower there. It returns how far it falls.
func (m *sparseModel) move(next []float64) (gained float64) {
	moved := make([]float64, len(m.at))
	for k := range m.weights {
		c := &m.weights[k]
		if c.bound > 0 && c.w*next[k] <= 0 {
			next[k] = 0
		}
		if by := next[k] - c.w; by != 0 {
			gained -= c.penalty(next[k])
			c.a.AddRow(moved[c.lo:c.hi], by, c.row)
			m.visited++
		}
	}
	for i, z := range moved {
		gained -= z * (m.at[i].Slope + m.at[i].Curvature/2*z)
	}
	if !(gained > 0) {
		return 0
	}
	for k := range m.weights {
		m.weights[k].w = next[k]
	}
	for i, z := range moved {
		m.at[i].Slope += m.at[i].Curvature * z
	}
	return gained
}

// minimizeSparse goes towards the minimum of the model on columns as they are stored.
func (p *proximalNewton) minimizeSparse(ctx context.Context) (next []float64) {
	m := p.sparseModel(p.workingSet(), p.curvatures())
	m.minimize(ctx, 0x1p-53*math.Abs(p.s.Objective), p.share() == model.WholeShare)
	p.s.Passes += float64(m.visited) / float64(len(p.s.w))
	next = slices.Clone(p.s.w)
	for k := range m.weights {
		c := &m.weights[k]
		next[p.b.Columns[c.column].WeightAt] = c.w
	}
	return next
}
