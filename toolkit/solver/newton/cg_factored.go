package newton

import (
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// A Hessian is factored where it has at most so many columns, once products with it have cost as much as factors do in
// one step, or as those of several steps: the Gram matrix takes gramQuick times less for a flop than products with one
// output, which wait for a cache, or memoryQuick times where they wait for memory. Factors that take no more than so
// many products are worth it at once, and those of few weights always: examples that are repeated have the same steps
// as one of their weight. A step by products ends where it has cost doneFor times what factors do, as these come next.
const (
	mostFactored = 2500
	fewWeights   = 64
	gramQuick    = 4
	memoryQuick  = 7
	cached       = 1 << 22 // numbers of A
	fewFactored  = 4
	factorSteps  = 8
	doneFor      = 2
)

// reuseShare is what a step by old factors has to promise at most, of what the step before promised: then they will do,
// for a share of the passes that new ones take.
const reuseShare = 0.03

// factorable tells whether the Hessian is of a size to be factored.
func (n *newtonCG) factorable() bool {
	_, d := n.x.Dims()
	_, ok := n.a.(linalg.Entries)
	return ok && d*n.o.K <= mostFactored
}

// factorsPay tells whether products have cost what factors do: those of the last step, or as many as it may take, or
// those of all steps as the factors of several.
func (n *newtonCG) factorsPay() bool {
	cost := n.factorProducts()
	inStep := n.spent >= cost && float64(n.taken) >= min(cost, float64(n.inner))
	return inStep || n.spent >= factorSteps*cost
}

// mostSteps are those of conjugate gradients at most, as factors may come next.
func (n *newtonCG) mostSteps() int {
	if products := n.factorProducts(); n.factorable() && products > 0 {
		return min(n.inner, int(doneFor*products))
	}
	return n.inner
}

// factorProducts is how many products with the Hessian cost as much as its factors, 0 for few.
func (n *newtonCG) factorProducts() float64 {
	_, d := n.x.Dims()
	size, entries := float64(d*n.o.K), float64(n.o.N*d*n.o.K) // a product has 4 flops for each of these
	products := size * size * size / (3 * factorQuick * 4 * entries)
	products += size / (4 * n.quick())
	if products <= fewFactored || size <= fewWeights {
		return 0
	}
	return products
}

// quick is how many times less a flop of a Gram matrix takes than one of a product with A: of several outputs these
// wait less, and at last not at all.
func (n *newtonCG) quick() float64 {
	rows, d := n.a.Dims()
	quick := float64(gramQuick)
	if rows*d > cached {
		quick = memoryQuick
	}
	return max(1, quick/float64(n.o.K))
}

// factoredDirection is −H⁻¹∇P by Cholesky's factors of H = XᵀDX + μI, with D = diag(c_i ℓ_i”); nil where it is not to
// be had so: it costs one pass over X, and conjugate gradients one a step. H may be that of an earlier point, where the
// last step was a whole one and has shown that it changes little.
//
// Source of the steps by old factors: Ortega, Rheinboldt, Iterative Solution of Nonlinear Equations in Several
// Variables, 1970, section 7.1 (simplified Newton methods).
func (n *newtonCG) factoredDirection() []float64 {
	step := make([]float64, len(n.grad))
	if n.factors != nil && n.s.Step == 1 && n.damping == 0 {
		n.factors.solve(step, n.grad, 1)
		if promise := floats.Dot(step, n.grad) / 2; promise <= reuseShare*n.s.Promise {
			return n.promising(step, promise)
		}
	}
	if n.factors = factor(n.dense()); n.factors == nil {
		return nil
	}
	n.s.Evals++
	n.factors.solve(step, n.grad, 1)
	return n.promising(step, floats.Dot(step, n.grad)/2)
}

// dense is the Hessian.
func (n *newtonCG) dense() *mat.SymDense {
	_, d := n.x.Dims()
	if n.o.K > 1 {
		n.bend()
		hessian := mat.NewSymDense(d*n.o.K, n.hessians.OfWeights(n.x))
		for j := range n.ridged {
			hessian.SetSym(j, j, hessian.At(j, j)+n.mu)
		}
		return hessian
	}
	curvatures := make([]float64, n.o.N)
	n.o.Seconds(curvatures, n.z, n.hessian)
	if n.damping > 0 {
		for i := range curvatures {
			curvatures[i] += n.damping * n.curvature * n.o.Loss.Weight(i)
		}
	}
	hessian := mat.NewSymDense(d, linalg.GramOfColumns(n.x, curvatures))
	for j := range n.ridged {
		hessian.SetSym(j, j, hessian.At(j, j)+n.mu)
	}
	return hessian
}

// promising is −step, and notes what it promises.
func (n *newtonCG) promising(step []float64, promise float64) []float64 {
	n.s.Promise = promise
	floats.Scale(-1, step)
	return step
}
