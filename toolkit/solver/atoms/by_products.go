package atoms

import (
	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// MapGauge is a toolkit.Gauge that asks no more of G than products with it. LMOMap writes to u and v an atom u vᵀ with
// ⟨u vᵀ, G⟩ ≥ Ω°(G) − tol, and returns that product and a number of which Ω°(G) is no more, both as far as is known
// when it stops. Continuation takes such an atom on its way, where forming the gradient is dear, if its slope is −ε/2
// or less, which is all that Step 3 and the proof of Theorem 3.5 ask for; Step 4, the end of a stage and gaps rest on
// LMO.
type MapGauge interface {
	LMOMap(u, v []float64, g linalg.Map, tol float64) (attained, polar float64)
}

// fewSteps is how many products with the gradient and its transpose an atom takes, and what one costs beside the same
// work in a product of matrices.
const fewSteps = 20

// cheapProducts tells whether fewSteps products are less work than forming the gradient.
func (c *combination) cheapProducts() bool {
	if c.o.Size() != c.o.N*c.o.K {
		return false
	}
	entries := linalg.Nonzeros(c.a)
	return float64(entries)*float64(c.o.K) > 2*fewSteps*float64(entries+c.o.Size())
}

// linearizeWithin is linearize for an atom within tol of the best, without forming the gradient.
func (c *combination) linearizeWithin(tol float64) {
	c.atom = Atom{U: make([]float64, c.s.d), V: make([]float64, c.s.k)}
	g := negativeGradient{c.a, linalg.NewDense(c.o.N, c.o.K, c.here.slopes), make([]float64, c.o.N)}
	c.attained, c.polar = c.byProducts.LMOMap(c.atom.U, c.atom.V, g, tol)
}

// negativeGradient is −AᵀS for slopes S.
type negativeGradient struct {
	a      linalg.Map
	slopes *linalg.Dense
	part   []float64
}

func (g negativeGradient) Dims() (r, c int) {
	_, d := g.a.Dims()
	return d, g.slopes.C
}

func (g negativeGradient) MulVec(dst, x []float64) {
	g.slopes.MulVec(g.part, x)
	g.a.MulTransVec(dst, g.part)
	floats.Scale(-1, dst)
}

func (g negativeGradient) MulTransVec(dst, y []float64) {
	g.a.MulVec(g.part, y)
	g.slopes.MulTransVec(dst, g.part)
	floats.Scale(-1, dst)
}
