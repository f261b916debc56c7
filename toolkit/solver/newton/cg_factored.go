package newton

import (
	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// A Hessian of one output is factored where it has at most so many columns and no fewer examples, and a condition
// number that leaves digits of the step.
const (
	mostFactored  = 256
	mostCondition = 1e12
)

// factoredDirection is −H⁻¹∇P by Cholesky's factors of H = XᵀDX + μI, with D = diag(c_i ℓ_i”); nil where it is not to
// be had so: it costs one pass over X, and conjugate gradients one a step.
func (n *newtonCG) factoredDirection() []float64 {
	_, d := n.x.Dims()
	if n.factoredNever || n.o.K > 1 || d > mostFactored || n.o.N < d {
		return nil
	}
	if _, ok := n.x.(linalg.Entries); !ok {
		return nil
	}
	curvatures := make([]float64, n.o.N)
	n.o.Parallel(func(_, from, to int) {
		for i := from; i < to; i++ {
			n.hessian.Hessian(curvatures[i:i+1], i, n.z[i:i+1])
			curvatures[i] *= n.o.Loss.Weight(i)
		}
	})
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
	step.ScaleVec(-1, step)
	n.s.Evals++
	return step.RawVector().Data
}
