package model

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate/internal/kronecker"
)

// A Newton step by conjugate gradients has so many at most, which end where the residual is a share of the first.
const (
	newtonProducts = 40
	productsShare  = 0.03
)

// newton takes Newton steps on the blocks of a set that are not 0, where the objective is smooth: columns that are
// nearly dependent cost passes many rounds, and these few. It returns whether the objective fell.
func (m *Model) newton(set []int) (fell bool) {
	size := m.supportSize(set)
	if size > 0 && m.Parts == nil && m.Shared([]int{set[0], set[len(set)-1]}) > fewOutputs {
		return m.newtonOfShared(set, size)
	}
	cost, gramOf := m.newtonCost(size)
	if size == 0 || m.Parts != nil && !m.Parts.IsSmooth() || cost > m.spent {
		return false
	}
	m.spent = 0
	s := m.Support(set)
	if m.gram == nil || !slices.Equal(m.columns, s.columns) {
		m.gram, m.columns = gramOf(s.columns), s.columns
	}
	objective, first := m.Objective(), 0.
	for count := 0; count < newtonSteps; count++ {
		before, step := objective, m.newtonStep(s, m.gram)
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
		single := len(m.Columns) == m.Count() && m.Parts == nil // the Hessian is the same on a support
		if same && (single || !(before-objective > newtonShare*first)) {
			return fell
		}
		if !same {
			m.gram, m.columns = kronecker.OfFewer(m.gram, columns, s.columns), s.columns
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
func (m *Model) newtonStep(s support, gram []float64) newtonStep {
	if gram == nil {
		return newtonStep{by: m.stepByRows(s)}
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
		l, fall := linalg.CholeskyOfGram(hessian, size), slices.Clone(gradient)
		linalg.SolveCholesky(l, gradient)
		return newtonStep{by: gradient, fall: fall, row: func(i int) []float64 { return l.Row(i)[:i+1] }}
	}
	penalty := linalg.NewDense(size, size, floats.SubTo(make([]float64, len(gram)), hessian, gram))
	factor, product, step := linalg.CholeskyOfGram(hessian, size), make([]float64, size), make([]float64, size)
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
	return newtonStep{by: step}
}

// addPenalty fills in minus the gradient of the objective on a support, and adds the Hessian of penalty and ridge,
//
//	D_g = μI + s(I − u uᵀ),      u = w_g/‖w_g‖,  s = λω_g/‖w_g‖, for one weight 0,
//
// and a little so that dependent columns do no harm.
func (m *Model) addPenalty(s support, gradient, hessian []float64) {
	at, size := 0, len(gradient)
	for _, g := range s.Blocks {
		unit, bend := m.Fall(gradient[at:], g)
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

// addProx fills in minus the gradient on a support, and adds the Hessian of penalty and ridge.
func (m *Model) addProx(s support, gradient, hessian []float64) {
	size, at := len(gradient), 0
	for _, g := range s.Blocks {
		from := at
		var x []float64
		for ; at < size && s.columns[at] < m.From[g+1]; at++ {
			k := s.columns[at]
			x = append(x, m.W[m.Columns[k].WeightAt])
			gradient[at] = m.Loss.Product(k) - m.ridge(g)*x[at-from]
			hessian[at*size+at] += m.ridge(g)
		}
		if !m.IsPenalized(g) {
			continue
		}
		count := len(x)
		own, h := make([]float64, count), make([]float64, count*count)
		m.Parts.Derivatives(own, h, x, g)
		for i, v := range own {
			gradient[from+i] -= m.Lambda * v
			floats.AddScaled(hessian[(from+i)*size+from:(from+i)*size+at], m.Lambda, h[i*count:(i+1)*count])
		}
	}
}

// rooted is a quadratic whose columns are known: Rooted are √C A_k of some, as rows.
type rooted interface {
	Rooted(columns []int) []float64
}

// newtonCost are the flops of a Newton step on so many weights, and what makes the Gram matrix that it takes. With a
// ridge, and more weights than predictions, it takes none, and the flops of their Gram matrix.
func (m *Model) newtonCost(size int) (flops float64, gram func(columns []int) []float64) {
	k, n := float64(size), float64(m.N)
	flops, _ = m.Loss.Cost(size)
	flops += k * k * k / 3
	_, ok := m.Loss.(rooted)
	ok = ok && m.Parts == nil && m.Mu > 0 && m.From[m.Penalized] == len(m.Columns) && k*n <= maxNewtonNumbers
	if byRows := k*n*n + n*n*n/3; ok && byRows < flops {
		return byRows, func([]int) []float64 { return nil }
	}
	return flops, m.Loss.Gram
}

// stepByRows is −H⁻¹∇ on a support, H = ZᵀZ + D with Z = √C A_S and D as in addPenalty, by a system of as many unknowns
// as there are predictions. With V = Z D^−½ and c = −D^−½∇,
//
//	−H⁻¹∇ = D^−½ (c − Vᵀ (I + V Vᵀ)⁻¹ V c),    D_g^−½ = I/√(μ+s) + (1/√μ − 1/√(μ+s)) u uᵀ.
//
// Source: Golub and Van Loan, Matrix Computations, 2013, section 2.1.4 (Sherman, Morrison, Woodbury).
func (m *Model) stepByRows(s support) []float64 {
	n, size := m.N, len(s.columns)
	z, step := m.Loss.(rooted).Rooted(s.columns), make([]float64, size)
	units, bends := make([][]float64, len(s.Blocks)), make([]float64, len(s.Blocks))
	at := 0
	for b, g := range s.Blocks {
		units[b], bends[b] = m.Fall(step[at:], g)
		at += len(units[b])
	}
	divide := func(x []float64, width int) { // the rows of a block by D^½
		at, mean := 0, make([]float64, width)
		for b, unit := range units {
			rows := x[at*width : (at+len(unit))*width]
			across, along := 1/math.Sqrt(m.Mu+bends[b]), 1/math.Sqrt(m.Mu)
			if len(unit) == 1 {
				across = along
			}
			clear(mean)
			for i, u := range unit {
				floats.AddScaled(mean, (along-across)*u, rows[i*width:(i+1)*width])
			}
			floats.Scale(across, rows)
			for i, u := range unit {
				floats.AddScaled(rows[i*width:(i+1)*width], u, mean)
			}
			at += len(unit)
		}
	}
	divide(z, n)
	divide(step, 1)
	byPrediction, system := make([]float64, len(z)), make([]float64, n*n)
	linalg.Transpose(byPrediction, z, size, n)
	linalg.Gemm(system, byPrediction, byPrediction, n, size, n, true)
	for i := range n {
		system[i*n+i]++
	}
	v, shared, own := linalg.NewDense(size, n, z), make([]float64, n), make([]float64, size)
	v.MulTransVec(shared, step)
	linalg.SolveCholesky(linalg.CholeskyOfGram(system, n), shared)
	v.MulVec(own, shared)
	floats.Sub(step, own)
	divide(step, 1)
	return step
}
