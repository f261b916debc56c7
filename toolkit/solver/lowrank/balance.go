package lowrank

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// negligibleShare of the largest singular value is what a balancing leaves out: as much as its decomposition leaves
// unknown, by eigenvalues of a Gram matrix, or by the singular value decomposition where that costs little.
const (
	negligibleShare   = 1e-8
	negligiblePrecise = 1e-14
	preciseUpTo       = 64
)

// pairs are the singular pairs of Uᵀ V above what is negligible; without forming it, where its rank is low.
func (f *factored) pairs() (linalg.Pairs, bool) {
	s := f.s
	if 2*s.Rank <= min(s.d, s.k) {
		p, ok := linalg.ProductPairs(s.U, s.V, s.d, s.k, s.Rank)
		return above(p, negligiblePrecise, s.d, s.k), ok
	}
	f.w = s.X(f.w)
	return SingularPairs(f.w, s.d, s.k)
}

// SingularPairs are those of W, d×k row by row, above what is negligible; ok is false where there are none: of NaN.
func SingularPairs(w []float64, d, k int) (p linalg.Pairs, ok bool) {
	if min(d, k) <= preciseUpTo {
		p, ok = linalg.ThinPairs(w, d, k)
		return above(p, negligiblePrecise, d, k), ok
	}
	p, _, ok = linalg.SingularPairs(w, d, k, 0)
	return above(p, negligibleShare, d, k), ok
}

// above are the pairs with values above a share of the largest.
func above(p linalg.Pairs, share float64, d, k int) linalg.Pairs {
	rank := 0
	for rank < len(p.Values) && p.Values[rank] > share*p.Values[0] {
		rank++
	}
	return linalg.Pairs{Values: p.Values[:rank], Left: p.Left[:rank*d], Right: p.Right[:rank*k]}
}

// balancedFactors writes √S Pᵀ and √S Qᵀ of pairs P S Qᵀ over them: factors of the same W.
func balancedFactors(p linalg.Pairs, d, k int) (u, v []float64) {
	for j, s := range p.Values {
		floats.Scale(math.Sqrt(s), p.Left[j*d:(j+1)*d])
		floats.Scale(math.Sqrt(s), p.Right[j*k:(j+1)*k])
	}
	return p.Left, p.Right
}

// balance makes the factors U = √S Pᵀ and V = √S Qᵀ for the singular value decomposition P S Qᵀ of W. It never raises
// Ψ but for what it leaves out.
func (f *factored) balance() {
	s := f.s
	if s.Rank == 0 {
		return
	}
	if p, ok := f.pairs(); ok {
		s.U, s.V = balancedFactors(p, s.d, s.k)
		s.Rank = len(p.Values)
	}
}

// vanishingShare of the largest singular value is what a solution may do without.
const vanishingShare = 1e-6

// truncate leaves out the singular pairs of W that are as good as 0, or all of them, if that does not raise Ψ: to
// first order it cannot, where ‖∇‖ ≤ λ.
func (f *factored) truncate(objective, slack float64) (truncated bool, value float64) {
	s := f.s
	if s.Rank == 0 {
		return false, objective
	}
	if value = f.valueAtZero(); value <= objective+slack {
		s.U, s.V, s.Rank = nil, nil, 0
		return true, value
	}
	if !f.mayVanish() {
		return false, objective
	}
	p, ok := f.pairs()
	p = above(p, vanishingShare, s.d, s.k)
	if !ok || len(p.Values) == s.Rank {
		return false, objective
	}
	u, v, before := s.U, s.V, s.Rank
	s.U, s.V = balancedFactors(p, s.d, s.k)
	s.Rank = len(p.Values)
	if value = f.value(f.point()); value <= objective+slack {
		return true, value
	}
	s.U, s.V, s.Rank = u, v, before
	f.value(f.point())
	return false, objective
}

// mayVanish tells whether W may have singular values below a share of the largest, by the bounds σ_min(U)σ_min(V) and
// ‖U‖₂‖V‖₂.
func (f *factored) mayVanish() bool {
	s := f.s
	if s.Rank > min(s.d, s.k) {
		return true
	}
	most, least := 1., 1.
	for _, factor := range []struct {
		data    []float64
		columns int
	}{{s.U, s.d}, {s.V, s.k}} {
		values, ok := linalg.SingularValues(factor.data, s.Rank, factor.columns)
		if !ok {
			return true
		}
		most, least = most*values[0], least*values[s.Rank-1]
	}
	return !(least > vanishingShare*most)
}

// valueAtZero is Ψ at W = 0.
func (f *factored) valueAtZero() float64 {
	if f.atZero == 0 {
		z := make([]float64, f.o.Size())
		f.atZero = f.o.Slopes(z, z)
	}
	return f.atZero
}
