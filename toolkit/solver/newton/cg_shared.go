package newton

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// A Gram matrix of at most so many columns, which outputs share, is tried as M where the last step took sharedSteps
// times as many products with the Hessian as its factors cost. They stay after a step that took fewer, and promised no
// more than a share of P.
const (
	mostShared  = 1000
	sharedSteps = 1.5
	sharedStay  = 1e-2
)

// shared is M of several outputs alike, so that what sums up to 0 over outputs stays so,
//
//	M = I ⊗ (XᵀDX + μ),
//
// where D_i is the mean of the eigenvalues of c_i ∇²ℓ_i but for one that is 0, as of diag(p) − ppᵀ.
type shared struct {
	*factors
	bound float64 // of the eigenvalues
}

// sharedCost is how many products with the Hessian cost as much as the factors, +Inf where there are none.
func (n *newtonCG) sharedCost() float64 {
	_, d := n.x.Dims()
	if _, ok := n.a.(linalg.Entries); !ok || n.o.K == 1 || d > mostShared || n.o.Size() != n.o.N*n.o.K {
		return math.Inf(1)
	}
	columns, outputs := float64(d), float64(n.o.K)
	return columns/(4*outputs) + columns*columns/(3*factorQuick*4*float64(n.o.N)*outputs)
}

// share makes M that of a Gram matrix, and returns how many products that costs.
func (n *newtonCG) share() (cost float64) {
	few := float64(n.taken) <= max(leastTaken, sharedSteps*n.sharedCost())
	if n.shared = n.last; n.shared != nil && few && n.s.Promise <= sharedStay*math.Abs(n.s.Objective) {
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
			n.shared = &shared{f, bound}
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
