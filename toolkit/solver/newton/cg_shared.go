package newton

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// A Gram matrix of at most so many columns, which outputs share, is tried as M once products with the Hessian have cost
// sharedSteps times as much as its factors do, and is made anew when as many more have; of fewer than sharedRows times as
// many examples a step by the factors is no small part of a product.
const (
	mostShared  = 1000
	sharedSteps = 1.5
	sharedRows  = 4
)

// shared is M of several outputs alike, so that what sums up to 0 over outputs stays so,
//
//	M = I ⊗ (XᵀDX + μ),
//
// where D_i is the mean of the eigenvalues of c_i ∇²ℓ_i but for one that is 0, as of diag(p) − ppᵀ.
type shared struct {
	*factors
	bound float64 // of the eigenvalues
	since float64 // products with the Hessian before
}

// sharedCost is how many products with the Hessian cost as much as the factors, +Inf where there are none.
func (n *newtonCG) sharedCost() float64 {
	_, d := n.x.Dims()
	_, ok := n.a.(linalg.Entries)
	if !ok || n.o.K == 1 || d > mostShared || n.o.N < sharedRows*d || n.o.Size() != n.o.N*n.o.K {
		return math.Inf(1)
	}
	columns, outputs := float64(d), float64(n.o.K)
	return columns/(4*outputs) + columns*columns/(3*factorQuick*4*float64(n.o.N)*outputs)
}

// share makes M that of a Gram matrix, and returns how many products that costs.
func (n *newtonCG) share() (cost float64) {
	if n.shared = n.last; n.shared != nil && n.spent-n.shared.since < max(leastTaken, sharedSteps*n.sharedCost()) {
		return 0
	}
	_, d := n.x.Dims()
	part, curvatures := make([]float64, n.o.K), make([]float64, n.o.N)
	for i := range curvatures {
		n.hessians.Diagonal(part, i)
		curvatures[i] = floats.Sum(part) / float64(n.o.K-1)
	}
	m := mat.NewSymDense(d, linalg.GramOfColumns(n.x, curvatures))
	for j := range n.ridged / n.o.K {
		m.SetSym(j, j, m.At(j, j)+n.mu)
	}
	bound := mat.Norm(m, 1)
	if n.shared = nil; solver.Finite(bound) {
		if f := factor(m); f != nil {
			n.shared = &shared{f, bound, n.spent}
		}
	}
	n.last = n.shared
	return n.sharedCost()
}

// solveAll is dst = H⁻¹G for G of k columns, row by row.
func (f *factors) solveAll(dst, g []float64, k int) {
	times := func(out, in []float64) {
		for j, s := range f.scale {
			floats.ScaleTo(out[j*k:(j+1)*k], s, in[j*k:(j+1)*k])
		}
	}
	times(dst, g)
	x := mat.NewDense(len(f.scale), k, dst)
	_ = f.chol.SolveTo(x, x) // what is ill-conditioned is a worse M
	times(dst, dst)
}
