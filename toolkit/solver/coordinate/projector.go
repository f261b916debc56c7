package coordinate

import (
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// projector makes points u of the dual problem feasible for the unpenalized columns F, Fᵀu = 0: it is the projection
//
//	u ← u − C F (FᵀC F)⁻¹ Fᵀu,
//
// in the metric of the loss, Σ u_i²/c_i. A projector has scratch space: it is for one goroutine at a time.
type projector struct {
	columns []column // of F
	c       []float64
	chol    *mat.Cholesky // of FᵀC F; nil where there is none
	rhs     []float64
	part    []float64
}

func newProjector(b *blocks, c []float64) projector {
	p := projector{columns: b.unpenalized(), c: c}
	q := len(p.columns)
	if q == 0 {
		return p
	}
	gram, scratch := mat.NewSymDense(q, nil), make([]float64, b.n)
	var largest float64
	for i := range p.columns {
		for j := i; j < q; j++ {
			if p.columns[i].overlaps(&p.columns[j]) {
				gram.SetSym(i, j, weightedDot(scratch, c, &p.columns[i], &p.columns[j]))
			}
		}
		largest = max(largest, gram.At(i, i))
	}
	for i := range q { // columns that depend on others, and columns of zeros
		if square := gram.At(i, i); square > 0 {
			gram.SetSym(i, i, square*(1+2e-14))
		} else {
			gram.SetSym(i, i, largest)
		}
	}
	p.chol = new(mat.Cholesky)
	if !p.chol.Factorize(gram) {
		p.chol = nil
	}
	return p.withScratch()
}

// withScratch is the same projector for another goroutine.
func (p projector) withScratch() projector {
	p.rhs, p.part = make([]float64, len(p.columns)), make([]float64, len(p.c))
	return p
}

// solve is (FᵀC F)⁻¹ Fᵀu, and its product with Fᵀu: where u are slopes and C curvatures, a Newton step and twice what
// it promises to gain.
func (p *projector) solve(u []float64) (step []float64, decrement float64, ok bool) {
	if p.chol == nil {
		return nil, 0, false
	}
	for j := range p.rhs {
		p.rhs[j] = p.columns[j].dot(u)
	}
	x := mat.NewVecDense(len(p.rhs), nil)
	_ = p.chol.SolveVecTo(x, mat.NewVecDense(len(p.rhs), p.rhs)) // ill-conditioned where columns of F are dependent
	return x.RawVector().Data, floats.Dot(x.RawVector().Data, p.rhs), true
}

// apply projects u, twice for the sake of rounding.
func (p *projector) apply(u []float64) {
	if p.chol == nil {
		return
	}
	for range 2 {
		x, _, _ := p.solve(u)
		clear(p.part)
		for j, v := range x {
			p.columns[j].addTo(p.part, v)
		}
		floats.Mul(p.part, p.c)
		floats.Sub(u, p.part)
	}
}
