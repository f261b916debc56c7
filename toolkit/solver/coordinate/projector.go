package coordinate

import (
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// annihilator makes points u of the dual problem feasible for the free columns F of blocks, Fᵀu = 0: u ← u − C F (FᵀC F)⁻¹ Fᵀu. It is the nearest
// such point in the metric of the loss, Σ u_i²/c_i.
type annihilator struct {
	b    *Blocks
	c    []float64
	from int // the first free column
	chol *mat.Cholesky
	rhs  []float64
	part []float64
}

func newAnnihilator(b *Blocks, c []float64) *annihilator {
	a := &annihilator{b: b, c: c, from: len(b.columns) - b.free}
	q := b.free
	if q == 0 {
		return a
	}
	gram, scratch := mat.NewSymDense(q, nil), make([]float64, b.n)
	free := b.columns[a.from:]
	var most float64
	for i := range free {
		for j := i; j < q; j++ {
			if free[i].meets(&free[j]) {
				gram.SetSym(i, j, weightedDot(scratch, c, &free[i], &free[j]))
			}
		}
		most = max(most, gram.At(i, i))
	}
	for i := range q { // columns that depend on others
		gram.SetSym(i, i, gram.At(i, i)*(1+1e-14)+1e-14*most)
	}
	a.chol = new(mat.Cholesky)
	if !a.chol.Factorize(gram) {
		a.chol = nil
	}
	a.rhs, a.part = make([]float64, q), make([]float64, b.n)
	return a
}

// solve is (FᵀC F)⁻¹ Fᵀu, and its product with Fᵀu, twice what a Newton step gains where u are slopes and C curvatures.
func (a *annihilator) solve(u []float64) (step []float64, decrement float64, ok bool) {
	if a.chol == nil {
		return nil, 0, false
	}
	for j := range a.rhs {
		a.rhs[j] = a.b.columns[a.from+j].dot(u)
	}
	x := mat.NewVecDense(len(a.rhs), nil)
	_ = a.chol.SolveVecTo(x, mat.NewVecDense(len(a.rhs), a.rhs)) // ill-conditioned where free columns are dependent
	return x.RawVector().Data, floats.Dot(x.RawVector().Data, a.rhs), true
}

// apply projects u, twice for the sake of rounding.
func (a *annihilator) apply(u []float64) {
	if a.chol == nil {
		return
	}
	for range 2 {
		x, _, _ := a.solve(u)
		clear(a.part)
		for j, v := range x {
			a.b.columns[a.from+j].add(a.part, v)
		}
		floats.Mul(a.part, a.c)
		floats.Sub(u, a.part)
	}
}
