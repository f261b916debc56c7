package model

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// Newton steps are for systems of at most so many unknowns, and so many numbers in the columns; as many flops are spent
// on them as on passes. Of blocks there are a few in a row, until one gains a small share of what the first did.
const (
	newtonSteps      = 10
	newtonShare      = 1e-6
	MaxNewtonSystem  = 1000
	maxNewtonNumbers = 1 << 22
	newtonProducts   = 40 // by conjugate gradients, which end where the residual is a share of the first
	productsShare    = 0.03
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

// newton takes Newton steps on the blocks of a set that are not 0, where the objective is smooth: columns that are
// nearly dependent cost passes many rounds, and these few. It returns whether the objective fell.
func (m *Model) newton(set []int) (fell bool) {
	s := m.Support(set)
	size := len(s.columns)
	cost, gramOf := m.newtonCost(size)
	if size == 0 || m.Parts != nil && !m.Parts.IsSmooth() || cost > m.spent {
		return false
	}
	m.spent = 0
	gram, objective, first := gramOf(s.columns), m.Objective(), 0.
	for count := 0; count < newtonSteps; count++ {
		before, step := objective, m.newtonStep(s, gram)
		var lower bool
		if objective, lower = m.along(s, step, before); !lower {
			return fell
		}
		if fell = true; count == 0 {
			first = math.Max(first, before-objective)
		}
		columns := s.columns
		s = m.Support(s.Blocks)
		same := slices.Equal(columns, s.columns)
		if len(m.Columns) == m.Count() && m.Parts == nil || same && !(before-objective > newtonShare*first) {
			return fell // of single weights the Hessian is the same
		}
		if !same {
			gram = gramOf(s.columns)
			count-- // there are fewer
		}
	}
	return fell
}

// sampled is a quadratic whose Gram matrices are of a share of the examples: times is the product with that of all, nil
// where they are of all.
type sampled interface {
	Times(columns []int) func(dst, v []float64)
}

// newtonStep is −H⁻¹∇ on a support where the quadratic has this Gram matrix; where that is of a share of the examples
// by conjugate gradients, which it preconditions, and without one by its rows.
//
// Source: Nocedal and Wright, Numerical Optimization, 2006, Algorithm 5.3; on the support, Byrd, Nocedal, Oztoprak,
// An Inexact Successive Quadratic Approximation Method for L-1 Regularized Optimization, Math. Program. 2016.
func (m *Model) newtonStep(s support, gram []float64) (step []float64) {
	if gram == nil {
		return m.stepByRows(s)
	}
	hessian, gradient, size := slices.Clone(gram), make([]float64, len(s.columns)), len(s.columns)
	if m.Parts != nil {
		m.addProx(s, gradient, hessian)
	} else {
		m.addPenalty(s, gradient, hessian)
	}
	var times func(dst, v []float64)
	if q, ok := m.Loss.(sampled); ok {
		times = q.Times(s.columns)
	}
	if times == nil {
		linalg.SolveCholesky(linalg.CholeskyOfGram(hessian, size), gradient)
		return gradient
	}
	penalty := linalg.NewDense(size, size, floats.SubTo(make([]float64, len(gram)), hessian, gram))
	factor, product := linalg.CholeskyOfGram(hessian, size), make([]float64, size)
	step = make([]float64, size)
	linalg.ConjugateGradients{
		Times: func(dst, v []float64) {
			times(dst, v)
			penalty.MulVec(product, v)
			floats.Add(dst, product)
		},
		Precondition: func(dst, r []float64) {
			copy(dst, r)
			linalg.SolveCholesky(factor, dst)
		},
		Steps: newtonProducts, Stop: linalg.Share(productsShare),
	}.Solve(step, gradient)
	return step
}

// addPenalty fills in minus the gradient of the objective on a support, and adds the Hessian of penalty and ridge,
//
//	D_g = μI + s(I − u uᵀ),      u = w_g/‖w_g‖,  s = λω_g/‖w_g‖, for one weight 0,
//
// and a little so that dependent columns do no harm.
func (m *Model) addPenalty(s support, gradient, hessian []float64) {
	at, size := 0, len(gradient)
	for _, g := range s.Blocks {
		unit, bend := m.fall(gradient[at:], g)
		for i, u := range unit {
			row := hessian[(at+i)*size+at : (at+i)*size+at+len(unit)]
			if len(unit) > 1 {
				floats.AddScaled(row, -bend*u, unit)
				row[i] += bend
			}
			row[i] = (row[i] + m.ridge(g)) * (1 + 1e-10)
		}
		at += len(unit)
	}
}

// fall fills in minus the gradient of the objective on a block that is not 0, and returns u and s.
func (m *Model) fall(gradient []float64, g int) (unit []float64, bend float64) {
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
	ActiveShare = 1e-6 // of the gap, that a set is solved to
	activeLeast = 1e-13
	mostActive  = 2000 // weights that are not 0
	fewActive   = 64   // of these that may always be
	// times the entries of a column that they may be besides
	activeEntries = 16
	activeRounds  = 100
	activePasses  = 2 // over the weights that are not 0, in a round
	newtonTries   = 4 // Newton steps in a row, each after weights that became 0
	activeTurns   = 4 // times that a weight comes and goes, where they come one at a time
)
