package newton

import (
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// A Hessian of one output is factored where it has at most so many columns and no fewer examples, and a condition
// number that leaves digits of the step.
const (
	mostFactored  = 256
	mostCondition = 1e12
)

// reuseShare is what a step by old factors has to promise at most, of what the step before promised: then they will do,
// for a share of the passes that new ones take.
const reuseShare = 0.03

// factorable tells whether the Hessian is of a size to be factored.
func (n *newtonCG) factorable() bool {
	_, d := n.x.Dims()
	_, ok := n.a.(linalg.Entries)
	return ok && n.o.K == 1 && d <= mostFactored && n.o.N >= d
}

// factoredDirection is −H⁻¹∇P by Cholesky's factors of H = XᵀDX + μI, with D = diag(c_i ℓ_i”); nil where it is not to
// be had so: it costs one pass over X, and conjugate gradients one a step. H may be that of an earlier point, where the
// last step was a whole one and has shown that it changes little.
//
// Source of the steps by old factors: Ortega, Rheinboldt, Iterative Solution of Nonlinear Equations in Several
// Variables, 1970, section 7.1 (simplified Newton methods).
func (n *newtonCG) factoredDirection() []float64 {
	_, d := n.x.Dims()
	if n.factoredNever || !n.factorable() {
		return nil
	}
	if n.factors != nil && n.s.Step == 1 {
		step := mat.NewVecDense(d, nil)
		if n.factors.SolveVecTo(step, mat.NewVecDense(d, n.grad)) == nil {
			if promise := floats.Dot(step.RawVector().Data, n.grad) / 2; promise <= reuseShare*n.s.Promise {
				return n.towards(step, promise)
			}
		}
	}
	curvatures := make([]float64, n.o.N)
	n.o.Seconds(curvatures, n.z, n.hessian)
	hessian := mat.NewSymDense(d, linalg.GramOfColumns(n.x, curvatures))
	for j := range n.ridged {
		hessian.SetSym(j, j, hessian.At(j, j)+n.mu)
	}
	var chol mat.Cholesky
	step := mat.NewVecDense(d, nil)
	if !chol.Factorize(hessian) || !(chol.Cond() < mostCondition) ||
		chol.SolveVecTo(step, mat.NewVecDense(d, n.grad)) != nil {
		n.factoredNever = true
		return nil
	}
	n.factors = &chol
	n.s.Evals++
	return n.towards(step, floats.Dot(step.RawVector().Data, n.grad)/2)
}

// towards is −step, and what it promises.
func (n *newtonCG) towards(step *mat.VecDense, promise float64) []float64 {
	n.s.Promise = promise
	step.ScaleVec(-1, step)
	return step.RawVector().Data
}
