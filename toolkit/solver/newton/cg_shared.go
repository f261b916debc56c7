package newton

import (
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit/solver"
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
