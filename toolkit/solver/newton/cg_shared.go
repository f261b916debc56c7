package newton

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// Gram matrices of at most so many columns are tried as M once products with the Hessian have cost sharedSteps times as
// much as factors do, and are made anew when as many more have; sharedLater times, and where a direction took more than
// hardSteps, if a step by factors is no small part of a product, of fewer than sharedRows times as many examples as
// columns, and for a Gram matrix of each output.
const (
	mostShared  = 1000
	sharedSteps = 1.5
	sharedLater = 4
	hardSteps   = 50
	sharedRows  = 4
)

// shared is M of several outputs, of one Gram matrix for all, or one of each output o,
//
//	M = I ⊗ (XᵀDX + μ),      or      M⁻¹ = P (⊕_o (XᵀD_oX + μ)⁻¹) P + (I − P)/μ,
//
// where D_i is the mean of the eigenvalues of c_i ∇²ℓ_i but for one that is 0, as of diag(p) − ppᵀ, and D_oi its entry
// at o, o. P takes the mean over outputs off: along that H is μ alone. So what sums up to 0 over outputs stays so. That
// of each output is the better the surer the classes of examples are, as then few of them count for an output.
//
// Source: Böhning, Multinomial Logistic Regression Algorithm, Ann. Inst. Statist. Math. 1992, has one Gram matrix for
// all classes in a bound of the Hessian, with D_i = c_i/2.
type shared struct {
	of    []*factors // one, or that of each output
	bound float64    // of the eigenvalues
	since float64    // products with the Hessian before
}

// sharedCost is how many products with the Hessian cost as much as the factors, +Inf where there are none.
func (n *newtonCG) sharedCost(way int) float64 {
	_, d := n.x.Dims()
	_, ok := n.a.(linalg.Entries)
	if !ok || n.o.K == 1 || d > mostShared || n.o.N < d || n.o.Size() != n.o.N*n.o.K || way == ofGrams && n.mu == 0 {
		return math.Inf(1)
	}
	columns, outputs := float64(d), float64(n.o.K)
	if way == ofGrams {
		outputs = 1
	}
	return columns/(4*outputs) + columns*columns/(3*factorQuick*4*float64(n.o.N)*outputs)
}

// sharedWait is how many products come before factors, at first and from one time to the next, and how many steps.
func (n *newtonCG) sharedWait(way int) (products float64, steps int) {
	if _, d := n.x.Dims(); n.o.N < sharedRows*d || way == ofGrams {
		return sharedLater * n.sharedCost(way), hardSteps
	}
	return sharedSteps * n.sharedCost(way), leastTaken
}

// share makes M that of Gram matrices, and returns how many products that costs.
func (n *newtonCG) share(way int) (cost float64) {
	wait, _ := n.sharedWait(way)
	if n.shared = n.last[way]; n.shared != nil && n.spent-n.shared.since < max(leastTaken, wait) {
		return 0
	}
	count := 1
	if way == ofGrams {
		count = n.o.K
	}
	part, curvatures := make([]float64, n.o.K), linalg.NewDense(count, n.o.N, nil)
	for i := range n.o.N {
		n.hessians.Diagonal(part, i)
		if count == 1 {
			curvatures.Data[i] = floats.Sum(part) / float64(n.o.K-1)
			continue
		}
		for o, v := range part {
			curvatures.Row(o)[i] = v
		}
	}
	n.shared = &shared{since: n.spent}
	for o := 0; o < count && n.shared != nil; o++ {
		n.shared = n.shared.with(n.gramOf(curvatures.Row(o)))
	}
	n.last[way] = n.shared
	return n.sharedCost(way)
}

// gramOf is XᵀDX + μ.
func (n *newtonCG) gramOf(curvatures []float64) *mat.SymDense {
	_, d := n.x.Dims()
	m := mat.NewSymDense(d, linalg.GramOfColumns(n.x, curvatures))
	for j := range n.ridged / n.o.K {
		m.SetSym(j, j, m.At(j, j)+n.mu)
	}
	return m
}

// with adds the factors of a matrix; nil where it has none.
func (s *shared) with(m *mat.SymDense) *shared {
	bound := mat.Norm(m, 1)
	if !solver.Finite(bound) {
		return nil
	}
	f := factor(m)
	if f == nil {
		return nil
	}
	s.of, s.bound = append(s.of, f), max(s.bound, bound)
	return s
}

// solve is dst = M⁻¹r for the weights of so many outputs, the first few of which have a ridge.
func (s *shared) solve(dst, r []float64, outputs, ridged int, mu float64) {
	if len(s.of) == 1 {
		s.of[0].solve(dst, r, outputs)
		return
	}
	d := len(r) / outputs
	means, off := make([]float64, d), make([]float64, d)
	one, solved := make([]float64, d), make([]float64, d)
	for j := range means {
		means[j] = floats.Sum(r[j*outputs:(j+1)*outputs]) / float64(outputs)
		if j*outputs < ridged {
			off[j] = means[j] / mu
		}
	}
	for o, f := range s.of {
		for j, m := range means {
			one[j] = r[j*outputs+o] - m
		}
		f.solve(solved, one, 1)
		for j, v := range solved {
			dst[j*outputs+o] = v
			off[j] -= v / float64(outputs)
		}
	}
	for j, v := range off {
		floats.AddConst(v, dst[j*outputs:(j+1)*outputs])
	}
}
