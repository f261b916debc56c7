package solver

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/vec"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// LambdaMax is the λ from which on W = 0 minimizes P: see VanishesFrom, for the slopes at W = 0.
func (p *Problem) LambdaMax() float64 {
	return Shared(p, lambdaMaxKey, func() float64 {
		_, gradient := p.AtZero() // for the pass over A
		v := make([]float64, p.Dim())
		u := p.Slopes(v)
		return p.vanishesFrom(floats.ScaleTo(v, -1, gradient), u)
	})
}

// Slopes are U at W and the best B, with rows c_i ∇ℓ_i.
func (p *Problem) Slopes(w []float64) []float64 {
	p.slopes(w)
	return append([]float64(nil), p.u...)
}

// VanishesFrom is the λ from which on −AᵀU, with 0 for some of the coordinates, is a subgradient of λΩ at 0, so that
// ⟨AᵀU, w⟩ + λΩ(w) is least there: Ω's polar where Ω is a norm, +Inf where there is none, as for one that is smooth at
// 0, and NaN where it is not known. A product that is rounding alone is 0.
func (p *Problem) VanishesFrom(u []float64, without []int) float64 {
	v := make([]float64, p.Dim())
	p.products(v, u)
	floats.Scale(-1, v)
	for _, j := range without {
		v[j] = 0
	}
	return p.vanishesFrom(v, u)
}

// vanishesFrom is the same for v = −AᵀU, which it may change.
func (p *Problem) vanishesFrom(v, u []float64) float64 {
	if p.isRounding(v, u) {
		clear(v)
	}
	switch reg := p.Penalty.(type) {
	case Vanishing:
		return reg.ZeroFrom(v)
	case toolkit.Conjugate:
		return vanishing(p.Penalty, reg, v)
	}
	return math.NaN()
}

// isRounding tells whether v = −AᵀU is what rounding makes of 0, entry by entry, or U is what it leaves of the slopes
// where unpenalized columns meet the data exactly.
func (p *Problem) isRounding(v, u []float64) bool {
	gamma, size := 0x1p-53*float64(p.Loss.Len()+fewTerms), vec.Norm(u)
	if p.Unpenalized != nil {
		before := make([]float64, len(u))
		p.o.Slopes(before, before)
		if size <= gamma*vec.Norm(before) {
			return true
		}
	}
	k := p.Outputs()
	if _, entries := p.A.(linalg.Entries); entries && len(v) > 0 { // one column tells, as a rule
		largest := 0
		for i, x := range v {
			if math.Abs(x) > math.Abs(v[largest]) {
				largest = i
			}
		}
		n, _ := p.A.Dims()
		column := make([]float64, n)
		linalg.Column(column, p.A, largest/k)
		if math.Abs(v[largest]) > gamma*size*vec.Norm(column) {
			return false
		}
	}
	for j, norm := range p.ColumnNorms() {
		if !(floats.Norm(v[j*k:(j+1)*k], math.Inf(1)) <= gamma*size*norm) {
			return false
		}
	}
	return true
}

// vanishing is the least λ with Ω*(v/λ) = −Ω(0), which says that v/λ is a subgradient at 0 (Fenchel-Young): the polar,
// where Ω is a norm, and else by bisection.
func vanishing(penalty toolkit.Proxable, conjugate toolkit.Conjugate, v []float64) float64 {
	at := make([]float64, len(v))
	least := -penalty.Value(at)
	subgradient := func(lambda float64) bool {
		return conjugate.Conjugate(floats.ScaleTo(at, 1/lambda, v)) <= least+boundary*math.Abs(least)
	}
	low, norm := conjugate.Polar(v), vec.Norm(v)
	switch {
	case norm == 0 && subgradient(1):
		return 0
	case !(low >= 0) || low > 0 && subgradient(low):
		return low
	}
	high := 0x1p60 * math.Max(low, norm)
	if low = math.Max(low, 0x1p-60*norm); norm == 0 || !subgradient(high) {
		return math.Inf(1)
	}
	for high > low*(1+boundary) {
		if middle := low * math.Sqrt(high/low); subgradient(middle) {
			high = middle
		} else {
			low = middle
		}
	}
	return high
}

// boundary is how near a boundary is looked for.
const boundary = 1e-12
