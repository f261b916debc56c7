package coordinate

import (
	"math"
	"runtime"
	"sync"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// A subspace step ends where the residual is such a share of the first, or after so many products.
const (
	subspaceShare = 0.03
	subspaceMost  = 40
)

// subspaceStep goes towards the minimum of the model over the weights that are not 0, where the penalty is linear:
// features that are nearly dependent cost passes many rounds, and conjugate gradients few. Weights that would change
// sign become 0. It returns what that gains; nothing changes where there is none, or a block has several weights.
//
// Source: Nocedal and Wright, Numerical Optimization, 2006, Algorithm 5.3; on the support, Byrd, Nocedal, Oztoprak,
// An Inexact Successive Quadratic Approximation Method for L-1 Regularized Optimization, Math. Program. 2016.
func (m *classModel) subspaceStep(set []int) (gain float64) {
	active := m.support(set)
	if active == nil {
		return 0
	}
	before := m.value()
	step := m.conjugateGradients(active)
	old := m.of(active)
	next := floats.AddTo(make([]float64, len(old)), old, step)
	for i, g := range active {
		if g < m.penalized && next[i]*old[i] < 0 {
			next[i] = 0
		}
	}
	change, mean := append([]float64(nil), m.change...), append([]float64(nil), m.mean...)
	m.replace(active, next, true)
	if gain = before - m.value(); gain > 0 {
		return gain
	}
	copy(m.change, change)
	copy(m.mean, mean)
	m.replace(active, old, false)
	return 0
}

// support are the blocks of a set that are not 0; nil where one has several weights.
func (m *classModel) support(set []int) (active []int) {
	for _, g := range set {
		if !m.isActive(g) {
			continue
		}
		if len(m.blocks[g].classes) > 1 {
			return nil
		}
		active = append(active, g)
	}
	return active
}

// conjugateGradients is about the Newton step on some blocks of one weight, preconditioned by classFactors.
func (m *classModel) conjugateGradients(active []int) (step []float64) {
	size := len(active)
	step, r, diagonal := make([]float64, size), make([]float64, size), make([]float64, size)
	for i, g := range active {
		block := &m.blocks[g]
		w := m.w[block.row*m.k+block.classes[0]]
		r[i] = -m.slope(block.row, block.classes[0])
		diagonal[i] = math.Max(m.curvature(g), math.SmallestNonzeroFloat64)
		if g < m.penalized {
			r[i] -= m.mu*w + math.Copysign(m.lambda*block.omega, w)
			diagonal[i] += m.mu
		}
	}
	scratch := make([]float64, m.n*(m.k+1))
	linalg.ConjugateGradients{
		Times:        func(dst, v []float64) { m.hessianTimes(dst, v, active, scratch) },
		Precondition: m.factors(active, diagonal).solve,
		Steps:        subspaceMost,
		Stop:         linalg.Share(subspaceShare),
	}.Solve(step, r)
	return step
}

// factors precondition the system of some blocks of one weight.
func (m *classModel) factors(active []int, diagonal []float64) *classFactors {
	blocks := make([]*classBlock, len(active))
	for i, g := range active {
		blocks[i] = &m.blocks[g]
	}
	if m.grams == nil {
		m.grams = newClassGrams(m.few, m.fewProb, blocks)
	}
	return m.grams.factors(blocks, diagonal, m.mu)
}

// hessianTimes is dst = H d on some blocks of one weight, with scratch space of k + 1 numbers an example.
func (m *classModel) hessianTimes(dst, d []float64, active []int, scratch []float64) {
	clear(scratch)
	v, mean := scratch[:m.n*m.k], scratch[m.n*m.k:]
	m.eachClass(func(class int) {
		part := v[class*m.n : (class+1)*m.n]
		for i, g := range active {
			if block := &m.blocks[g]; block.classes[0] == class {
				at, values := m.column(block.row, false)
				addStored(part, d[i], at, values)
			}
		}
	})
	for class := range m.k {
		p, part := m.prob[class*m.n:(class+1)*m.n], v[class*m.n:(class+1)*m.n]
		for i := range mean {
			mean[i] += p[i] * part[i]
		}
	}
	m.eachClass(func(class int) {
		p, part := m.prob[class*m.n:(class+1)*m.n], v[class*m.n:(class+1)*m.n]
		for i := range part {
			part[i] = p[i] * (part[i] - mean[i])
		}
		for i, g := range active {
			block := &m.blocks[g]
			if block.classes[0] != class {
				continue
			}
			at, values := m.column(block.row, true)
			if dst[i] = m.weight * dotStored(part, at, values); g < m.penalized {
				dst[i] += m.mu * d[i]
			}
		}
	})
}

// eachClass calls do for all classes, as many at a time as there are cores.
func (m *classModel) eachClass(do func(class int)) {
	workers := min(m.k, runtime.GOMAXPROCS(0))
	var group sync.WaitGroup
	for w := range workers {
		group.Go(func() {
			for class := w; class < m.k; class += workers {
				do(class)
			}
		})
	}
	group.Wait()
}

// addStored is dst ← dst + s a for a column a of linalg.StoredRows.
func addStored(dst []float64, s float64, at []int32, values []float64) {
	if at == nil {
		linalg.Axpy(dst, s, values)
		return
	}
	values = values[:len(at)]
	for e, i := range at {
		dst[i] += s * values[e]
	}
}

// dotStored is ⟨a, x⟩.
func dotStored(x []float64, at []int32, values []float64) (sum float64) {
	if at == nil {
		return linalg.Dot(x, values)
	}
	values = values[:len(at)]
	for e, i := range at {
		sum += values[e] * x[i]
	}
	return sum
}
