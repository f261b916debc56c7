package newton

import (
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// InteriorPointState is the state after an iteration. Gap is P(w, b) − D, with the dual objective at the iteration's
// multipliers, clipped to be feasible: a bound of the error whatever went before.
type InteriorPointState struct {
	solver.Progress
	w []float64
}

// X copies the weights: w and then b, where there is an intercept.
func (s *InteriorPointState) X(dst []float64) []float64 { return append(dst[:0], s.w...) }

// interiorPoint is a run of InteriorPoint.
type interiorPoint struct {
	a      *linalg.CSR // with a column for the intercept
	y, c   []float64
	mu     float64
	ridged int // the columns with a ridge: all, or all but the last
	s      *InteriorPointState

	w                  []float64
	xi, z, alpha, beta []float64 // slacks ξ and z, multipliers α of z and β of ξ

	dw                    []float64
	dxi, dz, dal, dbeta   []float64
	q, inv, aw, rAZ, rBXi []float64 // of the Newton system; see solve
	at                    []float64 // the margins y_i⟨a_i, w⟩
	normal                *normal   // μI + Aᵀ diag(inv) A
	rhs                   []float64
	norms                 []float64 // of the columns of A
}

// begin starts at w = 0, which is feasible with the slacks chosen.
func (ip *interiorPoint) begin() {
	m, d := ip.a.R, ip.a.C
	ip.norms = linalg.ColumnNorms(ip.a)
	for _, v := range []*[]float64{&ip.w, &ip.dw, &ip.rhs} {
		*v = make([]float64, d)
	}
	for _, v := range []*[]float64{
		&ip.xi, &ip.z, &ip.alpha, &ip.beta, &ip.dxi, &ip.dz, &ip.dal, &ip.dbeta, &ip.q, &ip.inv, &ip.aw, &ip.rAZ, &ip.rBXi,
		&ip.at,
	} {
		*v = make([]float64, m)
	}
	ip.normal = newNormal(d)
	for i := range m {
		ip.xi[i], ip.z[i] = 1.5, 0.5
		ip.alpha[i], ip.beta[i] = ip.c[i]/2, ip.c[i]/2
	}
	ip.s = &InteriorPointState{Progress: solver.Unknown(), w: make([]float64, d)}
}
